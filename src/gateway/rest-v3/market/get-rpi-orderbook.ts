import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { Level } from "../../../projections/live/book-side.ts";
import { quantityText } from "../../../wire/sizes.ts";
import { priceText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, limit, symbol } from "../../http/fields.ts";
import { instrumentOf, TRADED_CATEGORIES } from "../instrument-scope.ts";
import { LEVELS_DEFAULT, LEVELS_MAX } from "./get-orderbook.ts";

const levels = Type.Array(Type.Tuple([Type.String(), Type.String(), Type.String()]));

/** Price, size, and the size of orders for retail takers only, which do not exist here. */
const levelRow = (instrument: Instrument, { price, size }: Level): [string, string, string] => [
  priceText(instrument, price),
  quantityText(instrument, size, price),
  "0",
];

export const getRpiOrderbook = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/rpi-orderbook"],
  version: "v3",
  summary: "The best levels of a book with their part for retail takers only: 0",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    category: category(TRADED_CATEGORIES),
    symbol: symbol(),
    limit: limit({ default: LEVELS_DEFAULT, max: LEVELS_MAX, clamp: true }),
  }),
  response: Type.Object({ a: levels, b: levels, ts: Type.String() }),
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { live } = context.exchange;
    const book = live.books.of(instrument.index);
    const { asks, bids } = book.top(request.limit);
    const rowOf = (level: Level) => levelRow(instrument, level);
    const timeMs = book.timeMs === 0 ? live.timeMs : book.timeMs;
    return { a: asks.map(rowOf), b: bids.map(rowOf), ts: String(timeMs) };
  },
});
