/**
 * Cancels open orders that their account can no longer afford (decision 0034). While free margin is
 * below zero and opening orders are priced beyond the mark, the newest of these is cancelled. Other
 * causes of missing margin cancel no order: the account waits for liquidation.
 */

import type { User } from "../accounts/user.ts";
import { LIQUIDATION_CANCELS_PER_STEP } from "../base/limits.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { isMarginEnough } from "../margin/coverage.ts";
import { closeOrder } from "../orders/close-order.ts";
import { walletOf } from "../positions/backing.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { isAdverse, mayLose, nearOpenLossOf } from "../positions/open-loss.ts";
import { type Emit, instrumentAt, markAt, type State } from "../state.ts";

/** Whether one account backs a user's orders in both instruments. */
function isSameAccount(user: User, one: Instrument, other: Instrument): boolean {
  if (!other.isFutures) return false;
  if (user.isUnified) return true;
  return one.settle === other.settle && walletOf(user, one) === walletOf(user, other);
}

/** Newest order beyond the mark of the account that backs an instrument, or 0. */
function newestBeyondMark(state: State, user: User, instrument: Instrument): number {
  const { orders } = state;
  for (let slot = user.ordersLast; slot !== 0; slot = orders.userPrevious(slot)) {
    const index = orders.instrument(slot);
    if (!isSameAccount(user, instrument, instrumentAt(state, index))) continue;
    if (isClosingOrder(state, slot)) continue;
    const mark = markAt(state, index);
    if (isAdverse(orders.isBuy(slot), orders.price(slot), mark)) return slot;
  }
  return 0;
}

/**
 * Cancels up to `LIQUIDATION_CANCELS_PER_STEP` such orders of a user; the next sweep continues.
 * Emits `order_closed` with reason `insolvent` for each.
 */
export function cancelUncovered(state: State, user: User, emit: Emit): void {
  if (user.openFuturesOrders === 0) return;
  const { positions } = state;
  let left = LIQUIDATION_CANCELS_PER_STEP;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!mayLose(state, row)) continue;
    if (nearOpenLossOf(state, row, LONG) === 0 && nearOpenLossOf(state, row, SHORT) === 0) continue;
    const index = positions.instrument.get(row);
    if (!isIndexFresh(state, index)) continue;
    const instrument = instrumentAt(state, index);
    while (left > 0 && !isMarginEnough(state, user, instrument)) {
      const slot = newestBeyondMark(state, user, instrument);
      if (slot === 0) break;
      closeOrder(state, slot, "insolvent", emit);
      left -= 1;
    }
  }
}
