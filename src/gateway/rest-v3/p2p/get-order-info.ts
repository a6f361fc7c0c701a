import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { P2P_READ, p2pId } from "../../p2p/p2p-request.ts";
import { orderInfo, orderInfoSchema } from "./order-info.ts";

export const getP2pOrderInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/order-info"],
  version: "v3",
  summary: "One own order",
  description:
    "The payment account of the seller is shown to both parties while the order is open.",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ orderId: id() }),
  response: orderInfoSchema,
  async handle(context, request) {
    const { accounts, commands, history } = context.exchange;
    const user = context.principal.userIndex;
    const id = p2pId(request.orderId);
    const { rows } = await history.p2pOrders({ user, id, limit: 1 });
    const row = rows[0];
    if (row === undefined) throw wireError("60003");
    return orderInfo(accounts, row, commands.nowMs());
  },
});
