/** Replacing an order by a new one: v2 spot cancel-replace and v2 futures modify. */
import { elementAt } from "../base/list.ts";
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import type { PlaceOrder, ReplaceOrder } from "../commands/commands.ts";
import { flatExits, NO_EXITS } from "../commands/exits.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { exitsAfter, hasExits } from "../plans/plan.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { findOrder } from "./find-order.ts";
import { placeOrder } from "./place-order.ts";

/**
 * The command that places the new order: the terms of the old one, with price, size, client id and
 * exits as the command changes them.
 */
function successorOf(state: State, slot: number, command: ReplaceOrder): PlaceOrder {
  const orders = state.orders;
  const kept = state.plans.orderExits.get(orders.id(slot))?.exits ?? NO_EXITS;
  const exits = exitsAfter(kept, command.exits);
  return {
    kind: "place_order",
    user: command.user,
    instrument: orders.instrument(slot),
    side: orders.isBuy(slot) ? "buy" : "sell",
    orderType: elementAt(ORDER_TYPES, orders.orderType(slot)),
    timeInForce: elementAt(TIMES_IN_FORCE, orders.timeInForce(slot)),
    positionSide: elementAt(POSITION_SIDES, orders.positionSide(slot)),
    reduceOnly: orders.isReduceOnly(slot),
    stpMode: elementAt(STP_MODES, orders.stpMode(slot)),
    price: command.price === 0 ? orders.price(slot) : command.price,
    size: command.size === 0 ? orders.remaining(slot) : command.size,
    quoteAmount: ZERO_ATOMS,
    clientOrderId: command.newClientOrderId,
    source: elementAt(ORDER_SOURCES, orders.source(slot)),
    exits: hasExits(exits) ? flatExits(exits) : undefined,
    margin: undefined,
    sizing: command.sizing,
  };
}

/**
 * Closes the old order (`order_closed` with reason `replaced`) and places the new one. If the new
 * order is refused, the old one stays closed and `order_rejected` gives the reason (rest-v2.md,
 * cancel-replace-order). Emits `command_rejected` and places nothing if the old order is unknown or
 * on margin; orders on margin are replaced by two commands.
 */
export function replaceOrder(state: State, command: ReplaceOrder, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const slot = findOrder(state, command);
  if (slot === 0 || state.orders.instrument(slot) !== command.instrument) {
    return rejectCommand(state, command.user, "order_not_found", emit);
  }
  if (state.orders.isOnMargin(slot)) {
    return rejectCommand(state, command.user, "order_not_amendable", emit);
  }
  const successor = successorOf(state, slot, command);
  const clientId = state.orders.clientIds.textOf(slot);
  closeOrder(state, slot, "replaced", emit);
  // The new order may have the client id of the old one.
  if (clientId === command.newClientOrderId) {
    state.users[command.user]?.closedClientIds?.forget("order", clientId);
  }
  placeOrder(state, successor, emit);
}
