import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf, clientOidV2, enumeration, id, symbol } from "../../../http/fields.ts";
import { cancelSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { orderContext } from "../../shared/submit.ts";
import { BATCH_MODES, symbolOfItem } from "./batch-symbols.ts";

export const batchCancelSpotOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-cancel-order"],
  version: "v2",
  summary: "Cancel up to 50 spot orders",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  urgent: true,
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    batchMode: enumeration(BATCH_MODES, { default: "single" }),
    orderList: batchOf(
      Type.Object({
        symbol: Type.Optional(symbol()),
        orderId: Type.Optional(id()),
        clientOid: Type.Optional(clientOidV2()),
      }),
      { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" },
    ),
  }),
  response: batchResponse,
  async handle(context, request) {
    const orders = orderContext(context);
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_spot",
      options: URGENT,
      toCommand: (item) =>
        cancelSpotOrderV2(orders, { ...item, symbol: symbolOfItem(request, item) }),
      clientOid: (_command, cancelled) => clientOidOf(context, cancelled.id),
    });
    return batchAnswer(results);
  },
});
