import { Type } from "typebox";
import { idOfWire } from "../../../wire/ids.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { orderRow, orderRowSchema } from "../../../wire/v3/order-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV3, id } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const getOrderInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/order-info"],
  version: "v3",
  summary: "One order by its id or client id",
  description: "Of several orders under one client id the open one, else the latest, is answered.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  settles: true,
  request: Type.Object({
    orderId: Type.Optional(id({ description: "Wins when both are given" })),
    clientOid: Type.Optional(clientOidV3()),
  }),
  response: orderRowSchema,
  async handle(context, { orderId, clientOid }) {
    if (orderId === undefined && clientOid === undefined) {
      throw context.errors.needsOneOf(["orderId", "clientOid"]);
    }
    const { accounts, history, live } = context.exchange;
    const user = context.principal.userIndex;
    if (orderId !== undefined) {
      const number = idOfWire(orderId);
      if (number === undefined) return rejectionError("order_not_found", "v3");
      const order = live.orders.ownById(user, number);
      if (order !== undefined) return orderRow(order, accounts);
      const row = await history.order({ user, orderId: number });
      if (row === undefined) return rejectionError("order_not_found", "v3");
      return orderRow(orderViewOfRow(row), accounts);
    }
    const order = live.orders.byClientOrderId(user, clientOid ?? "");
    if (order !== undefined) return orderRow(order, accounts);
    const row = await history.order({ user, clientOrderId: clientOid });
    if (row === undefined) return rejectionError("order_not_found", "v3");
    return orderRow(orderViewOfRow(row), accounts);
  },
});
