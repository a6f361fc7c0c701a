import { Type } from "typebox";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { batchOf } from "../../../http/fields.ts";
import { replaceSpotOrderRequestV2, replaceSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { BATCH_ITEMS_MAX, type ItemResult, isFailure, runBatch } from "../../shared/batch.ts";
import { orderContext, submit } from "../../shared/submit.ts";

const replaced = Type.Object({
  orderId: Type.String(),
  clientOid: Type.Union([Type.String(), Type.Null()]),
  success: Type.String({ description: "success or failure" }),
  msg: Type.Union([Type.String(), Type.Null()]),
});

const DESCRIPTION =
  "The old order is cancelled and a new one placed with its terms. When the new one is refused, " +
  "the old one stays cancelled.";

export const cancelReplaceOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/cancel-replace-order"],
  version: "v2",
  summary: "Cancel a spot order and place another in its stead",
  description: DESCRIPTION,
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: replaceSpotOrderRequestV2,
  response: replaced,
  async handle(context, request) {
    const command = replaceSpotOrderV2(orderContext(context), request);
    const { id, rejection } = await submit(context, command);
    if (rejection === "order_not_found") throw rejectionError(rejection, "v2_spot");
    if (rejection !== undefined) return refused(rejectionError(rejection, "v2_spot").message);
    return accepted(wireId(id), command.newClientOrderId);
  },
});

export const batchCancelReplaceOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-cancel-replace-order"],
  version: "v2",
  summary: "Cancel up to 50 spot orders and place others in their stead",
  description: DESCRIPTION,
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  request: Type.Object({
    orderList: batchOf(replaceSpotOrderRequestV2, {
      itemsMax: BATCH_ITEMS_MAX,
      tooMany: "40306",
    }),
  }),
  response: Type.Array(replaced),
  async handle(context: PrivateContext, request) {
    const orders = orderContext(context);
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_spot",
      toCommand: (item) => replaceSpotOrderV2(orders, item),
      clientOid: (command) => command.newClientOrderId,
    });
    return results.map(replacedOf);
  },
});

function replacedOf(result: ItemResult) {
  return isFailure(result)
    ? refused(result.errorMsg)
    : accepted(result.orderId ?? "", result.clientOid);
}

function accepted(orderId: string, clientOid: string) {
  return { orderId, clientOid: clientOid === "" ? null : clientOid, success: "success", msg: null };
}

function refused(msg: string) {
  return { orderId: "", clientOid: null, success: "failure", msg };
}
