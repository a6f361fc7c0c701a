/** Which rule applies to each command about orders and positions. */
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { closePositions } from "./naive-close.ts";
import { amendOrder, replaceOrder } from "./naive-order-exits.ts";
import { cancelOrder, cancelOrders, placeOrder } from "./naive-orders.ts";
import { movePosition } from "./naive-position-moves.ts";
import { reversePosition } from "./naive-reversal.ts";
import type { NaiveState } from "./naive-state.ts";

type OrderKind =
  | "place_order"
  | "amend_order"
  | "replace_order"
  | "cancel_order"
  | "cancel_orders"
  | "close_positions"
  | "reverse_position"
  | "move_position";
type OrderCommand = { [K in OrderKind]: CommandOf<K> }[OrderKind];

export function dispatchOrders(state: NaiveState, command: OrderCommand): void {
  switch (command.kind) {
    case "place_order":
      return placeOrder(state, command);
    case "amend_order":
      return amendOrder(state, command);
    case "replace_order":
      return replaceOrder(state, command);
    case "cancel_order":
      return cancelOrder(state, command);
    case "cancel_orders":
      return cancelOrders(state, command);
    case "close_positions":
      return closePositions(state, command);
    case "reverse_position":
      return reversePosition(state, command);
    case "move_position":
      return movePosition(state, command);
  }
}
