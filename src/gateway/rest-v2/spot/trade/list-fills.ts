import { Type } from "typebox";
import { spotFillRow, spotFillRowSchema } from "../../../../wire/v2/spot-order-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { id, limit, symbol } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { indexesOf, mapWithInstrument, spotInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

/** Age of the oldest fills in days (specification, Get Fills). */
const SPAN_DAYS_MAX = 90;

export const listSpotFills = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/fills"],
  version: "v2",
  summary: "Spot fills of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    // Required without `orderId`.
    symbol: Type.Optional(symbol()),
    orderId: Type.Optional(id()),
    ...PAGE_FIELDS,
    limit: limit({ default: 100, max: 100 }),
  }),
  response: Type.Array(spotFillRowSchema),
  async handle(context, request) {
    const { exchange, principal } = context;
    if (request.symbol === undefined && request.orderId === undefined) {
      throw wireError("40019", "symbol");
    }
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await exchange.history.fills({
      ...windowOf(context, request, rules),
      user: principal.userIndex,
      backing: "default",
      instruments: indexesOf(spotInstruments(context, request.symbol)),
      orderId: idFilter(request.orderId),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    const { accounts } = exchange;
    return mapWithInstrument(context, rows, (instrument, row) =>
      spotFillRow(accounts, principal.uid, instrument, row),
    );
  },
});
