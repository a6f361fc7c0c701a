import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { newestRows } from "../../../projections/history/newest-rows.ts";
import { liquidationRow, liquidationRowSchema } from "../../../wire/v3/liquidation-row.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, id, limit, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";
import { cursorId, nextCursor, PAGE_ROWS } from "../paging.ts";

export const getLiquidations = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/liquidations"],
  version: "v3",
  summary: "Orders by which positions were liquidated, newest first",
  access: { kind: "public" },
  limit: { perSecond: 5, per: "ip" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
    limit: limit({ default: PAGE_ROWS, max: PAGE_ROWS, clamp: true }),
    cursor: Type.Optional(id()),
  }),
  response: Type.Object({
    list: Type.Array(liquidationRowSchema),
    cursor: Type.String(),
  }),
  async handle(context, request) {
    const idLessThan = cursorId(context, request.cursor);
    const instruments = instrumentsOf(context, request.category, request.symbol);
    const pages = await Promise.all(
      instruments.map(({ index: instrument }) =>
        context.exchange.history.liquidated({ instrument, idLessThan, limit: request.limit }),
      ),
    );
    const { hasMore, rows } = newestRows(pages, request.limit);
    const byIndex = new Map<number, Instrument>(instruments.map((one) => [one.index, one]));
    return {
      list: rows.flatMap((row) => {
        const instrument = byIndex.get(row.instrument);
        if (instrument === undefined) return [];
        return [liquidationRow(instrument, { ...row, timeMs: row.createdAtMs })];
      }),
      cursor: nextCursor(rows, hasMore),
    };
  },
});
