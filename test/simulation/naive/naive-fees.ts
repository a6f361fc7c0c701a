/** Fees by market and level, by the written rule (decision 0094). */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { FEE_COMMANDS } from "../../../src/core/commands/fee-commands.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1_000;

type MarketFees = Pick<CommandOf<"set_market_fees">, "makerRateE6" | "takerRateE6">;

/** Every change that was made, with the time at which it begins. */
type Change<T> = { readonly beginsMs: number; readonly value: T };

export class NaiveFees {
  readonly markets = new Map<number, Change<MarketFees>[]>();
  readonly levels = new Map<number, CommandOf<"set_fee_level">>();
  readonly users = new Map<number, Change<number>[]>();
}

function present<T>(changes: readonly Change<T>[] | undefined, atMs: number): T | undefined {
  return changes?.findLast(({ beginsMs }) => beginsMs <= atMs)?.value;
}

/** Adds a change; one that has not begun is forgotten. */
function add<T>(
  all: Map<number, Change<T>[]>,
  key: number,
  value: T,
  at: { readonly nowMs: number; readonly fromMs: number },
): void {
  const begun = (all.get(key) ?? []).filter(({ beginsMs }) => beginsMs <= at.nowMs);
  const beginsMs = at.fromMs === 0 ? at.nowMs : at.fromMs;
  all.set(key, [...begun, { beginsMs, value }]);
}

/** Rate in millionths that a user pays. */
export function feeRateOf(
  state: NaiveState,
  userIndex: number,
  instrument: NaiveInstrument,
  role: "maker" | "taker",
): number {
  const { levels, markets, users } = state.fees;
  const terms = present(markets.get(instrument.index), state.timeMs) ?? instrument;
  const ofMarket = role === "maker" ? terms.makerRateE6 : terms.takerRateE6;
  const main = state.userAt(userIndex).parent;
  const level = levels.get(present(users.get(main), state.timeMs) ?? 0);
  if (level === undefined) return ofMarket;
  const { futuresMakerE6, futuresTakerE6, spotMakerE6, spotTakerE6 } = level;
  const [maker, taker] = instrument.isFutures
    ? [futuresMakerE6, futuresTakerE6]
    : [spotMakerE6, spotTakerE6];
  return Math.min(ofMarket, role === "maker" ? maker : taker);
}

function isPast(state: NaiveState, fromMs: number): boolean {
  return fromMs !== 0 && (fromMs <= state.timeMs || fromMs > state.timeMs + YEAR_MS);
}

function setMarketFees(state: NaiveState, command: CommandOf<"set_market_fees">): void {
  const { fromMs, instrument: index, makerRateE6, takerRateE6 } = command;
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  const isTooHigh =
    makerRateE6 > instrument.makerRateE6 ||
    takerRateE6 > instrument.takerRateE6 ||
    makerRateE6 > takerRateE6;
  if (isTooHigh || isPast(state, fromMs)) {
    return state.rejectCommand(0, "fee_terms_out_of_bounds");
  }
  const at = { nowMs: state.timeMs, fromMs };
  add(state.fees.markets, index, { makerRateE6, takerRateE6 }, at);
  state.emit("market_fees_changed", { instrument: index, makerRateE6, takerRateE6, fromMs });
}

function setFeeLevel(state: NaiveState, command: CommandOf<"set_fee_level">): void {
  const { futuresMakerE6, futuresTakerE6, level, spotMakerE6, spotTakerE6 } = command;
  const isUnordered = spotMakerE6 > spotTakerE6 || futuresMakerE6 > futuresTakerE6;
  const isWhole = Math.max(spotTakerE6, futuresTakerE6) >= 1_000_000;
  if (level < 1 || level > 100 || isUnordered || isWhole) {
    return state.rejectCommand(0, "fee_terms_out_of_bounds");
  }
  state.fees.levels.set(level, command);
  state.emit("fee_level_changed", { level });
}

function setUserFeeLevel(state: NaiveState, command: CommandOf<"set_user_fee_level">): void {
  const { fromMs, level, user } = command;
  const known = user < 2 ? undefined : state.users[user];
  if (known === undefined) return state.rejectCommand(user, "user_not_found");
  if (level > 0 && !state.fees.levels.has(level)) {
    return state.rejectCommand(user, "fee_level_not_found");
  }
  if (isPast(state, fromMs)) return state.rejectCommand(user, "fee_terms_out_of_bounds");
  add(state.fees.users, known.parent, level, { nowMs: state.timeMs, fromMs });
  state.emit("user_fee_level_changed", { user: known.parent, level, fromMs });
}

type FeeKind = keyof typeof FEE_COMMANDS;
type FeeCommand = { [K in FeeKind]: CommandOf<K> }[FeeKind];

export function isOfFees(command: Command): command is FeeCommand {
  return command.kind in FEE_COMMANDS;
}

export function dispatchFees(state: NaiveState, command: FeeCommand): void {
  switch (command.kind) {
    case "set_market_fees":
      return setMarketFees(state, command);
    case "set_fee_level":
      return setFeeLevel(state, command);
    case "set_user_fee_level":
      return setUserFeeLevel(state, command);
    default:
      return unreachable(command);
  }
}
