import { Type } from "typebox";
import { mixFillRow, mixFillRowSchema } from "../../../../wire/v2/mix-order-rows.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { id, limit } from "../../../http/fields.ts";
import { indexesOf, mapWithInstrument, mixInstruments } from "../../shared/instruments.ts";
import { endIdOf, idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { CONTRACTS_FIELDS } from "../market/contract-fields.ts";

const SPAN_DAYS_MAX = 90;

export function fillsEndpoint(path: string, summary: string): Endpoint {
  return defineEndpoint({
    method: "GET",
    paths: [path],
    version: "v2",
    summary,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...CONTRACTS_FIELDS,
      orderId: Type.Optional(id()),
      ...PAGE_FIELDS,
      limit: limit({ default: 100, max: 100 }),
    }),
    response: Type.Object({
      fillList: Type.Array(mixFillRowSchema),
      endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
    }),
    async handle(context, request) {
      const { exchange, principal } = context;
      const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
      const { rows } = await exchange.history.fills({
        ...windowOf(context, request, rules),
        user: principal.userIndex,
        instruments: indexesOf(mixInstruments(context, request)),
        orderId: idFilter(request.orderId),
        idLessThan: idBound(request.idLessThan),
        limit: request.limit,
      });
      const fillList = mapWithInstrument(context, rows, (instrument, row) =>
        mixFillRow(exchange.accounts, instrument, row),
      );
      return { fillList, endId: endIdOf(rows) };
    },
  });
}
