import { Type } from "typebox";
import { closedPositionRow, closedPositionRowSchema } from "../../../wire/v3/position-rows.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getHistoryPosition = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/position/history-position"],
  version: "v3",
  summary: "Closed positions, the latest closed first",
  description: "Of the last 90 days, by the time of closing; at most 30 days per query.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: Type.Optional(category(FUTURES_CATEGORIES)),
    productType: Type.Optional(
      category(FUTURES_CATEGORIES, { description: "Another name of category" }),
    ),
    symbol: Type.Optional(symbol()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({ list: Type.Array(closedPositionRowSchema), cursor: Type.String() }),
  async handle(context, request) {
    const line = request.category ?? request.productType;
    if (line === undefined) throw context.errors.missing("category");
    const { accounts, history } = context.exchange;
    const { rows, hasMore } = await history.closedPositions({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      instruments: instrumentFilter(context, { ...request, category: line }),
    });
    return {
      list: rows.map((row) => closedPositionRow(row, accounts)),
      cursor: nextCursor(rows, hasMore),
    };
  },
});
