import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { P2P_WRITE, stepP2pOrder } from "../../p2p/p2p-request.ts";

export const releaseP2pOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/order-release"],
  version: "v3",
  summary: "Release the coins of a paid order; for its seller",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  confirmed: true,
  request: Type.Object({ orderId: id() }),
  response: Type.String(),
  handle: (context, { orderId }) => stepP2pOrder(context, { orderId, step: "release" }),
});
