import { Type } from "typebox";
import { MARGIN_WALLETS } from "../../../core/base/vocabulary.ts";
import type { LiquidationRow } from "../../../projections/history/liquidation-record-tables.ts";
import { newestRows } from "../../../projections/history/newest-rows.ts";
import type { UnwindRow } from "../../../projections/history/tables.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { limit } from "../../http/fields.ts";
import { cursorId, nextCursor, PAGING_FIELDS } from "../../rest-v3/paging.ts";
import { namedAccount, UID_FIELD } from "../story-account.ts";
import { liquidationSummary, liquidationSummarySchema } from "./liquidation-summary.ts";

const PAGE_ROWS_DEFAULT = 20;
const PAGE_ROWS = 100;

export const listLiquidations = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/liquidations"],
  version: "v3",
  summary: "Liquidations of positions and margin accounts, newest first",
  access: { kind: "private", permission: ["read", "uta_trade_read"], accounts: "any" },
  limit: { perSecond: 5, per: "uid" },
  settles: true,
  request: Type.Object({
    limit: limit({ default: PAGE_ROWS_DEFAULT, max: PAGE_ROWS }),
    cursor: PAGING_FIELDS.cursor,
    ...UID_FIELD,
  }),
  response: Type.Object({ list: Type.Array(liquidationSummarySchema), cursor: Type.String() }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const user = namedAccount(context, request.uid);
    const idLessThan = cursorId(context, request.cursor);
    const page = { user, idLessThan, limit: request.limit };
    const found = await Promise.all([
      history.liquidations(page),
      ...MARGIN_WALLETS.map((wallet) => history.unwinds({ ...page, wallet, isForced: true })),
    ]);
    const { hasMore, rows } = newestRows<LiquidationRow | UnwindRow>(found, request.limit);
    return {
      list: rows.map((row) => liquidationSummary(accounts, row)),
      cursor: nextCursor(rows, hasMore),
    };
  },
});
