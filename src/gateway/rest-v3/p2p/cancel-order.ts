import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { P2P_WRITE, stepP2pOrder } from "../../p2p/p2p-request.ts";

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
  handle: (context, { orderId }) => stepP2pOrder(context, { orderId, step: "cancel" }, URGENT),
});
