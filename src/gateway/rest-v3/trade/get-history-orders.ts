import { Type } from "typebox";
import { CLOSE_OUTCOMES } from "../../../core/base/vocabulary.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { orderRow, orderRowSchema } from "../../../wire/v3/order-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getHistoryOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/history-orders"],
  version: "v3",
  summary: "Filled and cancelled orders, newest first",
  description: "Of the last 90 days, by the time of their creation; at most 30 days per query.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: category(),
    symbol: Type.Optional(symbol()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({ list: Type.Array(orderRowSchema), cursor: Type.String() }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { rows, hasMore } = await history.orders({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      instruments: instrumentFilter(context, request),
      backing: backingOfWire(request.category),
      statuses: CLOSE_OUTCOMES,
    });
    return {
      list: rows.map((row) => orderRow(orderViewOfRow(row), accounts)),
      cursor: nextCursor(rows, hasMore),
    };
  },
});
