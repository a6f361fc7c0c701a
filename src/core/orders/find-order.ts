/** Finding an open order of a user by the exchange's id or the client's id. */

import { idOfText } from "../base/id-text.ts";
import type { State } from "../state.ts";

/**
 * Slot of the user's open order, or 0. `orderId` takes precedence over the client's id. An order of
 * another user counts as unknown.
 */
export function findOrder(
  state: State,
  key: { user: number; orderId: number; clientOrderId: string },
): number {
  const orders = state.orders;
  if (key.orderId !== 0) {
    const slot = orders.find(key.orderId);
    return slot !== 0 && orders.user(slot) === key.user ? slot : 0;
  }
  return key.clientOrderId === "" ? 0 : findByClientId(state, key.user, key.clientOrderId);
}

/**
 * Slot of the user's open order that is known by the client id, or 0. An order that was placed
 * without one is known by the text of its id, unless another order of the user has that text as its
 * client id.
 */
export function findByClientId({ orders }: State, user: number, clientId: string): number {
  const named = orders.clientIds.find(user, clientId);
  if (named !== 0) return named;
  const id = idOfText(clientId);
  const slot = id === undefined ? 0 : orders.find(id);
  return slot !== 0 && orders.user(slot) === user && !orders.clientIds.has(slot) ? slot : 0;
}
