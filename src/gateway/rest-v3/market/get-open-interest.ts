import { Type } from "typebox";
import { quantityText } from "../../../wire/sizes.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

export const getOpenInterest = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/open-interest"],
  version: "v3",
  summary: "Size of all open positions of one symbol or a whole category",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        symbol: Type.String(),
        openInterest: Type.String({ description: "Long positions, which equal the short ones" }),
      }),
    ),
    ts: Type.String(),
  }),
  handle(context, request) {
    const { live } = context.exchange;
    const instruments = instrumentsOf(context, request.category, request.symbol);
    const list = instruments.map((instrument) => {
      const { mark = 0, openInterest = 0 } = live.ticker(instrument.index) ?? {};
      const size = quantityText(instrument, openInterest, mark);
      return { symbol: instrument.symbol, openInterest: size };
    });
    return { list, ts: String(live.timeMs) };
  },
});
