/** What a start needs of every market, in columns, so that it passes between threads quickly. */
import { indexIn, SIDES } from "../../core/base/vocabulary.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import type { Candle } from "../live/candle-series.ts";
import type { TradeRow } from "./tables.ts";

/** One element per candle, ascending; fields as in `Candle`. */
type CandleColumns = {
  readonly startMs: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
  readonly turnover: BigInt64Array;
};

/** One element per trade, oldest first; the side as its index in `SIDES`. */
export type TradeColumns = {
  readonly id: Float64Array;
  readonly price: Int32Array;
  readonly size: Float64Array;
  readonly takerSide: Uint8Array;
  readonly createdAtMs: Float64Array;
};

export type RecentMarket = {
  readonly instrument: number;
  /** Minutes of last price that start from this time on are complete; 0 if there are no others. */
  readonly completeFromMs: number;
  readonly minutes: CandleColumns;
  readonly trades: TradeColumns;
};

export function candleColumns(candles: readonly Candle[]): CandleColumns {
  return {
    startMs: Float64Array.from(candles, (one) => one.startMs),
    open: Int32Array.from(candles, (one) => one.open),
    high: Int32Array.from(candles, (one) => one.high),
    low: Int32Array.from(candles, (one) => one.low),
    close: Int32Array.from(candles, (one) => one.close),
    volume: Float64Array.from(candles, (one) => one.volume),
    turnover: BigInt64Array.from(candles, (one) => one.turnover),
  };
}

export function candlesOf(columns: CandleColumns): Candle[] {
  return Array.from(columns.startMs, (startMs, index) => ({
    startMs,
    open: ticks(columns.open[index] ?? 0),
    high: ticks(columns.high[index] ?? 0),
    low: ticks(columns.low[index] ?? 0),
    close: ticks(columns.close[index] ?? 0),
    volume: lots(columns.volume[index] ?? 0),
    turnover: atoms(columns.turnover[index] ?? 0n),
  }));
}

/** `trades` are newest first. */
export function tradeColumns(trades: readonly TradeRow[]): TradeColumns {
  const ascending = trades.toReversed();
  return {
    id: Float64Array.from(ascending, (one) => one.id),
    price: Int32Array.from(ascending, (one) => one.price),
    size: Float64Array.from(ascending, (one) => one.size),
    takerSide: Uint8Array.from(ascending, (one) => indexIn(SIDES, one.takerSide)),
    createdAtMs: Float64Array.from(ascending, (one) => one.createdAtMs),
  };
}
