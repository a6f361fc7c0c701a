import { Type } from "typebox";
import { mixOrderDetail, mixOrderDetailSchema } from "../../../../wire/v2/mix-order-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, id } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

export const getMixOrder = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/detail"],
  version: "v2",
  summary: "One futures order by its id or client id",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  settles: true,
  request: Type.Object({
    ...CONTRACT_FIELDS,
    orderId: Type.Optional(id()),
    clientOid: Type.Optional(clientOidV2()),
  }),
  response: mixOrderDetailSchema,
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const order = await findOrder(context, request);
    if (order === undefined || order.instrument !== instrument.index) throw wireError("40109");
    return mixOrderDetail(context.exchange.accounts, instrument, order);
  },
});
