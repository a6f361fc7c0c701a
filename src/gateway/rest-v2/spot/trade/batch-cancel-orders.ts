import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf, clientOidV2, enumeration, id, symbol } from "../../../http/fields.ts";
import { TPSL_TYPES } from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { BATCH_MODES, symbolOfItem } from "./batch-symbols.ts";
import { cancelCommand, cancelledClientOid } from "./cancelled-order.ts";

export const batchCancelSpotOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-cancel-order"],
  version: "v2",
  summary: "Cancel up to 50 spot orders",
  description: "Without a symbol each order is cancelled on whichever pair it is.",
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
        tpslType: Type.Optional(enumeration(TPSL_TYPES)),
      }),
      { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" },
    ),
  }),
  response: batchResponse,
  async handle(context, request) {
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_spot",
      options: URGENT,
      toCommand({ symbol: own, ...item }) {
        const name = symbolOfItem(request, own);
        return cancelCommand(context, name === undefined ? item : { ...item, symbol: name });
      },
      clientOid: (command, outcome) => cancelledClientOid(context, command, outcome),
    });
    return batchAnswer(results);
  },
});
