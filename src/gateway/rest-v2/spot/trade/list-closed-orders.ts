import { Type } from "typebox";
import { CLOSE_OUTCOMES } from "../../../../core/base/vocabulary.ts";
import { orderViewOfRow } from "../../../../wire/order-view.ts";
import {
  closedSpotOrderRow,
  closedSpotOrderRowSchema,
} from "../../../../wire/v2/spot-order-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { indexesOf, mapWithInstrument, spotInstruments } from "../../shared/instruments.ts";
import { endedWindowOf, idBound, idFilter } from "../../shared/paging.ts";
import { SPOT_ORDER_LIST_FIELDS } from "../list-fields.ts";
import { closedTpslOrders } from "../plan/tpsl-orders.ts";

/** Longest span of one query and age of the oldest closed orders, in days. */
const SPAN_DAYS_MAX = 90;

export const listClosedSpotOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/history-orders"],
  version: "v2",
  summary: "Filled and cancelled spot orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object(SPOT_ORDER_LIST_FIELDS),
  response: Type.Array(closedSpotOrderRowSchema),
  async handle(context, request) {
    checkReceiveWindow(request, context.requestTimeMs);
    const { exchange, principal } = context;
    if (request.tpslType === "tpsl") return closedTpslOrders(context, request);
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await exchange.history.orders({
      ...endedWindowOf(context, request, rules),
      user: principal.userIndex,
      backing: "default",
      instruments: indexesOf(spotInstruments(context, request.symbol)),
      statuses: CLOSE_OUTCOMES,
      orderId: idFilter(request.orderId),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return mapWithInstrument(context, rows, (instrument, row) =>
      closedSpotOrderRow(exchange.accounts, principal.uid, instrument, orderViewOfRow(row)),
    );
  },
});
