import { Type } from "typebox";
import { CLOSE_OUTCOMES } from "../../../../core/base/vocabulary.ts";
import { orderViewOfRow } from "../../../../wire/order-view.ts";
import { ordersOfSource } from "../../../../wire/words/order-source-v2.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration } from "../../../http/fields.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../../shared/paging.ts";
import { ORDER_FILTERS, orderPage, orderPageOf, SPAN_DAYS_MAX } from "./order-page.ts";

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

export const listClosedMixOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-history"],
  version: "v2",
  summary: "Filled and cancelled futures orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...ORDER_FILTERS,
    orderSource: Type.Optional(enumeration(ORDER_SOURCES)),
  }),
  response: orderPage,
  async handle(context, request) {
    const { history } = context.exchange;
    const { orderSource } = request;
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await history.orders({
      ...windowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(mixInstruments(context, request)),
      statuses: CLOSE_OUTCOMES,
      orderId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
      ...(orderSource === undefined ? {} : ordersOfSource(orderSource)),
    });
    return orderPageOf(context, rows.map(orderViewOfRow));
  },
});
