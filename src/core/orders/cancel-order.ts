/** Cancelling one order, or all orders of a category or instrument. */

import type { User } from "../accounts/user.ts";
import type { OutcomeItem } from "../base/outcome.ts";
import type { CancelOrder, DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Emit, instrumentAt, ordinaryUser, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { findOrder } from "./find-order.ts";

/** Emits `order_closed`, or `command_rejected` when the user has no such open order. */
export function cancelOrder(state: State, command: CancelOrder, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, command.user, "order_not_found", emit);
  state.outcome.id = state.orders.id(slot);
  closeOrder(state, slot, "user_cancelled", emit);
}

function isInScope(instrument: Instrument, command: DraftOf<"cancel_orders">): boolean {
  if (command.instrument !== 0) return instrument.index === command.instrument - 1;
  return instrument.category === command.category;
}

/**
 * Cancels the user's orders in scope, except orders on margin. Emits `order_closed` for each in
 * order of creation, or `command_rejected` with `no_orders` if there are none. The outcome lists
 * the orders.
 */
export function cancelOrders(state: State, command: DraftOf<"cancel_orders">, emit: Emit): void {
  const orders = state.orders;
  const user: User | undefined = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const items: OutcomeItem[] = [];
  let slot = user.ordersFirst;
  while (slot !== 0) {
    const next = orders.userNext(slot);
    const instrument = instrumentAt(state, orders.instrument(slot));
    if (isInScope(instrument, command) && !orders.isOnMargin(slot)) {
      items.push({
        orderId: orders.id(slot),
        clientOrderId: orders.clientIds.textOf(slot),
        instrument: instrument.index,
        rejection: undefined,
      });
      closeOrder(state, slot, "user_cancelled", emit);
    }
    slot = next;
  }
  if (items.length === 0) return rejectCommand(state, command.user, "no_orders", emit);
  state.outcome.items = items;
}
