import { Type } from "typebox";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { modifyMixOrderV2 } from "../../../orders/modify-mix-order.ts";
import { modifyMixOrderRequestV2 } from "../../../orders/v2-orders.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";

export const modifyMixOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/modify-order"],
  version: "v2",
  summary: "Replace a futures order by one with another price and size",
  description:
    "With a new price and size the order is cancelled and a new one placed under newClientOid. " +
    "When the new one is refused, the old one stays cancelled. Presets alone leave the order " +
    "where it is. Nothing changes once a part of the order is filled.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: modifyMixOrderRequestV2,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    mixInstrument(context, request);
    const command = modifyMixOrderV2(orderContext(context), request);
    const { id } = await submitAccepted(context, command, "v2_mix");
    const isSame = command.kind === "amend_order";
    const clientOid = isSame ? clientOidOf(context, id) : command.newClientOrderId;
    return { orderId: wireId(id), clientOid };
  },
});
