/** Candles and funding rates of the computed past. Nothing computed is stored. */

import { ticks } from "../../core/money/units.ts";
import {
  BASE_SPAN_MS,
  type CandleBase,
  type CandleInterval,
  candleStartMs,
  shiftedStartMs,
} from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";
import { combinedCandles } from "./combined-candles.ts";
import { PAST_ROWS_MAX } from "./limits.ts";
import type { PastListing, PastSource } from "./past-source.ts";
import type { CandleRow, FundingRateRow, PriceKind } from "./tables.ts";

/** Settled funding of the past goes back a year. */
const FUNDING_PAST_MS = 366 * 86_400_000;

export type PastSeries = {
  readonly instrument: number;
  readonly priceKind: PriceKind;
  readonly base: CandleBase;
};

/** A past that was founded, with the instruments that have one. */
export type FoundedPast = {
  readonly endMs: number;
  readonly source: PastSource;
  readonly listings: ReadonlyMap<number, PastListing>;
};

type Bounds = { readonly fromMs: number; readonly toMs: number };

/** Candles of a series from `fromMs` to the end of the past, ascending. */
type Computed = { readonly fromMs: number; readonly rows: readonly Candle[] };

export class ComputedPast {
  readonly #read: () => FoundedPast | undefined;
  /** `undefined` until it is read; `none` on an exchange without a past. */
  #founded: FoundedPast | "none" | undefined;
  /** The least recently used first. */
  readonly #series = new Map<string, Computed>();
  readonly #parts = new Map<string, CandleRow>();
  #rows = 0;

  constructor(read: () => FoundedPast | undefined) {
    this.#read = read;
  }

  /** Whether an instrument has a past. */
  has(instrument: number): boolean {
    return this.#past?.listings.has(instrument) === true;
  }

  /** Called when the terms or the instruments of the past may have changed. */
  reset(): void {
    this.#founded = undefined;
    this.#series.clear();
    this.#parts.clear();
    this.#rows = 0;
  }

  /** End of the past in ms; 0 without a past. */
  get endMs(): number {
    return this.#past?.endMs ?? 0;
  }

  /**
   * Returns ascending candles that start before the end of the past: the newest `limit` from
   * `fromMs` to `toMs`, both inclusive. An instrument without a past has none.
   */
  candles(series: PastSeries, window: Bounds & { readonly limit: number }): CandleRow[] {
    const past = this.#past;
    const listing = listingOf(past, series);
    if (past === undefined || listing === undefined || window.limit <= 0) return [];
    const spanMs = BASE_SPAN_MS[series.base];
    const lastMs = candleStartMs(series.base, Math.min(window.toMs, past.endMs - 1));
    const fromMs = Math.max(window.fromMs, lastMs - (window.limit - 1) * spanMs);
    if (fromMs > lastMs) return [];
    const { rows } = this.#computed(past, listing, { ...series, interval: series.base }, fromMs);
    const first = indexFrom(rows, fromMs);
    const end = indexFrom(rows, lastMs + 1);
    return rows
      .slice(Math.max(first, end - window.limit), end)
      .map((row) => ({ ...row, ...series }));
  }

  /**
   * Returns ascending candles of an interval from `fromMs`, the start of one, to the candles of the
   * base that start by `toMs`; and the newest one before them. The span with the end of the past
   * has candles of the base instead: stored ones may take the place of its last one.
   */
  combined(series: PastSeries, interval: CandleInterval, { fromMs, toMs }: Bounds): Candle[] {
    const past = this.#past;
    const listing = listingOf(past, series);
    if (past === undefined || listing === undefined) return [];
    const endSpanMs = candleStartMs(interval, past.endMs - 1);
    const firstMs = Math.min(shiftedStartMs(interval, fromMs, -1), endSpanMs);
    const rows: Candle[] = [];
    if (firstMs < endSpanMs) {
      const computed = this.#computed(past, listing, { ...series, interval }, firstMs).rows;
      const untilMs = Math.min(endSpanMs, toMs + 1);
      rows.push(...computed.slice(indexFrom(computed, firstMs), indexFrom(computed, untilMs)));
    }
    if (toMs < endSpanMs) return rows;
    const limit = Math.ceil((past.endMs - endSpanMs) / BASE_SPAN_MS[series.base]);
    return [...rows, ...this.candles(series, { fromMs: endSpanMs, toMs, limit })];
  }

