import { Type } from "typebox";
import { tickerRow, tickerRowSchema } from "../../../wire/v3/ticker-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

export const getTickers = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/tickers"],
  version: "v3",
  summary: "Last and best prices and 24-hour figures of one symbol or a whole category",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Array(tickerRowSchema),
  handle(context, request) {
    const instruments = instrumentsOf(context, request.category, request.symbol);
    const { accounts, live } = context.exchange;
    return instruments.flatMap((instrument) => {
      const ticker = live.ticker(instrument.index);
      return ticker === undefined
        ? []
        : [{ ...tickerRow(accounts, instrument, ticker), category: request.category }];
    });
  },
});
