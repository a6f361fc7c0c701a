import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { atoms, lots, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import {
  baseOf,
  CANDLE_BASES,
  type CandleBase,
  type CandleInterval,
  candleStartMs,
  firstStartFrom,
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

/** Minutes of last price, ascending. */
export type PastMinutes = {
  /** Minutes that start from this time on are complete; 0 if there are no others. */
  readonly completeFromMs: number;
  readonly minutes: readonly Candle[];
};

/** The base series of one price. */
class PriceCandles {
  readonly series: Readonly<Record<CandleBase, CandleSeries>> = {
    "1m": new CandleSeries("1m"),
    "1H": new CandleSeries("1H"),
    "1D": new CandleSeries("1D"),
    "1Dutc": new CandleSeries("1Dutc"),
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
  /** Loads the past of an instrument whose candles were not read yet. */
  readonly #expected = new Map<number, () => PastMinutes>();

  /**
   * Announces minutes before all recorded ones. `load` is called once: before the candles of the
   * instrument are read, or by `loadExpected`.
   */
  expectPast(instrument: number, load: () => PastMinutes): void {
    this.#expected.set(instrument, load);
  }

  /** Instruments whose announced minutes are not loaded. */
  get expected(): readonly number[] {
    return [...this.#expected.keys()];
  }

  /** Loads the announced minutes of an instrument unless they are loaded. */
  loadExpected(instrument: number): void {
    const load = this.#expected.get(instrument);
    if (load === undefined) return;
    this.#expected.delete(instrument);
    const { completeFromMs, minutes } = load();
    this.#prependMinutes(instrument, minutes, completeFromMs);
  }

  /** Returns one base series. */
  series(instrument: number, kind: PriceKind, base: CandleBase): CandleSeries {
    this.loadExpected(instrument);
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
    this.loadExpected(instrument);
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

  /** Whether memory has all candles of a query; the history store has the older ones. */
  reaches(query: CandleQuery, nowMs: number): boolean {
    const { fromMs = 0, instrument, interval, kind, limit, untilMs = nowMs } = query;
    this.loadExpected(instrument);
    const series = this.#byInstrument[instrument]?.[kind].series[baseOf(interval)];
    if (series?.isTruncated !== true) return true;
    if (series.count === 0) return false;
    const lastMs = candleStartMs(interval, Math.min(untilMs, nowMs));
    const firstMs = Math.max(shiftedStartMs(interval, lastMs, 1 - limit), fromMs);
    return firstMs >= oldestStartMs(series, interval);
  }

  /** Records that candles that start before this time are missing or lack a part. */
  missesBefore(instrument: number, timeMs: number, kinds: readonly PriceKind[]): void {
    const candles = this.#of(instrument);
    for (const kind of kinds) {
      for (const base of CANDLE_BASES) candles[kind].series[base].missesBefore(timeMs);
    }
  }

  /**
   * Loads the minutes of last price from a time on, before the first trade is recorded, and the
   * longer candles that they make up completely.
   */
  loadMinutes(instrument: number, minutes: readonly Candle[], completeFromMs: number): void {
    const { series } = this.#of(instrument).last;
    for (const minute of minutes) series["1m"].append(minute);
    for (const base of CANDLE_BASES) {
      series[base].missesBefore(completeFromMs);
      if (base === "1m") continue;
      const fromMs = completeFromMs === 0 ? 0 : firstStartFrom(base, completeFromMs);
      for (let index = series["1m"].indexFrom(fromMs); index < series["1m"].count; ) {
        const startMs = candleStartMs(base, series["1m"].startAt(index));
        const end = series["1m"].indexFrom(shiftedStartMs(base, startMs, 1));
        const candle = combined(series["1m"], index, end, startMs);
        if (candle !== undefined) series[base].append(candle);
        index = end;
      }
    }
  }

  /** As `loadMinutes`, of minutes before those that were recorded already. */
  #prependMinutes(instrument: number, minutes: readonly Candle[], completeFromMs: number): void {
    const { series } = this.#of(instrument).last;
    if (series["1m"].count === 0) return this.loadMinutes(instrument, minutes, completeFromMs);
    const older = new LiveCandles();
    older.loadMinutes(0, minutes, completeFromMs);
    for (const base of CANDLE_BASES) {
      const loaded = older.series(0, "last", base);
      const rows = Array.from({ length: loaded.count }, (_, index) => loaded.at(index));
      series[base].prepend(rows, completeFromMs);
    }
  }

  #of(instrument: number): Readonly<Record<PriceKind, PriceCandles>> {
    while (this.#byInstrument.length <= instrument) this.#byInstrument.push(newCandles());
    return this.#byInstrument[instrument] ?? newCandles();
  }
}

function newCandles(): Readonly<Record<PriceKind, PriceCandles>> {
  return { last: new PriceCandles(), mark: new PriceCandles(), index: new PriceCandles() };
}

/** Start of the oldest complete candle whose close before is known too, if there was one. */
function oldestStartMs(series: CandleSeries, interval: CandleInterval): number {
  const oldestMs = series.startAt(0);
  if (!series.isTruncated) return candleStartMs(interval, oldestMs);
  return firstStartFrom(interval, Math.max(oldestMs, series.completeFromMs));
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
    turnover = atoms(turnover + next.turnover);
  }
  return { startMs, open: first.open, high, low, close, volume, turnover };
}

function flat(startMs: number, close: Ticks | undefined): Candle | undefined {
  if (close === undefined) return undefined;
  const prices = { open: close, high: close, low: close, close };
  return { startMs, ...prices, volume: ZERO_LOTS, turnover: ZERO_ATOMS };
}
