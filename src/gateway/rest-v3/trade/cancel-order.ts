import { URGENT } from "../../../sequencer/port.ts";
import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { replied } from "../../orders/submitted.ts";
import { cancelOrderRequestV3, cancelOrderV3 } from "../../orders/v3-orders.ts";
import { changedReply, orderContextOf, orderReplySchema } from "./order-replies.ts";

export const cancelOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/cancel-order"],
  version: "v3",
  summary: "Cancel an open order by its id or client id",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: cancelOrderRequestV3,
  response: orderReplySchema,
  handle(context, request) {
    const command = cancelOrderV3(orderContextOf(context), request);
    return replied(context, command, (outcome) => changedReply(outcome, context), URGENT);
  },
});
