/** Finding an open order of a user by either of its ids. */
import type { State } from "../state.ts";

/**
 * The slot of the user's open order, or 0. `orderId` wins over the client's id when both are given.
 * An order of another user is as unknown as one that does not exist.
 */
export function findOrder(
  state: State,
  named: { user: number; orderId: number; clientOrderId: string },
): number {
  const orders = state.orders;
  if (named.orderId !== 0) {
    const slot = orders.find(named.orderId);
    return slot !== 0 && orders.user(slot) === named.user ? slot : 0;
  }
  if (named.clientOrderId === "") return 0;
  return orders.clientIds.find(named.user, named.clientOrderId);
}
