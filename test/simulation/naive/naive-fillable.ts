/** Whether a fill-or-kill order fills whole: its trades are played through beforehand. */
import { isWithin, opposite, restingOf } from "./naive-book.ts";
import { canBearFill, isGuarded } from "./naive-maker-guard.ts";
import { positionOf } from "./naive-money.ts";
import { canTrade } from "./naive-open-loss.ts";
import { isHedged, type NaiveOrder, remainingOf } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

export function isSelfTrade(state: NaiveState, taker: NaiveOrder, maker: NaiveOrder): boolean {
  if (taker.stpMode === "none") return false;
  return state.userAt(taker.user).parent === state.userAt(maker.user).parent;
}

/** The reduce-only orders beside `maker` that end once only `held` of their position is left. */
function excessOf(
  state: NaiveState,
  maker: NaiveOrder,
  held: number,
  gone: ReadonlySet<NaiveOrder>,
): NaiveOrder[] {
  const beside = state.orders.filter(
    (one) =>
      one.user === maker.user &&
      one.instrument === maker.instrument &&
      one.side === maker.side &&
      one.reduceOnly &&
      !gone.has(one),
  );
  let total = beside.reduce((sum, one) => sum + remainingOf(one), 0);
  return beside.filter((one) => {
    if (total <= held) return false;
    total -= remainingOf(one);
    return true;
  });
}

/**
 * Whether the book fills the order whole; what self-trade prevention removes does not count, nor
 * guarded orders whose user cannot bear all of them so far at the worst price, nor reduce-only
 * orders that the fills before them leave without a position.
 */
export function isFillable(state: NaiveState, order: NaiveOrder, limit: number): boolean {
  const instrument = state.instrumentAt(order.instrument);
  let wanted = remainingOf(order);
  const guarded: NaiveOrder[] = [];
  const gone = new Set<NaiveOrder>();
  const held = new Map<number, number>();
  for (const maker of restingOf(state, order.instrument, opposite(order.side))) {
    if (!isWithin(order.side, limit, maker.price)) break;
    if (isSelfTrade(state, order, maker)) {
      if (order.stpMode === "cancel_maker") continue;
      break;
    }
    if (gone.has(maker)) continue;
    gone.add(maker);
    if (!canTrade(state, maker)) continue;
    if (isGuarded(state, maker)) {
      guarded.push(maker);
      const own = guarded.filter(({ user }) => user === maker.user);
      const sum = own.reduce((total, one) => total + remainingOf(one), 0);
      if (own[0] === undefined || !canBearFill(state, own[0], sum)) continue;
    }
    wanted -= remainingOf(maker);
    if (wanted <= 0) break;
    const isOwn = maker.user === order.user;
    if (!instrument.isFutures || isOwn || isHedged(state.userAt(maker.user), instrument)) continue;
    const side = maker.side === "sell" ? "long" : "short";
    const whole = positionOf(state, maker.user, maker.instrument, side)?.size ?? 0;
    const left = Math.max((held.get(maker.user) ?? whole) - remainingOf(maker), 0);
    held.set(maker.user, left);
    for (const one of excessOf(state, maker, left, gone)) gone.add(one);
  }
  return wanted <= 0;
}
