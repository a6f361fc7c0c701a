import { Type } from "typebox";
import { tradeRow, tradeRowSchema } from "../../../wire/v3/trade-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, limit, symbol } from "../../http/fields.ts";
import { instrumentOf } from "../instrument-scope.ts";

const TRADES_MAX = 100;

export const getPublicFills = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/fills"],
  version: "v3",
  summary: "The latest trades of a symbol, newest first",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(),
    symbol: symbol(),
    limit: limit({ default: TRADES_MAX, max: TRADES_MAX }),
  }),
  response: Type.Array(tradeRowSchema),
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { trades } = context.exchange.live;
    const newest = trades.page(instrument.index, { limit: request.limit });
    return newest.map((trade) => tradeRow(instrument, trade));
  },
});
