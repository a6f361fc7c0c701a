/** Candles of REST and channels (trading-rules.md section 11). */
import { Type } from "typebox";
import type { Candle } from "../projections/live/candle-series.ts";
import type { ListedInstrument, Listings } from "./listings.ts";
import type { Renamed } from "./row-types.ts";
import { priceText } from "./texts.ts";
import { volumeTexts } from "./volumes.ts";

export const candleRowsSchema = Type.Array(Type.Array(Type.String()));

/** Values of a candle as decimal texts; the start is in Unix milliseconds. */
interface CandleTexts {
  readonly start: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly base: string;
  readonly quote: string;
}

function candleTexts(
  listings: Listings,
  instrument: ListedInstrument,
  candle: Candle,
): CandleTexts {
  const { base, quote } = volumeTexts(listings, instrument, candle);
  return {
    start: String(candle.startMs),
    open: priceText(instrument, candle.open),
    high: priceText(instrument, candle.high),
    low: priceText(instrument, candle.low),
    close: priceText(instrument, candle.close),
    base,
    quote,
  };
}

/** Start, open, high, low, close, base volume and quote volume, in this order. */
export type CandleRow = [
  start: string,
  open: string,
  high: string,
  low: string,
  close: string,
  base: string,
  quote: string,
];

/** The row of futures in REST of v2 and of every product line in REST of v3. */
export function candleRow(
  listings: Listings,
  instrument: ListedInstrument,
  candle: Candle,
): CandleRow {
  const { start, open, high, low, close, base, quote } = candleTexts(listings, instrument, candle);
  return [start, open, high, low, close, base, quote];
}

/** The row of spot in REST of v2 and of every channel of v2: quote volume, once more in USDT. */
export type CandleRowInUsdt = [...CandleRow, usdt: string];

export function candleRowInUsdt(
  listings: Listings,
  instrument: ListedInstrument,
  candle: Candle,
): CandleRowInUsdt {
  const row = candleRow(listings, instrument, candle);
  const [, , , , , , quote] = row;
  return [...row, quote];
}

/** Names of the values of a candle on the channel `kline` of v3. */
interface PushNames {
  readonly start: "start";
  readonly open: "open";
  readonly high: "high";
  readonly low: "low";
  readonly close: "close";
  readonly base: "volume";
  readonly quote: "turnover";
}

/** A candle on the channel `kline` of v3. */
export type CandlePushV3 = Renamed<CandleTexts, PushNames>;

export function candlePushV3(
  listings: Listings,
  instrument: ListedInstrument,
  candle: Candle,
): CandlePushV3 {
  const { base, quote, ...prices } = candleTexts(listings, instrument, candle);
  return { ...prices, volume: base, turnover: quote };
}