  /**
   * Returns the part before the end of the past of the candle that contains the end; `undefined`
   * when a candle begins there.
   */
  partAtEnd(series: PastSeries): CandleRow | undefined {
    const past = this.#past;
    const listing = listingOf(past, series);
    if (past === undefined || listing === undefined) return undefined;
    const startMs = candleStartMs(series.base, past.endMs);
    if (startMs === past.endMs) return undefined;
    const key = keyOf(series, series.base);
    const known = this.#parts.get(key);
    if (known !== undefined) return { ...known };
    const part = past.source.newest(listing, series.priceKind, past.endMs - startMs);
    if (part === undefined) return undefined;
    const row = { ...part, ...series, startMs };
    this.#parts.set(key, row);
    return { ...row };
  }

  /** Returns settled rates, newest first, without the newest `skip`. Mark is 0: no one paid. */
  fundingRates(instrument: number, page: { skip: number; limit: number }): FundingRateRow[] {
    const past = this.#past;
    const listing = past?.listings.get(instrument);
    if (past === undefined || listing === undefined) return [];
    if (listing.fundingIntervalHours === 0) return [];
    const window = { fromMs: past.endMs - FUNDING_PAST_MS, toMs: past.endMs - 1 };
    const rates = past.source.fundingRates(listing, { ...window, limit: page.skip + page.limit });
    return rates.slice(page.skip).map(({ rateE8, settledAtMs }) => {
      return { instrument, settledAtMs, rate: rateE8, mark: ticks(0) };
    });
  }

  get #past(): FoundedPast | undefined {
    this.#founded ??= this.#read() ?? "none";
    return this.#founded === "none" ? undefined : this.#founded;
  }

  #computed(
    past: FoundedPast,
    listing: PastListing,
    series: PastSeries & { readonly interval: CandleInterval },
    fromMs: number,
  ): Computed {
    const { base, interval, priceKind: kind } = series;
    const key = keyOf(series, interval);
    const known = this.#series.get(key);
    if (known !== undefined) {
      this.#series.delete(key);
      this.#series.set(key, known);
      if (known.fromMs <= fromMs) return known;
      this.#rows -= known.rows.length;
    }
    // Reads that go back page by page compute twice as far each time, not every page again.
    const factor = known === undefined ? 1 : 2;
    const computedFromMs = past.endMs - factor * (past.endMs - fromMs);
    const limit = Math.ceil((past.endMs - computedFromMs) / BASE_SPAN_MS[base]) + 1;
    const window = { fromMs: computedFromMs, toMs: past.endMs - 1, limit };
    const found = past.source.candles(listing, { kind, base }, window);
    const rows = interval === base ? found : combinedCandles(found, interval);
    const computed = { fromMs: computedFromMs, rows };
    this.#series.set(key, computed);
    this.#rows += rows.length;
    this.#evict();
    return computed;
  }

  /** Forgets the series that were not used for the longest time, but never the last one. */
  #evict(): void {
    for (const [key, { rows }] of this.#series) {
      if (this.#rows <= PAST_ROWS_MAX || this.#series.size === 1) return;
      this.#rows -= rows.length;
      this.#series.delete(key);
    }
  }
}

function keyOf({ instrument, priceKind }: PastSeries, interval: CandleInterval): string {
  return `${instrument}/${priceKind}/${interval}`;
}

/** Listing of a series with a past; spot has no mark price. */
function listingOf(past: FoundedPast | undefined, series: PastSeries): PastListing | undefined {
  const listing = past?.listings.get(series.instrument);
  return listing?.category === "spot" && series.priceKind === "mark" ? undefined : listing;
}

/** Index of the first candle that starts at or after a time. */
function indexFrom(rows: readonly Candle[], timeMs: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.startMs ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
