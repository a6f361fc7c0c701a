/** The book as a list of resting orders; the best one is looked for each time. */
import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { PlaceOrder } from "../../../src/core/commands/commands.ts";
import { type NaiveOrder, remainingOf } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Resting orders of a side, best first: by price, then by arrival. */
export function restingOf(state: NaiveState, instrument: number, side: Side): NaiveOrder[] {
  return state.orders
    .filter((one) => one.instrument === instrument && one.side === side && one.place !== undefined)
    .sort((a, b) => {
      const byPrice = side === "buy" ? b.price - a.price : a.price - b.price;
      return byPrice === 0 ? (a.place ?? 0) - (b.place ?? 0) : byPrice;
    });
}

/** What an order meets in the book, best first; `passing` is the parent whose orders it cancels. */
export function metBy(
  state: NaiveState,
  order: {
    readonly instrument: number;
    readonly side: Side;
    readonly limit: number;
    readonly passing?: number | undefined;
  },
): NaiveOrder[] {
  const { instrument, limit, passing, side } = order;
  return restingOf(state, instrument, opposite(side)).filter(
    (one) => isWithin(side, limit, one.price) && state.userAt(one.user).parent !== passing,
  );
}

/** The parent whose orders an order cancels in its way and trades on, if it does. */
export function passingOf(state: NaiveState, order: PlaceOrder): number | undefined {
  return order.stpMode === "cancel_maker" ? state.userAt(order.user).parent : undefined;
}

/** The best resting order of a side. */
export function bestOrder(
  state: NaiveState,
  instrument: number,
  side: Side,
): NaiveOrder | undefined {
  let best: NaiveOrder | undefined;
  for (const one of state.orders) {
    if (one.instrument !== instrument || one.side !== side || one.place === undefined) continue;
    if (best === undefined) {
      best = one;
      continue;
    }
    const better = side === "buy" ? one.price - best.price : best.price - one.price;
    if (better > 0 || (better === 0 && one.place < (best.place ?? 0))) best = one;
  }
  return best;
}

/** The best price of a side, 0 when nothing rests there. */
export function bestPrice(state: NaiveState, instrument: number, side: Side): number {
  return bestOrder(state, instrument, side)?.price ?? 0;
}

/** Tells what now rests at a price. */
export function emitLevel(state: NaiveState, order: NaiveOrder): void {
  const { instrument, price, side } = order;
  let size = 0;
  for (const one of state.orders) {
    const isThere = one.instrument === instrument && one.side === side && one.price === price;
    if (isThere && one.place !== undefined) size += remainingOf(one);
  }
  state.emit("level_changed", { instrument, side, price, size });
}

export function isWithin(side: Side, limit: number, resting: number): boolean {
  if (limit === 0) return true;
  return side === "buy" ? resting <= limit : resting >= limit;
}

export function opposite(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}

/** Whether an order with this limit would trade at once. */
export function wouldCross(
  state: NaiveState,
  instrument: number,
  side: Side,
  limit: number,
): boolean {
  const best = bestPrice(state, instrument, opposite(side));
  return best > 0 && isWithin(side, limit, best);
}
