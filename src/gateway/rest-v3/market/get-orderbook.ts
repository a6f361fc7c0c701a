import { Type } from "typebox";
import type { Level } from "../../../projections/live/book-side.ts";
import { priceText, sizeText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, limit, symbol } from "../../http/fields.ts";
import { instrumentOf, TRADED_CATEGORIES } from "../instrument-scope.ts";

const LEVELS_DEFAULT = 5;
const LEVELS_MAX = 200;

export const getOrderbook = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/orderbook"],
  version: "v3",
  summary: "The best levels of a book",
  description: "Levels are price and size, best first. seq is that of the channel books.",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(TRADED_CATEGORIES),
    symbol: symbol(),
    limit: limit({ default: LEVELS_DEFAULT, max: LEVELS_MAX, clamp: true }),
  }),
  response: Type.Object({
    a: Type.Array(Type.Array(Type.String()), { description: "Asks, ascending" }),
    b: Type.Array(Type.Array(Type.String()), { description: "Bids, descending" }),
    ts: Type.String({ description: "When the book changed last" }),
    seq: Type.Integer({ description: "Of the last change" }),
  }),
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const book = context.exchange.live.books.of(instrument.index);
    const row = ({ price, size }: Level): string[] => [
      priceText(instrument, price),
      sizeText(instrument, size),
    ];
    return {
      a: book.asks.top(request.limit).map(row),
      b: book.bids.top(request.limit).map(row),
      ts: String(book.timeMs === 0 ? context.exchange.live.timeMs : book.timeMs),
      seq: book.seq,
    };
  },
});
