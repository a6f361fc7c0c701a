/** Sets the fees of markets, of levels and of users (decision 0094). */
import { FEE_LEVELS_MAX, FEE_SCHEDULE_MS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6 } from "../money/units.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { type FeeRates, feeLevelOf, marketRates, scheduled } from "./fee-state.ts";

const RATE_END_E6 = 1_000_000;

/** Whether a change begins at once, or in the future but not in the far future. */
function isInTime(state: State, fromMs: number): boolean {
  if (fromMs === 0) return true;
  return fromMs > state.timeMs && fromMs <= state.timeMs + FEE_SCHEDULE_MS_MAX;
}

function areOrdered(makerRateE6: number, takerRateE6: number): boolean {
  return makerRateE6 <= takerRateE6 && takerRateE6 < RATE_END_E6;
}

function ratesOf(makerRateE6: number, takerRateE6: number): FeeRates {
  return { makerRate: rateE6(makerRateE6), takerRate: rateE6(takerRateE6) };
}

/**
 * Sets the rates of an instrument, at most those with which it is listed. A change that waited is
 * replaced. Emits `market_fees_changed`, or `command_rejected`.
 */
export function setMarketFees(state: State, command: DraftOf<"set_market_fees">, emit: Emit): void {
  const { fromMs, makerRateE6, takerRateE6 } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  const isWithin = makerRateE6 <= instrument.makerRate && takerRateE6 <= instrument.takerRate;
  if (!isWithin || !areOrdered(makerRateE6, takerRateE6) || !isInTime(state, fromMs)) {
    return rejectCommand(state, 0, "fee_terms_out_of_bounds", emit);
  }
  const { index } = instrument;
  const { markets } = state.fees;
  const present = marketRates(state.fees, instrument, state.timeMs);
  const { makerRate, takerRate } = present;
  const rates = ratesOf(makerRateE6, takerRateE6);
  const isListed = makerRateE6 === instrument.makerRate && takerRateE6 === instrument.takerRate;
  if (fromMs === 0 && isListed) markets.delete(index);
  else markets.set(index, scheduled(ratesOf(makerRate, takerRate), rates, fromMs));
  emit.write("market_fees_changed", { instrument: index, makerRateE6, takerRateE6, fromMs });
}

/** Sets the rates of a level, at once. Emits `fee_level_changed`, or `command_rejected`. */
export function setFeeLevel(state: State, command: DraftOf<"set_fee_level">, emit: Emit): void {
  const { futuresMakerE6, futuresTakerE6, level, spotMakerE6, spotTakerE6 } = command;
  const isNumbered = level >= 1 && level <= FEE_LEVELS_MAX;
  const isOrdered =
    areOrdered(spotMakerE6, spotTakerE6) && areOrdered(futuresMakerE6, futuresTakerE6);
  if (!isNumbered || !isOrdered) return rejectCommand(state, 0, "fee_terms_out_of_bounds", emit);
  const spot = ratesOf(spotMakerE6, spotTakerE6);
  state.fees.levels.set(level, { spot, futures: ratesOf(futuresMakerE6, futuresTakerE6) });
  emit.write("fee_level_changed", { level });
}

/**
 * Gives a main account and its sub-accounts a level, or 0 for none; `user` may be any of them. A
 * change that waited is replaced. Emits `user_fee_level_changed`, or `command_rejected`.
 */
export function setUserFeeLevel(
  state: State,
  command: DraftOf<"set_user_fee_level">,
  emit: Emit,
): void {
  const { fromMs, level } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const { grants, levels } = state.fees;
  if (level !== 0 && !levels.has(level)) {
    return rejectCommand(state, user.index, "fee_level_not_found", emit);
  }
  if (!isInTime(state, fromMs)) {
    return rejectCommand(state, user.index, "fee_terms_out_of_bounds", emit);
  }
  const present = feeLevelOf(state.fees, user, state.timeMs);
  if (level === 0 && fromMs === 0) grants.delete(user.parent);
  else grants.set(user.parent, scheduled(present, level, fromMs));
  emit.write("user_fee_level_changed", { user: user.parent, level, fromMs });
}
