import { Type } from "typebox";
import { defineEndpoint, defineTradeEndpoint } from "../../../http/endpoint.ts";
import { batchOf } from "../../../http/fields.ts";
import {
  mixInstrumentFieldsV2,
  mixInstrumentV2,
  mixOrderV2,
  mixTermsV2,
  placeMixOrderRequestV2,
  placeMixOrderV2,
} from "../../../orders/v2-orders.ts";
import {
  BATCH_ITEMS_MAX,
  batchAnswer,
  batchResponse,
  orderIds,
  runBatch,
} from "../../shared/batch.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";

const SIDES_DESCRIPTION =
  "In hedge mode side names the position: buy the long, sell the short one; tradeSide says " +
  "whether it opens or closes. A reduce-only order that made older ones give way is answered " +
  "without orderId.";

export const placeMixOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/place-order"],
  version: "v2",
  summary: "Place a futures order",
  description: SIDES_DESCRIPTION,
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: placeMixOrderRequestV2,
  response: Type.Object({ orderId: Type.Optional(Type.String()), clientOid: Type.String() }),
  async handle(context, request) {
    mixInstrument(context, request);
    const command = placeMixOrderV2(orderContext(context), request);
    const outcome = await submitAccepted(context, command, "v2_mix");
    return orderIds(outcome, command.clientOrderId);
  },
});

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
