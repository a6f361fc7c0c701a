/** Whether, and how far, an incoming order meets the resting ones. */

import { indexIn, STP_MODES } from "../base/vocabulary.ts";
import { STP_TRAITS, wordFlags } from "../base/word-traits.ts";
import { type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { type State, userAt } from "../state.ts";

/** By index of the mode. */
export const STP_CANCELS_TAKER = wordFlags(STP_MODES, (word) => STP_TRAITS[word].cancelsTaker);
export const STP_CANCELS_MAKER = wordFlags(STP_MODES, (word) => STP_TRAITS[word].cancelsMaker);
const STP_NONE = indexIn(STP_MODES, "none");

/** True when a resting price lies within the limit of an incoming order; limit 0 is no limit. */
export function isWithinLimit(isBuy: boolean, limit: Ticks, resting: Ticks): boolean {
  if (limit === 0) return true;
  return isBuy ? resting <= limit : resting >= limit;
}

/** True when the incoming order would trade at once. */
export function crosses(book: OrderBook, isBuy: boolean, limit: Ticks): boolean {
  const best = book.bestPrice(!isBuy);
  return best !== 0 && isWithinLimit(isBuy, limit, best);
}

/** Both orders belong to one parent account, and the taker's mode forbids the trade. */
export function isSelfTrade(state: State, taker: number, maker: number): boolean {
  const orders = state.orders;
  if (orders.stpMode(taker) === STP_NONE) return false;
  const takerUser = userAt(state, orders.user(taker));
  const makerUser = userAt(state, orders.user(maker));
  return takerUser.parent === makerUser.parent;
}

/**
 * The farthest price that a size would reach in the book within a limit, or the best price of the
 * side when the book is thinner; 0 when nothing is in reach.
 */
export function reachedPrice(
  book: OrderBook,
  isBuy: boolean,
  terms: { limit: Ticks; size: Lots },
): Ticks {
  let reached = NO_PRICE;
  let wanted = terms.size as number;
  book.walkLevels(!isBuy, (price, total) => {
    if (!isWithinLimit(isBuy, terms.limit, price)) return false;
    reached = price;
    wanted -= total;
    return wanted > 0;
  });
  return reached;
}
