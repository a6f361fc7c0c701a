import { Type } from "typebox";
import { spotOrderRow, spotOrderRowSchema } from "../../../../wire/v2/spot-order-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, id } from "../../../http/fields.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { RECEIVE_WINDOW_FIELDS } from "../../shared/paging.ts";

export const getSpotOrder = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/orderInfo"],
  version: "v2",
  summary: "One spot order by its id or client id",
  description: "An empty list when there is no such order.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  settles: true,
  request: Type.Object({
    orderId: Type.Optional(id()),
    clientOid: Type.Optional(clientOidV2()),
    ...RECEIVE_WINDOW_FIELDS,
  }),
  response: Type.Array(spotOrderRowSchema),
  async handle(context, request) {
    checkReceiveWindow(request, context.requestTimeMs);
    const order = await findOrder(context, request);
    if (order === undefined || order.backing !== "default") return [];
    const instrument = context.exchange.accounts.instrumentAt(order.instrument);
    if (instrument === undefined || instrument.isFutures) return [];
    return [spotOrderRow(context.exchange.accounts, context.principal.uid, instrument, order)];
  },
});
