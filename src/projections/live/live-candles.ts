import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { plus } from "../../core/money/arithmetic.ts";
import { lots, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import {
  baseOf,
  CANDLE_BASES,
  type CandleBase,
  type CandleInterval,
  candleStartMs,
  shiftedStartMs,
} from "./candle-interval.ts";
import { type Candle, CandleSeries } from "./candle-series.ts";
import type { LiveTrade } from "./live-trade.ts";

const MARKED = eventLayout("mark_price_changed");

/** Prices of an instrument that have candles. */
export const PRICE_KINDS = ["last", "mark", "index"] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** Rows of one read (rest-v2.md, rest-v3.md: 1,000 at most on every candle endpoint). */
export const CANDLES_PER_READ_MAX = 1_000;

export type CandleQuery = {
  readonly instrument: number;
  readonly kind: PriceKind;
  readonly interval: CandleInterval;
  /** Only candles that start at or after; from the oldest kept when absent. */
  readonly fromMs?: number | undefined;
  /** Only candles that start at or before; until now when absent. */
  readonly untilMs?: number | undefined;
  /** Number of rows, the newest, at most `CANDLES_PER_READ_MAX`. */
  readonly limit: number;
};

/** The base series of one price. */
class PriceCandles {
  readonly series: Readonly<Record<CandleBase, CandleSeries>> = {
    "1m": new CandleSeries("1m"),
    "1H": new CandleSeries("1H"),
  };

  record(timeMs: number, price: Ticks, size = ZERO_LOTS, value = ZERO_ATOMS): void {
    for (const base of CANDLE_BASES) this.series[base].record(timeMs, price, size, value);
  }
}

/**
 * Candles of last, mark and index price of all instruments. Base candles are kept for a bounded
 * time; the other intervals are aggregated from them when they are read.
 */
export class LiveCandles {
  readonly #byInstrument: Readonly<Record<PriceKind, PriceCandles>>[] = [];

  /** Returns one base series; the loader of the history store appends to it in time order. */
  series(instrument: number, kind: PriceKind, base: CandleBase): CandleSeries {
    return this.#of(instrument)[kind].series[base];
  }

  traded(trade: LiveTrade): void {
    const candles = this.#of(trade.instrument).last;
    candles.record(trade.timeMs, trade.price, trade.size, trade.value);
  }

  /** Reads `mark_price_changed`. */
  marked(reader: EventReader): void {
    const candles = this.#of(reader.number(MARKED.instrument));
    const mark = reader.number(MARKED.mark);
    const index = reader.number(MARKED.index);
    if (mark > 0) candles.mark.record(reader.timeMs, mark);
    if (index > 0) candles.index.record(reader.timeMs, index);
  }

  /** Returns ascending rows; a span without a trade has the close before as all its prices. */
  read(query: CandleQuery, nowMs: number): Candle[] {
    const { instrument, kind, interval } = query;
    const series = this.#byInstrument[instrument]?.[kind].series[baseOf(interval)];
    if (series === undefined || series.count === 0) return [];
    const limit = Math.min(query.limit, CANDLES_PER_READ_MAX);
    const last = candleStartMs(interval, Math.min(query.untilMs ?? nowMs, nowMs));
    const start = Math.max(
      shiftedStartMs(interval, last, 1 - limit),
      firstStartFrom(interval, query.fromMs ?? 0),
      oldestStartMs(series, interval),
    );
    return aggregate(series, interval, start, last);
  }

  /** Start of the oldest candle in memory; older ones are in the history store. */
  oldestStartMs(instrument: number, kind: PriceKind, interval: CandleInterval): number | undefined {
    const series = this.#byInstrument[instrument]?.[kind].series[baseOf(interval)];
    return series === undefined || series.count === 0 ? undefined : oldestStartMs(series, interval);
  }

  #of(instrument: number): Readonly<Record<PriceKind, PriceCandles>> {
    while (this.#byInstrument.length <= instrument) this.#byInstrument.push(newCandles());
    return this.#byInstrument[instrument] ?? newCandles();
  }
}

function newCandles(): Readonly<Record<PriceKind, PriceCandles>> {
  return { last: new PriceCandles(), mark: new PriceCandles(), index: new PriceCandles() };
}

/** Start of the first candle that starts at or after `timeMs`. */
function firstStartFrom(interval: CandleInterval, timeMs: number): number {
  const start = candleStartMs(interval, timeMs);
  return start < timeMs ? shiftedStartMs(interval, start, 1) : start;
}

/** Start of the oldest complete candle: a truncated series may lack a part of its oldest span. */
function oldestStartMs(series: CandleSeries, interval: CandleInterval): number {
  const oldest = series.startAt(0);
  return series.isTruncated ? firstStartFrom(interval, oldest) : candleStartMs(interval, oldest);
}

/** Returns one row per interval, from the start `startMs` to the start `lastMs`. */
function aggregate(
  series: CandleSeries,
  interval: CandleInterval,
  startMs: number,
  lastMs: number,
): Candle[] {
  const rows: Candle[] = [];
  let index = series.indexFrom(startMs);
  let close = index > 0 ? series.closeAt(index - 1) : undefined;
  for (let start = startMs; start <= lastMs; ) {
    const end = shiftedStartMs(interval, start, 1);
    const from = index;
    while (index < series.count && series.startAt(index) < end) index += 1;
    const row = combined(series, from, index, start) ?? flat(start, close);
    if (row !== undefined) {
      rows.push(row);
      close = row.close;
    }
    start = end;
  }
  return rows;
}

/** Merges the candles from index `from` to before `until`; `undefined` when there is none. */
export function combined(
  series: CandleSeries,
  from: number,
  until: number,
  startMs: number,
): Candle | undefined {
  if (from >= until) return undefined;
  const first = series.at(from);
  let { high, low, close, volume, turnover } = first;
  for (let index = from + 1; index < until; index++) {
    const next = series.at(index);
    if (next.high > high) high = next.high;
    if (next.low < low) low = next.low;
    close = next.close;
    volume = lots(volume + next.volume);
    turnover = plus(turnover, next.turnover);
  }
  return { startMs, open: first.open, high, low, close, volume, turnover };
}

function flat(startMs: number, close: Ticks | undefined): Candle | undefined {
  if (close === undefined) return undefined;
  const prices = { open: close, high: close, low: close, close };
  return { startMs, ...prices, volume: ZERO_LOTS, turnover: ZERO_ATOMS };
}
