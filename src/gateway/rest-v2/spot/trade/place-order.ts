import { Type } from "typebox";
import { defineTradeEndpoint } from "../../../http/endpoint.ts";
import { placeSpotOrderRequestV2, placeSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { orderIds } from "../../shared/batch.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";

export const placeSpotOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/place-order"],
  version: "v2",
  summary: "Place a spot order",
  description: "A market buy is sized in quote coin, every other order in base coin.",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: placeSpotOrderRequestV2,
  response: Type.Object({ orderId: Type.Optional(Type.String()), clientOid: Type.String() }),
  async handle(context, request) {
    const command = placeSpotOrderV2(orderContext(context), request);
    const outcome = await submitAccepted(context, command, "v2_spot");
    return orderIds(outcome, command.clientOrderId);
  },
});
