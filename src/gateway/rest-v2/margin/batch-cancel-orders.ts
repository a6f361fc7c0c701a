import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { URGENT } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { type BatchItem, batchOf, clientOidV2, symbol } from "../../http/fields.ts";
import { cancelMarginOrderV2, type MarginTarget } from "../../orders/margin-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../shared/batch.ts";
import { clientOidOf, openOrders } from "../shared/find-orders.ts";
import { spotInstrument } from "../shared/instruments.ts";
import { orderContext } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_ID_FIELDS } from "./order-id-fields.ts";

const itemSchema = Type.Object({
  ...ORDER_ID_FIELDS,
  clientId: Type.Optional(clientOidV2({ description: "As clientOid" })),
});
type Item = Type.Static<typeof itemSchema>;

/** Returns one item for each open order of the caller on the pair. */
function everyOpenOrder(
  context: PrivateContext,
  { backing, instrument }: MarginTarget & { readonly instrument: Instrument },
): readonly BatchItem<Item>[] {
  const instruments = [instrument];
  const orders = openOrders(context, { instruments, backing, limit: Number.MAX_SAFE_INTEGER });
  return orders.map(({ orderId }) => {
    return { value: { orderId: wireId(orderId) }, error: undefined, sent: {} };
  });
}

export const batchCancelMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "batch-cancel-order")],
    version: "v2",
    summary: `Cancel up to 50 orders on ${mode.word} margin, or all of a symbol`,
    description:
      "Without orderIdList every open order of the symbol is cancelled; succeeds as well when " +
      "there is none.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    batch: true,
    urgent: true,
    request: Type.Object({
      symbol: symbol(),
      orderIdList: Type.Optional(
        batchOf(itemSchema, { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" }),
      ),
    }),
    response: batchResponse,
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrument(context, request.symbol);
      const target = { instrument, backing: mode.wallet };
      const items = request.orderIdList ?? everyOpenOrder(context, target);
      const results = await runBatch(context, items, {
        dialect: "margin",
        options: URGENT,
        toCommand: ({ clientId, clientOid, orderId }) => {
          const clientName = clientOid ?? clientId;
          const named = {
            ...(orderId === undefined ? {} : { orderId }),
            ...(clientName === undefined ? {} : { clientOid: clientName }),
          };
          return cancelMarginOrderV2(orders, target, named);
        },
        clientOid: (_command, cancelled) => clientOidOf(context, cancelled.id),
      });
      return batchAnswer(results);
    },
  }),
);
