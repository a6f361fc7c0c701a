import { Type } from "typebox";
import { spotOrderRow, spotOrderRowSchema } from "../../../../wire/v2/spot-order-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, id } from "../../../http/fields.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { RECEIVE_WINDOW_FIELDS } from "../../shared/paging.ts";
import { findTpslOrder } from "../plan/tpsl-orders.ts";

export const getSpotOrder = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/orderInfo"],
  version: "v2",
  summary: "One spot order by its id or client id",
  description:
    "An order that waits for a trigger price has tpslType tpsl. An empty list when there is no " +
    "such order.",
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
    const { accounts } = context.exchange;
    const order = await findOrder(context, request);
    if (order === undefined) {
      const waiting = await findTpslOrder(context, request);
      return waiting === undefined ? [] : [waiting];
    }
    const instrument = accounts.instrumentAt(order.instrument);
    const isSpot = instrument?.isFutures === false && order.backing === "default";
    return isSpot ? [spotOrderRow(accounts, context.principal.uid, instrument, order)] : [];
  },
});
