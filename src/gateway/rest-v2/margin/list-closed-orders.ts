import { Type } from "typebox";
import { CLOSE_OUTCOMES, ORDER_SOURCES } from "../../../core/base/vocabulary.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { marginOrderRow, marginOrderRowSchema } from "../../../wire/v2/margin-order-rows.ts";
import { POINT_SOURCES_V2 } from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, enumeration } from "../../http/fields.ts";
import { spotInstrument } from "../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../shared/paging.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_LIST_FIELDS, SPAN_DAYS_MAX } from "./order-list-fields.ts";
import { PAGE_END, pageEnds } from "./record-page.ts";

/** Words of the interface (rest-v2.md, conventions); no order has one of an application. */
const SOURCES = ["WEB", "APP", "API", "SYS", "ANDROID", "IOS"] as const;

export const closedOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "history-orders")],
    version: "v2",
    summary: `Filled and cancelled orders on ${mode.word} margin, newest first`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...ORDER_LIST_FIELDS,
      clientOid: Type.Optional(clientOidV2()),
      enterPointSource: Type.Optional(enumeration(SOURCES)),
    }),
    response: Type.Object({ orderList: Type.Array(marginOrderRowSchema), ...PAGE_END }),
    async handle(context, request) {
      const { exchange, principal } = context;
      const instrument = spotInstrument(context, request.symbol);
      const source = request.enterPointSource;
      const sources = ORDER_SOURCES.filter((one) => POINT_SOURCES_V2[one] === source);
      const { rows } = await exchange.history.orders({
        ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
        user: principal.userIndex,
        instruments: [instrument.index],
        statuses: CLOSE_OUTCOMES,
        backing: mode.wallet,
        sources: source === undefined ? undefined : sources,
        orderId: idFilter(request.orderId),
        clientOrderId: request.clientOid,
        idLessThan: idBound(request.idLessThan),
        limit: request.limit,
      });
      const orderList = rows.map((row) =>
        marginOrderRow(exchange.accounts, instrument, orderViewOfRow(row)),
      );
      return { orderList, ...pageEnds(rows) };
    },
  }),
);
