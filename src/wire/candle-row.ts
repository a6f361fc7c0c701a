/** Candles of REST and channels (trading-rules.md section 11). */
import { Type } from "typebox";
import type { Candle } from "../projections/live/candle-series.ts";
import type { ListedInstrument, Listings } from "./listings.ts";
import { priceText } from "./texts.ts";
import { volumeTexts } from "./volumes.ts";

export const candleRowsSchema = Type.Array(Type.Array(Type.String()));

/** Time, open, high, low, close, base volume and quote volume, in this order. */
export type CandleRow = [
  startMs: string,
  open: string,
  high: string,
  low: string,
  close: string,
  base: string,
  quote: string,
];

export function candleRow(
  listings: Listings,
  instrument: ListedInstrument,
  candle: Candle,
): CandleRow {
  const { base, quote } = volumeTexts(listings, instrument, candle);
  return [
    String(candle.startMs),
    priceText(instrument, candle.open),
    priceText(instrument, candle.high),
    priceText(instrument, candle.low),
    priceText(instrument, candle.close),
    base,
    quote,
  ];
}
