/** Cancelling orders on margin, one or many. */
import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { batchOf, clientOidV2, id, symbol } from "../../http/fields.ts";
import { cancelMarginOrderV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../shared/batch.ts";
import { clientOidOf } from "../shared/find-orders.ts";
import { orderContext, submitAccepted } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";

const ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
};

export const cancelMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "cancel-order")],
    version: "v2",
    summary: `Cancel an order on ${mode.word} margin by its id or client id`,
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    urgent: true,
    request: Type.Object({ symbol: symbol(), ...ID_FIELDS }),
    response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const command = cancelMarginOrderV2(orders, { instrument, backing: mode.wallet }, request);
      const outcome = await submitAccepted(context, command, "margin", URGENT);
      return { orderId: wireId(outcome.id), clientOid: clientOidOf(context, outcome.id) };
    },
  }),
);

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
      orderIdList: batchOf(Type.Object({ ...ID_FIELDS, clientId: Type.Optional(clientOidV2()) }), {
        itemsMax: BATCH_ITEMS_MAX,
        tooMany: "40912",
      }),
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
