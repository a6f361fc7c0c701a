/** The list of a user's open orders, in order of creation, and their counts. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { State } from "../state.ts";

/** Links a new order at the end of its user's list and counts it. */
export function linkToUser(state: State, user: User, slot: number, isFutures: boolean): void {
  const orders = state.orders;
  assert(orders.user(slot) === user.index, "an order is linked to the user who placed it");
  orders.setUserPrevious(slot, user.ordersLast);
  orders.setUserNext(slot, 0);
  if (user.ordersLast === 0) user.ordersFirst = slot;
  else orders.setUserNext(user.ordersLast, slot);
  user.ordersLast = slot;
  if (isFutures) user.openFuturesOrders += 1;
  else user.openSpotOrders += 1;
}

/** Takes a closed order out of its user's list and counts. */
export function unlinkFromUser(state: State, user: User, slot: number, isFutures: boolean): void {
  const orders = state.orders;
  const previous = orders.userPrevious(slot);
  const next = orders.userNext(slot);
  assert((previous === 0) === (user.ordersFirst === slot), "the first order has none before it");
  assert((next === 0) === (user.ordersLast === slot), "the last order has none after it");
  if (previous === 0) user.ordersFirst = next;
  else orders.setUserNext(previous, next);
  if (next === 0) user.ordersLast = previous;
  else orders.setUserPrevious(next, previous);
  if (isFutures) user.openFuturesOrders -= 1;
  else user.openSpotOrders -= 1;
  const open = isFutures ? user.openFuturesOrders : user.openSpotOrders;
  assert(open >= 0, "no more orders of a user end than were open");
}
