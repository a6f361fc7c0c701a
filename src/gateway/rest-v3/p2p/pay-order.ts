import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { P2P_WRITE, stepP2pOrder } from "../../p2p/p2p-request.ts";

export const payP2pOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/order-pay"],
  version: "v3",
  summary: "Confirm that the payment of an order was made; for its buyer",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ orderId: id() }),
  response: Type.String(),
  handle: (context, { orderId }) => stepP2pOrder(context, { orderId, step: "pay" }),
});
