import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { replied } from "../../orders/submitted.ts";
import { placeOrderRequestV3, placeOrderV3 } from "../../orders/v3-orders.ts";
import { orderContextOf, orderReplySchema, placedReply } from "./order-replies.ts";

export const placeOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/place-order"],
  version: "v3",
  summary: "Place an order",
  description:
    "Hedge mode needs posSide: buy long and sell short open, sell long and buy short close. An " +
    "exact repeat of a pending order under the same clientOid is answered with that order.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  request: placeOrderRequestV3,
  response: orderReplySchema,
  handle(context, request) {
    const command = placeOrderV3(orderContextOf(context), request);
    const { clientOid } = request;
    return replied(context, command, (outcome) => placedReply(outcome, clientOid));
  },
});
