import { Type } from "typebox";
import type { BillsQuery } from "../../../projections/history/queries.ts";
import { BILL_KINDS, type BillRow } from "../../../projections/history/tables.ts";
import {
  isMarginKind,
  kindsOfRecord,
  RECORD_TYPES,
  type RecordType,
  recordRow,
  recordRowSchema,
  recordTypeOf,
} from "../../../wire/v3/record-row.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { CATEGORIES, type Category, coin, enumeration, symbol } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";
import { instrumentsOf } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

/** Pages of bills searched for one page of records of a type. */
const PAGES_SOUGHT_MAX = 10;

interface Found {
  readonly rows: readonly BillRow[];
  readonly cursor: string;
}

/**
 * Returns a page of bills of `type`. If bills of several kinds share the type, they are selected
 * from at most `PAGES_SOUGHT_MAX` pages: the page may then be short, and its cursor continues.
 */
async function billsOfType(
  context: PrivateContext,
  query: BillsQuery,
  type: RecordType | undefined,
): Promise<Found> {
  const { accounts, history } = context.exchange;
  const found: BillRow[] = [];
  let { idLessThan } = query;
  for (let sought = 0; sought < PAGES_SOUGHT_MAX; sought++) {
    const page = await history.bills({ ...query, idLessThan });
    for (const [at, row] of page.rows.entries()) {
      idLessThan = row.id;
      if (type !== undefined && recordTypeOf(row, accounts) !== type) continue;
      found.push(row);
      const isLast = at === page.rows.length - 1 && !page.hasMore;
      if (found.length === query.limit) {
        return { rows: found, cursor: nextCursor([row], !isLast) };
      }
    }
    if (!page.hasMore) return { rows: found, cursor: "" };
  }
  return { rows: found, cursor: nextCursor([{ id: idLessThan ?? 0 }], true) };
}

/** Returns the filter of the bills of a category: its instruments, or none; both for MARGIN. */
function scopeOf(
  context: PrivateContext,
  category: Category | "OTHER",
  symbol: string | undefined,
): Pick<BillsQuery, "isTrade" | "instruments"> {
  if (category === "OTHER") return { isTrade: false };
  if (category === "MARGIN" && symbol === undefined) return {};
  return { instruments: instrumentsOf(context, category, symbol).map(({ index }) => index) };
}

export const getFinancialRecords = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/financial-records"],
  version: "v3",
  summary: "Movements of the unified account's balances, newest first",
  description: "Of the last 90 days; at most 30 days per query. OTHER is all that is no trade.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: enumeration([...CATEGORIES, "OTHER"]),
    coin: Type.Optional(coin()),
    symbol: Type.Optional(symbol()),
    type: Type.Optional(enumeration(RECORD_TYPES)),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({ list: Type.Array(recordRowSchema), cursor: Type.String() }),
  async handle(context, request) {
    const { category, type } = request;
    const currency = request.coin === undefined ? undefined : coinOf(context, request.coin);
    const sought = type === undefined ? BILL_KINDS : kindsOfRecord(type);
    const isMargin = category === "MARGIN";
    const kinds = sought.filter((kind) => isMarginKind(kind) === isMargin);
    const scope = scopeOf(context, category, request.symbol);
    const query: BillsQuery = {
      ...historyPage(context, request),
      user: context.principal.userIndex,
      wallets: ["unified"],
      currency: currency?.index,
      kinds,
      ...scope,
    };
    const { rows, cursor } = await billsOfType(context, query, type);
    return { list: rows.map((row) => recordRow(row, context.exchange.accounts)), cursor };
  },
});
