import { Type } from "typebox";
import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { batchOf } from "../../http/fields.ts";
import { cancelOrderRequestV3, cancelOrderV3 } from "../../orders/v3-orders.ts";
import {
  BATCH_ORDERS_MAX,
  batchResults,
  changedReply,
  orderContextOf,
  orderResultSchema,
} from "./order-replies.ts";

export const cancelBatch = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/cancel-batch"],
  version: "v3",
  summary: "Cancel up to 20 open orders, each by itself",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  urgent: true,
  request: batchOf(cancelOrderRequestV3, { itemsMax: BATCH_ORDERS_MAX, tooMany: "40912" }),
  response: Type.Array(orderResultSchema),
  handle(context, items) {
    const orders = orderContextOf(context);
    return batchResults(context, items, {
      command: (request) => cancelOrderV3(orders, request),
      reply: (outcome) => changedReply(outcome, context),
      urgent: true,
    });
  },
});
