/** Cancel and place anew: v2 spot cancel-replace and v2 futures modify. */

import { elementAt } from "../base/list.ts";
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import type { PlaceOrder, ReplaceOrder } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { exitsAfter, flatExits, hasExits, NO_EXITS } from "../plans/plan.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { findOrder } from "./find-order.ts";
import { placeOrder } from "./place-order.ts";

/**
 * The placing that follows the cancellation: the old order's terms and exits, new price, size and
 * id, and exits as changed.
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
  };
}

/**
 * The old order is cancelled (`order_closed` with reason `replaced`) and the new one placed; when
 * the new one is refused, the old one stays cancelled and `order_rejected` tells why (rest-v2.md,
 * cancel-replace-order). An unknown old order is `command_rejected` and nothing is placed;
 * so is one on margin, which is cancelled and placed anew by two commands.
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
  // An order may keep its client id when it is replaced.
  if (clientId === command.newClientOrderId) {
    state.users[command.user]?.closedClientIds?.forget("order", clientId);
  }
  placeOrder(state, successor, emit);
}
