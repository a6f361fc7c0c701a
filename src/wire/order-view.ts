/** One shape for an order wherever it comes from: the live projection, the history, or an event. */
import type { OrderRow } from "../projections/history/tables.ts";
import type { LiveOrder, OrderStatus } from "../projections/live/live-order.ts";
import { exitsFromText } from "../projections/live/order-exits.ts";

/** An order as wire rows read it. A `LiveOrder` is one as it is, so pushes copy nothing. */
export type OrderView = Omit<LiveOrder, "lastFill" | "seq">;

/** The history stores `live` for an order that has no fill yet. */
const STATUS_OF_ROW: Readonly<Record<OrderRow["status"], OrderStatus>> = {
  live: "new",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "cancelled",
};

/** An order of the history. */
export function orderViewOfRow(row: OrderRow): OrderView {
  const { id, closeReason, exits, status, ...terms } = row;
  return {
    ...terms,
    orderId: id,
    exits: exitsFromText(exits),
    status: STATUS_OF_ROW[status],
    closeReason: closeReason === "none" ? undefined : closeReason,
  };
}
