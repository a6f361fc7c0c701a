import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { batchOf, symbol } from "../../http/fields.ts";
import { marginOrderV2, marginTermsV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../shared/batch.ts";
import { orderContext } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";

export const batchPlaceMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "batch-place-order")],
    version: "v2",
    summary: `Place up to 50 orders on ${mode.word} margin`,
    description: "Each order succeeds or fails alone.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    batch: true,
    request: Type.Object({
      symbol: symbol(),
      orderList: batchOf(marginTermsV2, { itemsMax: BATCH_ITEMS_MAX, tooMany: "40306" }),
    }),
    response: batchResponse,
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const results = await runBatch(context, request.orderList, {
        dialect: "margin",
        toCommand: (item) => marginOrderV2(orders, { instrument, backing: mode.wallet }, item),
        clientOid: (command) => command.clientOrderId,
      });
      return batchAnswer(results);
    },
  }),
);
