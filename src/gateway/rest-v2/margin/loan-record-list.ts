import { type TProperties, Type } from "typebox";
import type { LoanRecordRow } from "../../../projections/history/tables.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import {
  defineEndpoint,
  type Endpoint,
  type EndpointLimit,
  type PrivateContext,
} from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { idFilter } from "../shared/paging.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { COIN_FIELD, PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

/** Returns the symbol, if there is one, and the times of a row. */
const FRAME = {
  symbol: Type.Optional(Type.String({ description: "Of isolated margin" })),
  cTime: Type.String(),
  uTime: Type.String(),
};

function frameOf(context: PrivateContext, row: LoanRecordRow) {
  const time = String(row.createdAtMs);
  const symbol = row.place === 0 ? {} : { symbol: symbolOfPlace(context, row.place) };
  return { ...symbol, cTime: time, uTime: time };
}

/** List of one kind of records. */
type RecordList<F extends TProperties> = {
  readonly path: string;
  readonly kind: LoanRecordRow["kind"];
  /** Start of the summary. */
  readonly what: string;
  /** Name of the parameter that selects one record, if there is one. */
  readonly idName: "loanId" | "repayId" | undefined;
  /** What the limit of the crossed list counts by; `uid` when absent. */
  readonly crossedPer?: EndpointLimit["per"];
  readonly fields: F;
  rowOf(exchange: ExchangeAccess, row: LoanRecordRow): { readonly [N in keyof F]: string };
};

export function listEndpoints<F extends TProperties>(list: RecordList<F>): readonly Endpoint[] {
  const { idName, crossedPer = "uid" } = list;
  const fields: TProperties = list.fields;
  const idField = idName === undefined ? {} : { [idName]: Type.Optional(id()) };
  return forBothModes((mode) =>
    defineEndpoint({
      method: "GET",
      paths: [marginPath(mode, list.path)],
      version: "v2",
      summary: `${list.what} in ${mode.word} margin, newest first`,
      access: { kind: "private", permission: "read" },
      limit: { perSecond: 10, per: mode.word === "crossed" ? crossedPer : "uid" },
      request: Type.Object({
        ...symbolField(mode),
        ...RECORD_PAGE_FIELDS,
        ...COIN_FIELD,
        ...idField,
      }),
      response: Type.Object({
        resultList: Type.Array(Type.Object({ ...fields, ...FRAME })),
        ...PAGE_END,
      }),
      async handle(context, request) {
        const { exchange } = context;
        const named: Readonly<Record<string, unknown>> = request;
        const wanted = idName === undefined ? undefined : named[idName];
        const { rows } = await exchange.history.loanRecords({
          ...recordQuery(context, mode, request),
          kind: list.kind,
          id: typeof wanted === "string" ? idFilter(wanted) : undefined,
        });
        const resultList = rows.map((row) => ({
          ...list.rowOf(exchange, row),
          ...frameOf(context, row),
        }));
        return { resultList, ...pageEnds(rows) };
      },
    }),
  );
}
