/** Rate at which a fill is charged. */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { RateE6 } from "../money/units.ts";
import type { State } from "../state.ts";
import { type FeeRates, feeLevelOf, ratesAtLevel } from "./fee-state.ts";

/** Rates of a user in an instrument now; never above the listed ones, which margin covers. */
export function chargedRates(state: State, user: User, instrument: Instrument): FeeRates {
  const { fees, timeMs } = state;
  if (fees.markets.size + fees.grants.size === 0) return instrument;
  return ratesAtLevel(fees, instrument, feeLevelOf(fees, user, timeMs), timeMs);
}

/** Rate that a user pays as taker or as maker. */
export function chargedRate(
  state: State,
  user: User,
  instrument: Instrument,
  isTaker: boolean,
): RateE6 {
  const { makerRate, takerRate } = chargedRates(state, user, instrument);
  return isTaker ? takerRate : makerRate;
}
