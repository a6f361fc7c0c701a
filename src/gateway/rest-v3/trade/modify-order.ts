import type { CommandOutcome } from "../../../core/base/outcome.ts";
import { defineTradeEndpoint } from "../../http/endpoint.ts";
import { replied } from "../../orders/submitted.ts";
import { modifyOrderRequestV3, modifyOrderV3 } from "../../orders/v3-orders.ts";
import { changedReply, orderContextOf, orderReplySchema } from "./order-replies.ts";

export const modifyOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/modify-order"],
  version: "v3",
  summary: "Change price or quantity of an open order, which keeps its id",
  description:
    "qty is the whole quantity, filled part included. With autoCancel=yes an order whose change " +
    "is refused is cancelled.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  request: modifyOrderRequestV3,
  response: orderReplySchema,
  handle(context, request) {
    const command = modifyOrderV3(orderContextOf(context), request);
    const { requestId } = request;
    const reply = (outcome: CommandOutcome) => changedReply(outcome, context);
    return replied(context, command, reply, { requestId });
  },
});
