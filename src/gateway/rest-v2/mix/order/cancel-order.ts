import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineTradeEndpoint } from "../../../http/endpoint.ts";
import { cancelMixOrderRequestV2, cancelMixOrderV2 } from "../../../orders/v2-orders.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";

export const cancelMixOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-order"],
  version: "v2",
  summary: "Cancel a futures order by its id or client id",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: cancelMixOrderRequestV2,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    mixInstrument(context, request);
    const command = cancelMixOrderV2(orderContext(context), request);
    const { id: orderId } = await submitAccepted(context, command, "v2_mix", URGENT);
    return { orderId: wireId(orderId), clientOid: clientOidOf(context, orderId) };
  },
});
