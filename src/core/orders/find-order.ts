/** Finding an open order of a user by the exchange's id or the client's id. */
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
  if (key.clientOrderId === "") return 0;
  return orders.clientIds.find(key.user, key.clientOrderId);
}
