/** One shape for an order of the live views and of the history, and how to find it. */
import { idOfWire } from "../../../channels/wire-id.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { CloseReason, OrderBacking } from "../../../core/vocabulary.ts";
import type { OrderRow, OrderStatus } from "../../../projections/history/tables.ts";
import type { LiveOrder } from "../../../projections/live/live-order.ts";
import { exitsFromText } from "../../../projections/live/order-exits.ts";
import type { PrivateContext } from "../../http/endpoint.ts";

type Terms = Omit<LiveOrder, "status" | "closeReason" | "seq" | "lastFill">;

export interface OrderView extends Terms {
  readonly status: OrderStatus;
  /** Absent while the order is open. */
  readonly closeReason: CloseReason | undefined;
}

export function viewOfLive(order: LiveOrder): OrderView {
  return { ...order, status: order.status === "new" ? "live" : order.status };
}

export function viewOfRow(row: OrderRow): OrderView {
  const { id, closeReason, exits, ...terms } = row;
  return {
    ...terms,
    exits: exitsFromText(exits),
    orderId: id,
    closeReason: closeReason === "none" ? undefined : closeReason,
  };
}

/** The caller's order by either wire id, `orderId` first; in the live views, then in history. */
export async function findOrder(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
): Promise<OrderView | undefined> {
  const { exchange, principal } = context;
  const user = principal.userIndex;
  if (named.orderId !== undefined) {
    const orderId = idOfWire(named.orderId);
    if (orderId === undefined) return undefined;
    const live = exchange.live.orders.ownById(user, orderId);
    if (live !== undefined) return viewOfLive(live);
    const row = await exchange.history.order({ user, orderId });
    return row === undefined ? undefined : viewOfRow(row);
  }
  if (named.clientOid === undefined) throw context.errors.needsOneOf(["orderId", "clientOid"]);
  const clientOrderId = named.clientOid;
  const live = exchange.live.orders.byClientOrderId(user, clientOrderId);
  if (live !== undefined) return viewOfLive(live);
  const row = await exchange.history.order({ user, clientOrderId });
  return row === undefined ? undefined : viewOfRow(row);
}

export interface OpenOrdersFilter {
  readonly instruments: readonly Instrument[];
  readonly limit: number;
  readonly idLessThan?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
  readonly status?: string | undefined;
  /** What the orders draw on; those on margin have lists of their own. */
  readonly backing?: OrderBacking;
}

/** The caller's open orders, newest first. */
export function openOrders(context: PrivateContext, filter: OpenOrdersFilter): OrderView[] {
  const instruments = new Set(filter.instruments.map(({ index }) => index));
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY, orderId, clientOrderId, status } = filter;
  const { backing = "default" } = filter;
  const accepts = (order: LiveOrder): boolean =>
    instruments.has(order.instrument) &&
    order.backing === backing &&
    order.createdAtMs >= fromMs &&
    order.createdAtMs <= toMs &&
    (orderId === undefined || order.orderId === orderId) &&
    (clientOrderId === undefined || order.clientOrderId === clientOrderId) &&
    (status === undefined || viewOfLive(order).status === status);
  const { limit, idLessThan } = filter;
  const page = { limit, idLessThan, accepts };
  return context.exchange.live.orders.page(context.principal.userIndex, page).map(viewOfLive);
}

/** Why an order was cancelled; empty for one that was not. */
export function cancelReasonOf(order: OrderView): string {
  if (order.status !== "cancelled") return "";
  return order.closeReason === "self_trade" ? "stp_cancel" : "normal_cancel";
}

/** The client's id of an order that was open a moment ago; empty when it had none. */
export function clientOidOf(context: PrivateContext, orderId: number): string {
  const { exchange, principal } = context;
  return exchange.live.orders.ownById(principal.userIndex, orderId)?.clientOrderId ?? "";
}
