import { defineEndpoint } from "../../../http/endpoint.ts";
import { replaceSpotOrderRequestV2, replaceSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { orderIds } from "../../shared/batch.ts";
import { orderContext, submit } from "../../shared/submit.ts";
import {
  acceptedReplacement,
  REPLACE_DESCRIPTION,
  refusedReplacement,
  replacedOrder,
} from "./replaced-order.ts";

export const cancelReplaceOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/cancel-replace-order"],
  version: "v2",
  summary: "Cancel a spot order and place another in its stead",
  description: REPLACE_DESCRIPTION,
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: replaceSpotOrderRequestV2,
  response: replacedOrder,
  async handle(context, request) {
    const command = replaceSpotOrderV2(orderContext(context), request);
    const outcome = await submit(context, command);
    const { rejection } = outcome;
    if (rejection === "order_not_found") throw rejectionError(rejection, "v2_spot");
    if (rejection !== undefined)
      return refusedReplacement(rejectionError(rejection, "v2_spot").message, request);
    return acceptedReplacement(orderIds(outcome, command.newClientOrderId));
  },
});
