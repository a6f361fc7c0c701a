import { Type } from "typebox";
import { defineTradeEndpoint } from "../../../http/endpoint.ts";
import { placeMixOrderRequestV2, placeMixOrderV2 } from "../../../orders/v2-orders.ts";
import { orderIds } from "../../shared/batch.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";
import { SIDES_DESCRIPTION } from "./sides-description.ts";

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
