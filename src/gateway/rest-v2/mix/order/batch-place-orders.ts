import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf } from "../../../http/fields.ts";
import {
  mixInstrumentFieldsV2,
  mixInstrumentV2,
  mixOrderV2,
  mixTermsV2,
} from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext } from "../../shared/submit.ts";
import { SIDES_DESCRIPTION } from "./sides-description.ts";

export const batchPlaceMixOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/batch-place-order"],
  version: "v2",
  summary: "Place up to 50 orders of one contract",
  description: `Each order succeeds or fails alone. ${SIDES_DESCRIPTION}`,
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  request: Type.Object({
    ...mixInstrumentFieldsV2,
    orderList: batchOf(mixTermsV2, { itemsMax: BATCH_ITEMS_MAX, tooMany: "40306" }),
  }),
  response: batchResponse,
  async handle(context, request) {
    const orders = orderContext(context);
    mixInstrument(context, request);
    const instrument = mixInstrumentV2(orders, request);
    const { marginMode } = request;
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_mix",
      toCommand: (item) => mixOrderV2(orders, instrument, { ...item, marginMode }),
      clientOid: (command) => command.clientOrderId,
    });
    return batchAnswer(results);
  },
});
