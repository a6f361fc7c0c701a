/** Whether, and at which prices, an incoming order matches resting orders. */

import { assert } from "../base/assert.ts";
import { indexIn, STP_MODES } from "../base/vocabulary.ts";
import { STP_TRAITS, wordFlags } from "../base/word-traits.ts";
import { type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { type State, userAt } from "../state.ts";

/** Whether a mode cancels the incoming or the resting order, by index of the mode. */
export const STP_CANCELS_TAKER = wordFlags(STP_MODES, (word) => STP_TRAITS[word].cancelsTaker);
export const STP_CANCELS_MAKER = wordFlags(STP_MODES, (word) => STP_TRAITS[word].cancelsMaker);
const STP_NONE = indexIn(STP_MODES, "none");

/** Whether a resting price lies within the limit of an incoming order; limit 0 means no limit. */
export function isWithinLimit(isBuy: boolean, limit: Ticks, resting: Ticks): boolean {
  if (limit === 0) return true;
  return isBuy ? resting <= limit : resting >= limit;
}

/** Whether an incoming order with this limit would trade at once. */
export function crosses(book: OrderBook, isBuy: boolean, limit: Ticks): boolean {
  const best = book.bestPrice(!isBuy);
  return best !== 0 && isWithinLimit(isBuy, limit, best);
}

/** Whether both orders belong to one parent account and the taker's mode forbids the trade. */
export function isSelfTrade(state: State, taker: number, maker: number): boolean {
  assert(taker !== maker, "an order does not trade with itself");
  const orders = state.orders;
  if (orders.stpMode(taker) === STP_NONE) return false;
  const takerUser = userAt(state, orders.user(taker));
  const makerUser = userAt(state, orders.user(maker));
  return takerUser.parent === makerUser.parent;
}

/**
 * Returns the worst price that an order of this size would reach in the book within its limit, or
 * the worst price of the side when the book has less; 0 when nothing is within the limit.
 */
export function reachedPrice(
  book: OrderBook,
  isBuy: boolean,
  order: { limit: Ticks; size: Lots },
): Ticks {
  let reached = NO_PRICE;
  let unfilled = order.size as number;
  for (let at = book.bestLevel(!isBuy); at !== 0; at = book.levelAfter(!isBuy, at)) {
    const price = book.priceOf(at);
    if (!isWithinLimit(isBuy, order.limit, price)) break;
    reached = price;
    unfilled -= book.totalOf(at);
    if (unfilled <= 0) break;
  }
  return reached;
}

/** Incoming order whose self-trade prevention cancels the resting orders of `parent` in its way. */
export type OrderPastOwn = {
  readonly isBuy: boolean;
  readonly limit: Ticks;
  /** Index of the parent account. */
  readonly parent: number;
};

/**
 * Visits the resting orders of other parent accounts within the limit of the order, best first,
 * until `visit` returns false.
 */
export function walkPastOwn(
  state: State,
  book: OrderBook,
  { isBuy, limit, parent }: OrderPastOwn,
  visit: (price: Ticks, size: Lots) => boolean,
): void {
  const { orders } = state;
  book.walkOrders(!isBuy, (resting) => {
    const price = orders.price(resting);
    if (!isWithinLimit(isBuy, limit, price)) return false;
    if (userAt(state, orders.user(resting)).parent === parent) return true;
    return visit(price, orders.remaining(resting));
  });
}

/** As `reachedPrice`, for an order that passes the orders of its parent account. */
export function reachedPastOwn(
  state: State,
  book: OrderBook,
  order: OrderPastOwn & { readonly size: Lots },
): Ticks {
  let reached = NO_PRICE;
  let unfilled = order.size as number;
  walkPastOwn(state, book, order, (price, size) => {
    reached = price;
    unfilled -= size;
    return unfilled > 0;
  });
  return reached;
}
