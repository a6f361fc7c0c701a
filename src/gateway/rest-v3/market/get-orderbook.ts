import { Type } from "typebox";
import { bookRow, bookRowSchema } from "../../../wire/v3/book-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, limit, symbol } from "../../http/fields.ts";
import { instrumentOf } from "../instrument-scope.ts";

export const LEVELS_DEFAULT = 5;
export const LEVELS_MAX = 200;

export const getOrderbook = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/orderbook"],
  version: "v3",
  summary: "The best levels of a book",
  description: "Levels are price and size, best first. seq is that of the channel books.",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(),
    symbol: symbol(),
    limit: limit({ default: LEVELS_DEFAULT, max: LEVELS_MAX, clamp: true }),
  }),
  response: bookRowSchema,
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const book = context.exchange.live.books.of(instrument.index);
    const timeMs = book.timeMs === 0 ? context.exchange.live.timeMs : book.timeMs;
    return bookRow(instrument, book.top(request.limit), { seq: book.seq, timeMs });
  },
});
