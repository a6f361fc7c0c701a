import { Type } from "typebox";
import type { OrderStatus } from "../../../../projections/live/live-order.ts";
import { instrumentOf } from "../../../../wire/listings.ts";
import { mixOrderRow } from "../../../../wire/v2/mix-order-rows.ts";
import { MIX_ORDER_STATUSES_V2 } from "../../../../wire/words/order-words.ts";
import { defineEndpoint, JsonText } from "../../../http/endpoint.ts";
import { enumeration } from "../../../http/fields.ts";
import { OrderRowTexts } from "../../../orders/order-row-texts.ts";
import { openOrders } from "../../shared/find-orders.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, openWindowOf } from "../../shared/paging.ts";
import { endIdOf, ORDER_FILTERS, orderPage } from "./order-page.ts";

/** Statuses of open orders; requests name them by their wire words. */
const OPEN_STATUSES = ["new", "partially_filled"] as const satisfies readonly OrderStatus[];

const rowTexts = new OrderRowTexts();

export const listOpenMixOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-pending"],
  version: "v2",
  summary: "Open futures orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...ORDER_FILTERS,
    status: Type.Optional(
      enumeration(OPEN_STATUSES.map((status) => MIX_ORDER_STATUSES_V2[status])),
    ),
  }),
  response: orderPage,
  handle(context, request) {
    const orders = openOrders(context, {
      instruments: mixInstruments(context, request),
      limit: request.limit,
      idLessThan: idBound(request.idLessThan),
      ...openWindowOf(context, request),
      orderId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      status: OPEN_STATUSES.find((status) => MIX_ORDER_STATUSES_V2[status] === request.status),
    });
    const { accounts } = context.exchange;
    const list = rowTexts.listOf(orders, (order) =>
      mixOrderRow(accounts, instrumentOf(accounts, order), order),
    );
    return new JsonText(`{"entrustedList":${list},"endId":"${endIdOf(orders)}"}`);
  },
});
