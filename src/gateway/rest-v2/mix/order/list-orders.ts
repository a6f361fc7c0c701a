import { Type } from "typebox";
import type { OrderStatus } from "../../../../projections/live/live-order.ts";
import { wireId } from "../../../../wire/ids.ts";
import { type OrderView, orderViewOfRow } from "../../../../wire/order-view.ts";
import { mixOrderRow, mixOrderRowSchema } from "../../../../wire/v2/mix-order-rows.ts";
import { ordersOfSource } from "../../../../wire/words/order-source-v2.ts";
import { MIX_ORDER_STATUSES_V2 } from "../../../../wire/words/order-words.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, enumeration, id, limit } from "../../../http/fields.ts";
import { openOrders } from "../../shared/find-orders.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { CONTRACTS_FIELDS } from "../market/contract-fields.ts";

const SPAN_DAYS_MAX = 90;

const ORDER_SOURCES = [
  "normal",
  "market",
  "profit_market",
  "loss_market",
  "Trader_delegate",
  "trader_profit",
  "trader_loss",
  "reverse",
  "trader_reverse",
  "profit_limit",
  "loss_limit",
  "liquidation",
  "delivery_close_long",
  "delivery_close_short",
  "pos_profit_limit",
  "pos_profit_market",
  "pos_loss_limit",
  "pos_loss_market",
] as const;

const FILTERS = {
  ...CONTRACTS_FIELDS,
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
  ...PAGE_FIELDS,
  limit: limit({ default: 100, max: 100 }),
};

const page = Type.Object({
  entrustedList: Type.Array(mixOrderRowSchema),
  endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
});

function pageOf(context: PrivateContext, orders: readonly OrderView[]) {
  const { exchange } = context;
  const last = orders.at(-1);
  return {
    entrustedList: orders.flatMap((order) => {
      const instrument = exchange.accounts.instrumentAt(order.instrument);
      return instrument === undefined ? [] : [mixOrderRow(exchange.accounts, instrument, order)];
    }),
    endId: last === undefined ? "" : wireId(last.orderId),
  };
}

/** Statuses of open orders; the wire word of each is what requests name. */
const OPEN_STATUSES = ["new", "partially_filled"] as const satisfies readonly OrderStatus[];

export const listOpenMixOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-pending"],
  version: "v2",
  summary: "Open futures orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...FILTERS,
    status: Type.Optional(
      enumeration(OPEN_STATUSES.map((status) => MIX_ORDER_STATUSES_V2[status])),
    ),
  }),
  response: page,
  handle(context, request) {
    const { startTime, endTime } = request;
    if (startTime !== undefined && endTime !== undefined) {
      windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    }
    const orders = openOrders(context, {
      instruments: mixInstruments(context, request),
      limit: request.limit,
      idLessThan: idBound(request.idLessThan),
      fromMs: startTime,
      toMs: endTime,
      orderId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      status: OPEN_STATUSES.find((status) => MIX_ORDER_STATUSES_V2[status] === request.status),
    });
    return pageOf(context, orders);
  },
});

export const listClosedMixOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-history"],
  version: "v2",
  summary: "Filled and cancelled futures orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...FILTERS,
    orderSource: Type.Optional(enumeration(ORDER_SOURCES)),
  }),
  response: page,
  async handle(context, request) {
    const { history } = context.exchange;
    const { orderSource } = request;
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await history.orders({
      ...windowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(mixInstruments(context, request)),
      statuses: ["filled", "cancelled"],
      orderId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
      ...(orderSource === undefined ? {} : ordersOfSource(orderSource)),
    });
    return pageOf(context, rows.map(orderViewOfRow));
  },
});
