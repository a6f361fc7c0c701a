import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { P2P_WRITE, p2pId, submitP2p } from "../../p2p/p2p-request.ts";

export const cancelP2pOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/order-cancel"],
  version: "v3",
  summary: "Cancel an order that is not paid; for its buyer. Of this exchange",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: Type.Object({ orderId: id() }),
  response: Type.String(),
  handle(context, request) {
    const { userIndex: user } = context.principal;
    const step = { user, order: p2pId(request.orderId), step: "cancel" } as const;
    return submitP2p(context, { kind: "step_p2p_order", ...step }, URGENT);
  },
});
