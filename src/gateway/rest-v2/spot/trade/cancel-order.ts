import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineTradeEndpoint } from "../../../http/endpoint.ts";
import { cancelSpotOrderRequestV2 } from "../../../orders/v2-orders.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { cancelCommand, cancelledClientOid } from "./cancelled-order.ts";

export const cancelSpotOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/cancel-order"],
  version: "v2",
  summary: "Cancel a spot order by its id or client id",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: cancelSpotOrderRequestV2,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    const command = cancelCommand(context, request);
    const outcome = await submitAccepted(context, command, "v2_spot", URGENT);
    const clientOid = cancelledClientOid(context, command, outcome);
    return { orderId: wireId(outcome.id), clientOid };
  },
});
