import { Type } from "typebox";
import { closedPositionRow, closedPositionRowSchema } from "../../../../wire/v2/position-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { limit, productType, symbol } from "../../../http/fields.ts";
import {
  indexesOf,
  mapWithInstrument,
  mixInstruments,
  productTypeListing,
} from "../../shared/instruments.ts";
import { endIdOf, idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 90;

export const listClosedPositions = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/history-position"],
  version: "v2",
  summary: "Positions closed within the last 90 days, latest first",
  description: "Without productType: of the line that lists the symbol, else of USDT-FUTURES.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    productType: Type.Optional(productType()),
    ...PAGE_FIELDS,
    limit: limit({ default: 20, max: 100 }),
  }),
  response: Type.Object({
    list: Type.Array(closedPositionRowSchema),
    endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
  }),
  async handle(context, request) {
    const { exchange, principal } = context;
    const { symbol: named } = request;
    const listing = named === undefined ? undefined : productTypeListing(context, named);
    const line = request.productType ?? listing ?? "USDT-FUTURES";
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await exchange.history.closedPositions({
      ...windowOf(context, request, rules),
      user: principal.userIndex,
      instruments: indexesOf(mixInstruments(context, { ...request, productType: line })),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    const list = mapWithInstrument(context, rows, (instrument, row) =>
      closedPositionRow(exchange.accounts, instrument, row),
    );
    return { list, endId: endIdOf(rows) };
  },
});
