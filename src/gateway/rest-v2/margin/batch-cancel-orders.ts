import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { batchOf, clientOidV2, symbol } from "../../http/fields.ts";
import { cancelMarginOrderV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../shared/batch.ts";
import { orderContext } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_ID_FIELDS } from "./order-id-fields.ts";

export const batchCancelMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "batch-cancel-order")],
    version: "v2",
    summary: `Cancel up to 50 orders on ${mode.word} margin`,
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    batch: true,
    urgent: true,
    request: Type.Object({
      symbol: symbol(),
      orderIdList: batchOf(
        Type.Object({ ...ORDER_ID_FIELDS, clientId: Type.Optional(clientOidV2()) }),
        {
          itemsMax: BATCH_ITEMS_MAX,
          tooMany: "40912",
        },
      ),
    }),
    response: batchResponse,
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const results = await runBatch(context, request.orderIdList, {
        dialect: "margin",
        options: URGENT,
        toCommand: ({ clientId, clientOid, orderId }) => {
          const clientName = clientOid ?? clientId;
          const named = {
            ...(orderId === undefined ? {} : { orderId }),
            ...(clientName === undefined ? {} : { clientOid: clientName }),
          };
          return cancelMarginOrderV2(orders, { instrument, backing: mode.wallet }, named);
        },
        clientOid: (_command, item) => item.clientOid ?? item.clientId ?? "",
      });
      return batchAnswer(results);
    },
  }),
);
