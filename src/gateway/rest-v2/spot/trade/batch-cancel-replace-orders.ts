import { Type } from "typebox";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { batchOf } from "../../../http/fields.ts";
import { replaceSpotOrderRequestV2, replaceSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, type ItemResult, isFailure, runBatch } from "../../shared/batch.ts";
import { orderContext } from "../../shared/submit.ts";
import {
  acceptedReplacement,
  type NamedOrder,
  REPLACE_DESCRIPTION,
  refusedReplacement,
  replacedOrder,
} from "./replaced-order.ts";

export const batchCancelReplaceOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-cancel-replace-order"],
  version: "v2",
  summary: "Cancel up to 50 spot orders and place others in their stead",
  description: REPLACE_DESCRIPTION,
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  batch: true,
  request: Type.Object({
    orderList: batchOf(replaceSpotOrderRequestV2, {
      itemsMax: BATCH_ITEMS_MAX,
      tooMany: "40306",
    }),
  }),
  response: Type.Array(replacedOrder),
  async handle(context: PrivateContext, request) {
    const orders = orderContext(context);
    const results = await runBatch(context, request.orderList, {
      dialect: "v2_spot",
      toCommand: (item) => replaceSpotOrderV2(orders, item),
      clientOid: (command) => command.newClientOrderId,
    });
    return results.map((result, index) => {
      return replacedOf(result, request.orderList[index]?.value ?? {});
    });
  },
});

function replacedOf(result: ItemResult, named: NamedOrder) {
  return isFailure(result)
    ? refusedReplacement(result.errorMsg, named)
    : acceptedReplacement(result);
}
