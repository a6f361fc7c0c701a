import { Type } from "typebox";
import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { batchOf } from "../../http/fields.ts";
import { placeOrderRequestV3, placeOrderV3 } from "../../orders/v3-orders.ts";
import {
  BATCH_ORDERS_MAX,
  batchResults,
  orderContextOf,
  orderResultSchema,
  placedReply,
} from "./order-replies.ts";

export const placeBatch = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/place-batch"],
  version: "v3",
  summary: "Place up to 20 orders, each succeeding or failing by itself",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  request: batchOf(placeOrderRequestV3, { itemsMax: BATCH_ORDERS_MAX, tooMany: "40306" }),
  response: Type.Array(orderResultSchema),
  handle(context, items) {
    const orders = orderContextOf(context);
    return batchResults(context, items, {
      command: (request) => placeOrderV3(orders, request),
      reply: (outcome, request) => placedReply(outcome, request.clientOid),
    });
  },
});
