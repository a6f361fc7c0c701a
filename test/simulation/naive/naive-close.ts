/** Closing positions by one market order each. */
import type { CommandOf, PlaceOrder } from "../../../src/core/commands/commands.ts";
import { closeOrder, closingOrders } from "./naive-matching.ts";
import { positionOf } from "./naive-money.ts";
import { placeOrder } from "./naive-orders.ts";
import { isHedged } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Cancels the orders that only close a position, unless no market order could follow. */
export function cancelClosing(
  state: NaiveState,
  position: { readonly user: number; readonly instrument: number; readonly side: "long" | "short" },
): void {
  const { instrument, side, user } = position;
  const { status } = state.instrumentAt(instrument);
  if (status !== "online" && status !== "reduce_only") return;
  for (const order of closingOrders(state, user, instrument, side)) {
    closeOrder(state, order, "user_cancelled");
  }
}

export function closePositions(state: NaiveState, command: CommandOf<"close_positions">): void {
  const { category, positionSide, source, user: index } = command;
  const user = state.ordinary(index);
  if (user === undefined) return state.rejectCommand(index, "user_not_found");
  const items: NonNullable<NaiveState["outcome"]["items"]> = [];
  for (const instrument of state.instruments) {
    if (command.instrument !== 0 && instrument.index !== command.instrument - 1) continue;
    if (instrument.category !== category) continue;
    for (const side of ["long", "short"] as const) {
      if (positionSide !== "net" && positionSide !== side) continue;
      const position = positionOf(state, index, instrument.index, side);
      if (position === undefined) continue;
      cancelClosing(state, { user: index, instrument: instrument.index, side });
      const isHedge = isHedged(user, instrument);
      state.outcome = { ...state.outcome, rejection: undefined, id: 0 };
      const order = {
        kind: "place_order",
        user: index,
        instrument: instrument.index,
        side: side === "long" ? "sell" : "buy",
        orderType: "market",
        timeInForce: "ioc",
        positionSide: isHedge ? side : "net",
        reduceOnly: !isHedge,
        stpMode: "none",
        price: 0,
        size: Math.min(position.size, instrument.sizeLotsMarketMax),
        quoteAmount: 0n,
        clientOrderId: "",
        source,
      };
      placeOrder(state, order as PlaceOrder);
      const { id, rejection } = state.outcome;
      items.push({ orderId: id, clientOrderId: "", instrument: instrument.index, rejection });
    }
  }
  state.outcome = { ...state.outcome, rejection: undefined, id: 0 };
  if (items.length === 0) return state.rejectCommand(index, "no_position");
  state.outcome.items = items;
}
