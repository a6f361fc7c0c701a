import { Type } from "typebox";
import { idOfWire } from "../../../wire/ids.ts";
import { fillRow, fillRowSchema } from "../../../wire/v3/fill-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, id, symbol } from "../../http/fields.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getFills = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/fills"],
  version: "v3",
  summary: "The caller's fills, newest first",
  description: "Of the last 90 days; at most 30 days per query.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: Type.Optional(category()),
    symbol: Type.Optional(symbol()),
    orderId: Type.Optional(id()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({ list: Type.Array(fillRowSchema), cursor: Type.String() }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const page = historyPage(context, request);
    const instruments = instrumentFilter(context, request);
    const orderId = request.orderId === undefined ? undefined : idOfWire(request.orderId);
    if (request.orderId !== undefined && orderId === undefined) return { list: [], cursor: "" };
    const user = context.principal.userIndex;
    const { rows, hasMore } = await history.fills({
      ...page,
      user,
      instruments,
      orderId,
      backing: backingOfWire(request.category),
    });
    return {
      list: rows.map((row) => fillRow(row, accounts)),
      cursor: nextCursor(rows, hasMore),
    };
  },
});
