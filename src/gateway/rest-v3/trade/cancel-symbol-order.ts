import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { categoryOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { instrumentOf, instrumentsOf } from "../instrument-scope.ts";
import { itemResults, orderResultSchema } from "./order-replies.ts";

/** One by one: the core's own command is about orders on what the wallet has. */
async function cancelMarginOrders(context: PrivateContext, name: string | undefined) {
  const { live } = context.exchange;
  const user = context.principal.userIndex;
  const wanted = instrumentsOf(context, "MARGIN", name).map(({ index }) => index);
  const orders = [...live.orders.openOf(user)].filter(
    ({ backing, instrument }) => backing === "unified_margin" && wanted.includes(instrument),
  );
  if (orders.length === 0) return rejectionError("no_orders", "v3");
  const items = orders.map(async ({ clientOrderId, instrument, orderId }) => {
    const ids = { user, orderId, clientOrderId: "" };
    const command = { kind: "cancel_order", ...ids } as const;
    const { rejection } = await submitted(context, command, URGENT);
    return { orderId, clientOrderId, instrument, rejection };
  });
  return { list: itemResults(await Promise.all(items)) };
}

export const cancelSymbolOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/cancel-symbol-order"],
  version: "v3",
  summary: "Cancel all open orders of a category, or of one of its symbols",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 5, per: "uid" },
  urgent: true,
  request: Type.Object({ category: category(), symbol: Type.Optional(symbol()) }),
  response: Type.Object({ list: Type.Array(orderResultSchema) }),
  handle(context, request) {
    if (request.category === "MARGIN") return cancelMarginOrders(context, request.symbol);
    const known = categoryOfWire(request.category);
    if (known === undefined) return wireError("40805");
    const { symbol: name } = request;
    const instrument =
      name === undefined ? 0 : instrumentOf(context, request.category, name).index + 1;
    const user = context.principal.userIndex;
    const scope = { user, category: known, instrument };
    const command = { kind: "cancel_orders", ...scope } as const;
    return submitted(context, command, URGENT).then(({ rejection, items }) =>
      rejection === undefined
        ? { list: itemResults(items ?? []) }
        : rejectionError(rejection, "v3"),
    );
  },
});
