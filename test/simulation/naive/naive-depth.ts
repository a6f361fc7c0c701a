/** Limits of exposure by the depth of the book, by the rules as written. */
import {
  DEPTH_SAMPLE_INTERVAL_MS,
  DEPTH_SAMPLES_MAX,
  OPEN_ORDERS_MAX_DEFAULT,
} from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Side } from "../../../src/core/base/vocabulary.ts";
import { least } from "./naive-amounts.ts";
import { restingOf } from "./naive-book.ts";
import { type MarginOrder, positionOf } from "./naive-money.ts";
import { isHedged, type NaiveInstrument, type NaiveUser, remainingOf } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** What rests within 2 % of mark. */
function sizeNear(state: NaiveState, instrument: NaiveInstrument, side: Side): number {
  return restingOf(state, instrument.index, side)
    .filter(({ price }) =>
      side === "buy" ? price * 100 >= instrument.mark * 98 : price * 100 <= instrument.mark * 102,
    )
    .reduce((sum, order) => sum + remainingOf(order), 0);
}

export function depthTick(state: NaiveState): void {
  for (const instrument of state.instruments) {
    const { openInterestFactorE6, positionFactorE6 } = instrument.lossLimits;
    if (openInterestFactorE6 === 0 && positionFactorE6 === 0) continue;
    const last = instrument.depths.at(-1);
    if (instrument.mark === 0) continue;
    if (last !== undefined && state.timeMs - last.atMs < DEPTH_SAMPLE_INTERVAL_MS) continue;
    instrument.depths.push({
      atMs: state.timeMs,
      bid: sizeNear(state, instrument, "buy"),
      ask: sizeNear(state, instrument, "sell"),
    });
  }
}

/** The average of the last five minutes' samples, of the side with less. */
function depthOf({ depths }: NaiveInstrument): bigint {
  const samples = depths.slice(-DEPTH_SAMPLES_MAX);
  if (samples.length === 0) return 0n;
  const average = (sizes: readonly number[]): bigint =>
    sizes.reduce((sum, size) => sum + BigInt(size), 0n) / BigInt(samples.length);
  const bid = average(samples.map((one) => one.bid));
  const ask = average(samples.map((one) => one.ask));
  return least(bid, ask);
}

/** Whether so many lots are more than the factor and the floor allow. */
function isTooMuch(
  instrument: NaiveInstrument,
  lots: number,
  terms: { readonly factorE6: number; readonly floor: number },
): boolean {
  if (terms.factorE6 === 0 || lots <= terms.floor) return false;
  return BigInt(lots) > (depthOf(instrument) * BigInt(terms.factorE6)) / 1_000_000n;
}

/** Why a side with these orders would be too large for its user or for the market, if it is. */
export function judgeDepth(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  reach: { readonly side: "long" | "short"; readonly orders: readonly MarginOrder[] },
): Rejection | undefined {
  if (user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT) return undefined;
  const { index, lossLimits } = instrument;
  const { orders, side } = reach;
  const own = positionOf(state, user.index, index, side)?.size ?? 0;
  const other = positionOf(state, user.index, index, side === "long" ? "short" : "long")?.size ?? 0;
  const ordered = orders
    .filter((one) => !one.isClosing && (one.side === "buy") === (side === "long"))
    .reduce((sum, one) => sum + one.size, 0);
  const added = isHedged(user, instrument) ? ordered : Math.max(0, ordered - other);
  if (added === 0) return undefined;
  const ofUser = { factorE6: lossLimits.positionFactorE6, floor: lossLimits.positionFloor };
  if (isTooMuch(instrument, own + added, ofUser)) return "position_above_depth";
  const open = state.positions
    .filter((one) => one.instrument === index && one.side === "long")
    .reduce((sum, one) => sum + one.size, 0);
  const ofAll = { factorE6: lossLimits.openInterestFactorE6, floor: lossLimits.openInterestFloor };
  return isTooMuch(instrument, open + added, ofAll) ? "open_interest_above_depth" : undefined;
}
