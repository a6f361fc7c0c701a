import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { pendingStrategy, STRATEGY_ID_FIELDS } from "./strategy-requests.ts";

export const cancelStrategyOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/cancel-strategy-order"],
  version: "v3",
  summary: "Cancel a strategy order by its id or client id",
  description: "Take-profit and stop-loss in one order are cancelled both.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: Type.Object(STRATEGY_ID_FIELDS),
  response: Type.Null(),
  async handle(context, request) {
    const { planId, user } = pendingStrategy(context, request);
    const named = { user, planId, clientOrderId: "", withPaired: true };
    const command = { kind: "cancel_plan", ...named } as const;
    const { rejection } = await submitted(context, command, URGENT);
    return rejection === undefined ? null : rejectionError(rejection, "v3");
  },
});
