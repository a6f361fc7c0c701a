import { Type } from "typebox";
import { instrumentOf } from "../../../../wire/listings.ts";
import { openSpotOrderRow, openSpotOrderRowSchema } from "../../../../wire/v2/spot-order-rows.ts";
import { defineEndpoint, JsonText } from "../../../http/endpoint.ts";
import { OrderRowTexts } from "../../../orders/order-row-texts.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { openOrders } from "../../shared/find-orders.ts";
import { spotInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, openWindowOf } from "../../shared/paging.ts";
import { SPOT_ORDER_LIST_FIELDS } from "../list-fields.ts";
import { pendingTpslOrders } from "../plan/tpsl-orders.ts";

const rowTexts = new OrderRowTexts();

export const listOpenSpotOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/unfilled-orders"],
  version: "v2",
  summary: "Open spot orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object(SPOT_ORDER_LIST_FIELDS),
  response: Type.Array(openSpotOrderRowSchema),
  handle(context, request) {
    checkReceiveWindow(request, context.requestTimeMs);
    const instruments = spotInstruments(context, request.symbol);
    if (request.tpslType === "tpsl") return pendingTpslOrders(context, instruments, request);
    const orders = openOrders(context, {
      instruments,
      limit: request.limit,
      idLessThan: idBound(request.idLessThan),
      ...openWindowOf(context, request),
      orderId: idFilter(request.orderId),
    });
    const { accounts } = context.exchange;
    const { uid } = context.principal;
    const list = rowTexts.listOf(orders, (order) =>
      openSpotOrderRow(accounts, uid, instrumentOf(accounts, order), order),
    );
    return new JsonText(list);
  },
});
