/** Finds orders of the caller in the live projection and in the history. */

import type { OrderBacking } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LiveOrder, OrderStatus } from "../../../projections/live/live-order.ts";
import { idOfWire } from "../../../wire/ids.ts";
import { type OrderView, orderViewOfRow } from "../../../wire/order-view.ts";
import type { PrivateContext, TradeContext } from "../../http/endpoint.ts";

/**
 * Returns the caller's order by either wire id, `orderId` first, from the live projection or the
 * history.
 */
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
    if (live !== undefined) return live;
    const row = await exchange.history.order({ user, orderId });
    return row === undefined ? undefined : orderViewOfRow(row);
  }
  if (named.clientOid === undefined) throw context.errors.needsOneOf(["orderId", "clientOid"]);
  const clientOrderId = named.clientOid;
  const live = exchange.live.orders.byClientOrderId(user, clientOrderId);
  if (live !== undefined) return live;
  const row = await exchange.history.order({ user, clientOrderId });
  return row === undefined ? undefined : orderViewOfRow(row);
}

export interface OpenOrdersFilter {
  readonly instruments: readonly Instrument[];
  readonly limit: number;
  readonly idLessThan?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
  readonly status?: OrderStatus | undefined;
  /** Backing of the orders; margin orders have lists of their own. */
  readonly backing?: OrderBacking;
}

/** Returns the caller's open orders, newest first. */
export function openOrders(
  context: PrivateContext,
  filter: OpenOrdersFilter,
): readonly LiveOrder[] {
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
    (status === undefined || order.status === status);
  const { limit, idLessThan } = filter;
  const page = { limit, idLessThan, accepts };
  return context.exchange.live.orders.page(context.principal.userIndex, page);
}

/** Returns the client order id of an order that was open a moment ago; empty if it had none. */
export function clientOidOf(context: TradeContext, orderId: number): string {
  const { exchange, principal } = context;
  return exchange.live.orders.ownById(principal.userIndex, orderId)?.clientOrderId ?? "";
}
