/** Reversing a position by market orders. */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf, PlaceOrder } from "../../../src/core/commands/commands.ts";
import { isRemembered, namedBy } from "./naive-client-ids.ts";
import { cancelClosing } from "./naive-close.ts";
import { closingOrders } from "./naive-matching.ts";
import { positionOf } from "./naive-money.ts";
import { placeOrder } from "./naive-orders.ts";
import { isHedged } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

type Item = NonNullable<NaiveState["outcome"]["items"]>[number];

export function reversePosition(state: NaiveState, command: CommandOf<"reverse_position">): void {
  const { clientOrderId, positionSide: side, user: index } = command;
  const reject = (reason: Rejection): void => state.rejectCommand(index, reason);
  const user = state.ordinary(index);
  if (user === undefined) return reject("user_not_found");
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return reject("instrument_not_found");
  if (!instrument.isFutures) return reject("instrument_not_futures");
  const isTaken =
    namedBy(state.orders, index, clientOrderId) !== undefined ||
    isRemembered(state, "order", { user: index, id: clientOrderId });
  if (clientOrderId !== "" && isTaken) return reject("duplicate_client_order_id");
  const held = (): number => positionOf(state, index, instrument.index, side)?.size ?? 0;
  const before = held();
  if (before === 0) return reject("no_position");
  if (command.size > before) return reject("insufficient_position");
  const reversed = command.size === 0 ? before : command.size;

  const place = (positionSide: "net" | "long" | "short", size: number, id: string): Item => {
    state.outcome = { ...state.outcome, rejection: undefined, id: 0 };
    const order = {
      kind: "place_order",
      user: index,
      instrument: instrument.index,
      side: side === "long" ? "sell" : "buy",
      orderType: "market",
      timeInForce: "ioc",
      positionSide,
      reduceOnly: false,
      stpMode: "none",
      price: 0,
      size,
      quoteAmount: 0n,
      clientOrderId: id,
      source: "reversal",
    };
    placeOrder(state, order as PlaceOrder);
    const { id: orderId, rejection } = state.outcome;
    return { orderId, clientOrderId: id, instrument: instrument.index, rejection };
  };

  const items: Item[] = [];
  if (isHedged(user, instrument)) {
    const resting = closingOrders(state, index, instrument.index, side);
    const committed = resting.reduce((sum, order) => sum + order.size - order.filled, 0);
    if (committed > before - reversed) {
      cancelClosing(state, { user: index, instrument: instrument.index, side });
    }
    items.push(place(side, reversed, clientOrderId));
    const closed = before - held();
    if (closed > 0) items.push(place(side === "long" ? "short" : "long", closed, ""));
  } else {
    items.push(place("net", reversed + reversed, clientOrderId));
  }
  state.outcome = { ...state.outcome, rejection: undefined, id: 0, items };
}
