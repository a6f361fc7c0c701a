import { Type } from "typebox";
import { marginOrderRow, marginOrderRowSchema } from "../../../wire/v2/margin-order-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2 } from "../../http/fields.ts";
import { openOrders } from "../shared/find-orders.ts";
import { spotInstrument } from "../shared/instruments.ts";
import { idBound, idFilter, openWindowOf } from "../shared/paging.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_LIST_FIELDS } from "./order-list-fields.ts";
import { PAGE_END, pageEnds } from "./record-page.ts";

export const openOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "open-orders")],
    version: "v2",
    summary: `Open orders on ${mode.word} margin, newest first, however old`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({ ...ORDER_LIST_FIELDS, clientOid: Type.Optional(clientOidV2()) }),
    response: Type.Object({ orderList: Type.Array(marginOrderRowSchema), ...PAGE_END }),
    handle(context, request) {
      const { exchange } = context;
      const instrument = spotInstrument(context, request.symbol);
      const orders = openOrders(context, {
        instruments: [instrument],
        backing: mode.wallet,
        limit: request.limit,
        idLessThan: idBound(request.idLessThan),
        ...openWindowOf(context, request),
        orderId: idFilter(request.orderId),
        clientOrderId: request.clientOid,
      });
      const ids = orders.map(({ orderId }) => ({ id: orderId }));
      const orderList = orders.map((order) => marginOrderRow(exchange.accounts, instrument, order));
      return { orderList, ...pageEnds(ids) };
    },
  }),
);
