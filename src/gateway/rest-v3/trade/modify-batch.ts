import { Type } from "typebox";
import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { batchOf } from "../../http/fields.ts";
import { OncePerBatch } from "../../orders/once-per-batch.ts";
import { modifyOrderRequestV3, modifyOrderV3 } from "../../orders/v3-orders.ts";
import {
  BATCH_ORDERS_MAX,
  batchResults,
  changedReply,
  orderContextOf,
  orderResultSchema,
} from "./order-replies.ts";

export const modifyBatch = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/batch-modify-order"],
  version: "v3",
  summary: "Change up to 20 open orders, each at most once",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  request: batchOf(modifyOrderRequestV3, { itemsMax: BATCH_ORDERS_MAX, tooMany: "40306" }),
  response: Type.Array(orderResultSchema),
  handle(context, items) {
    const orders = orderContextOf(context);
    const once = new OncePerBatch();
    return batchResults(context, items, {
      command(request) {
        const command = modifyOrderV3(orders, request);
        once.take(command);
        return command;
      },
      reply: (outcome) => changedReply(outcome, context),
      requestId: (request) => request.requestId,
    });
  },
});
