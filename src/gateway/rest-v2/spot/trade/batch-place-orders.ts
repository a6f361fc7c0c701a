import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf, enumeration, symbol } from "../../../http/fields.ts";
import { spotInstrumentV2, spotOrderV2, spotTermsV2 } from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { orderContext } from "../../shared/submit.ts";
import { BATCH_MODES, requiredSymbol } from "./batch-symbols.ts";

export const batchPlaceSpotOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-orders"],
  version: "v2",
  summary: "Place up to 50 spot orders",
  description: "Each order succeeds or fails alone. In batchMode multiple each names its symbol.",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    batchMode: enumeration(BATCH_MODES, { default: "single" }),
    orderList: batchOf(
      Type.Object({ symbol: Type.Optional(symbol()), ...spotTermsV2.properties }),
      { itemsMax: BATCH_ITEMS_MAX, tooMany: "40306" },
    ),
  }),
  response: batchResponse,
  async handle(context, request) {
    const orders = orderContext(context);
    if (request.batchMode === "single") {
      spotInstrumentV2(orders, requiredSymbol(request, undefined));
    }
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_spot",
      toCommand: (item) =>
        spotOrderV2(orders, spotInstrumentV2(orders, requiredSymbol(request, item.symbol)), item),
      clientOid: (command) => command.clientOrderId,
    });
    return batchAnswer(results);
  },
});
