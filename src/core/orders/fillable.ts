/** Checking whether a fill-or-kill order can fill completely at once. */
import { isSelfTrade, isWithinLimit, STP_CANCELS_TAKER } from "../matching/crossing.ts";
import { lots, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { instrumentAt, type State } from "../state.ts";
import { type ClosingAhead, isFilledAhead } from "./closing-ahead.ts";
import { bearsFill, isGuarded } from "./maker-guard.ts";

/**
 * Whether an order can fill completely at once. Resting orders that self-trade prevention would
 * cancel do not count; in a mode that cancels the taker, the first of them ends the count. Guarded
 * resting orders count only while their user bears the sum of their sizes at the worst of their
 * prices, the price of the first. Reduce-only orders that the fills before them cancel do not
 * count. A trade with an own resting order leaves the own position as it is, and cancels none.
 */
export function isFillable(state: State, book: OrderBook, slot: number, limit: Ticks): boolean {
  const orders = state.orders;
  const isBuy = orders.isBuy(slot);
  const mode = orders.stpMode(slot);
  const { isFutures } = instrumentAt(state, orders.instrument(slot));
  /** By user: the first guarded order, and the sum of the sizes of all of them. */
  const guarded = new Map<number, { readonly first: number; size: number }>();
  const isCounted = (resting: number): boolean => {
    if (!isGuarded(state, resting, isFutures)) return true;
    if (!isFutures) return bearsFill(state, resting, orders.remaining(resting), isFutures);
    const user = orders.user(resting);
    const sum = guarded.get(user) ?? { first: resting, size: 0 };
    guarded.set(user, sum);
    sum.size += orders.remaining(resting);
    return bearsFill(state, sum.first, lots(sum.size), isFutures);
  };
  const rows: ClosingAhead = new Map();
  const isFilled = (resting: number): boolean => {
    const isOwn = orders.user(resting) === orders.user(slot);
    if (!isFutures || isOwn) return isCounted(resting);
    return isFilledAhead(state, rows, resting, () => isCounted(resting));
  };
  let wanted = orders.remaining(slot) as number;
  book.walkOrders(!isBuy, (resting) => {
    if (!isWithinLimit(isBuy, limit, orders.price(resting))) return false;
    if (isSelfTrade(state, slot, resting)) return STP_CANCELS_TAKER[mode] === 0;
    if (isFilled(resting)) wanted -= orders.remaining(resting);
    return wanted > 0;
  });
  return wanted <= 0;
}
