/** How much a user may open, apart from margin: counts, shares, times. */

import { OPEN_ORDERS_MAX_DEFAULT } from "../../../src/core/base/limits.ts";
import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { WIDE_OPENING_LIMITS } from "../../support/command-drafts.ts";
import { reachOfSide } from "./naive-margin.ts";
import { type MarginOrder, positionOf } from "./naive-money.ts";
import {
  isClosing,
  isHedged,
  type NaiveInstrument,
  type NaiveLimits,
  type NaiveUser,
} from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

export const NO_LIMITS: NaiveLimits = WIDE_OPENING_LIMITS;

export function setOpeningLimits(
  state: NaiveState,
  command: CommandOf<"set_opening_limits">,
): void {
  const { kind: _, seq: __, timeMs: ___, instrument: index, ...limits } = command;
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (!instrument.isFutures) return state.rejectCommand(0, "instrument_not_futures");
  const isBad =
    limits.feeUpRatioE6 > 1_000_000 ||
    limits.costUpRatioE6 > 1_000_000 ||
    limits.positionShareE6 > 1_000_000 ||
    limits.symbolOrdersMax > 100_000 ||
    limits.productOrdersMax > 100_000 ||
    limits.positionsMax > 400 ||
    Math.min(limits.feeUpRatioE6, limits.costUpRatioE6, limits.opensUntilMs) < 0 ||
    Math.min(limits.symbolOrdersMax, limits.productOrdersMax) < 1 ||
    Math.min(limits.positionsMax, limits.positionShareE6) < 1;
  if (isBad) return state.rejectCommand(0, "opening_limits_out_of_bounds");
  instrument.limits = limits;
  state.emit("opening_limits_changed", { instrument: index });
}

/** Market makers, with an order limit above the default, have only that limit. */
function isMaker(user: NaiveUser): boolean {
  return user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT;
}

export function hasOrdersEnough(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
): boolean {
  const { isFutures, limits } = instrument;
  const traded = state
    .openOrdersOf(user.index)
    .map((order) => state.instrumentAt(order.instrument))
    .filter((one) => one.isFutures === isFutures);
  if (traded.length >= user.openOrdersMax) return true;
  if (!isFutures || isMaker(user)) return false;
  const ofProduct = traded.filter(({ category }) => category === instrument.category);
  if (ofProduct.length >= limits.productOrdersMax) return true;
  return traded.filter((one) => one === instrument).length >= limits.symbolOrdersMax;
}

/** Instruments, and where hedged their sides, that a user holds or may come to hold. */
function openPlaces(state: NaiveState, user: NaiveUser, instrument: NaiveInstrument): Set<string> {
  const places = new Set<string>();
  const add = (index: number, side: "long" | "short"): void => {
    const one = state.instrumentAt(index);
    if (one.category !== instrument.category) return;
    places.add(isHedged(user, one) ? `${index} ${side}` : `${index}`);
  };
  for (const one of state.positions) if (one.user === user.index) add(one.instrument, one.side);
  for (const one of state.openOrdersOf(user.index)) {
    if (!isClosing(one)) add(one.instrument, one.side === "buy" ? "long" : "short");
  }
  return places;
}

export function hasPositionsEnough(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  side: Side,
): boolean {
  const places = openPlaces(state, user, instrument);
  const { index, limits } = instrument;
  const own = isHedged(user, instrument) ? `${index} ${side === "buy" ? "long" : "short"}` : index;
  return !places.has(String(own)) && places.size >= limits.positionsMax;
}

/** Whether a side would be more than its share of all longs, and more than the first tier. */
export function isAboveShare(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  reach: { readonly side: "long" | "short"; readonly orders: readonly MarginOrder[] },
): boolean {
  const { index, limits, tiers } = instrument;
  if (limits.positionShareE6 === 1_000_000 || isMaker(user)) return false;
  const { orders, side } = reach;
  const opening = orders.filter(
    (one) => !one.isClosing && (one.side === "buy") === (side === "long"),
  );
  const own = positionOf(state, user.index, index, side)?.size ?? 0;
  const other = positionOf(state, user.index, index, side === "long" ? "short" : "long")?.size ?? 0;
  const ordered = opening.reduce((sum, one) => sum + one.size, 0);
  const lots = own + (isHedged(user, instrument) ? ordered : Math.max(0, ordered - other));
  const [scaled, unit] = reachOfSide(state, { user, instrument }, side, orders);
  const first = tiers[0];
  if (first !== undefined && scaled <= BigInt(first.valueMax) * unit) return false;
  const all = state.positions
    .filter((one) => one.instrument === index && one.side === "long")
    .reduce((sum, one) => sum + one.size, 0);
  return BigInt(lots) * 1_000_000n > BigInt(all) * BigInt(limits.positionShareE6);
}
