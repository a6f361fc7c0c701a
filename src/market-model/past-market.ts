import { assert } from "../core/base/assert.ts";
import { FUNDING_RATE_MAX_DEFAULT } from "../core/base/limits.ts";
import { fundingRateOf } from "../core/instruments/funding-rate.ts";
import { type RateE8, rateE8 } from "../core/money/units.ts";
import { type ModelCoin, modelCoin, STABLE_COINS } from "./coins.ts";
import { stableFactorsAtOrigin, stablePrice } from "./origin.ts";
import { type Product, productOf } from "./outside-market.ts";
import { PastBasis } from "./past-basis.ts";
import {
  type PastCandle,
  type PastPriceKind,
  type QuotePath,
  type Span,
  StepCandles,
  startOf,
} from "./past-candles.ts";
import { type CoinPath, GeneratedPath } from "./past-coin.ts";
import type { PastInstrument } from "./past-instrument.ts";
import { PastSeries } from "./past-series.ts";
import { PastShared } from "./past-shared.ts";
import { MARKET_VERSION, type MarketTerms, PastTime } from "./past-terms.ts";
import type { RealPath } from "./real-path.ts";
import { RecordedPath } from "./recorded-path.ts";
import { underlyingOf } from "./underlying.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in UTC+8. */
const EAST_MS = -8 * HOUR_MS;

/** Candles that the past provides; all other intervals are combinations of them. */
export const PAST_BASES = ["1m", "1H", "1D", "1Dutc"] as const;
export type PastBase = (typeof PAST_BASES)[number];

const SPANS: Readonly<Record<PastBase, Span>> = {
  "1m": { spanMs: MINUTE_MS, offsetMs: 0 },
  "1H": { spanMs: HOUR_MS, offsetMs: 0 },
  "1D": { spanMs: DAY_MS, offsetMs: EAST_MS },
  "1Dutc": { spanMs: DAY_MS, offsetMs: 0 },
};

/** Steps of coins kept in memory, about 60 bytes each; the least recently used coins go first. */
const STEPS_KEPT_MAX = 600_000;

export type PastCandleQuery = {
  readonly instrument: PastInstrument;
  readonly kind: PastPriceKind;
  readonly base: PastBase;
  /** Bounds of the starts of candles, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of candles, the newest. */
  readonly limit: number;
};

export type PastFundingQuery = {
  readonly instrument: PastInstrument;
  readonly intervalHours: number;
  /** Bounds of the times of settlements, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of settlements, the newest. */
  readonly limit: number;
};

export type PastFundingRate = { readonly settledAtMs: number; readonly rateE8: RateE8 };

type PastCoin = { readonly coin: ModelCoin; readonly path: CoinPath; readonly basis: PastBasis };

/** Coin in which recorded prices are quoted. */
export const RECORDED_QUOTE = "USDT";

const DOLLAR: QuotePath = { at: () => 1 };
const RATE_BOUNDS = {
  rateMin: rateE8(-FUNDING_RATE_MAX_DEFAULT),
  rateMax: rateE8(FUNDING_RATE_MAX_DEFAULT),
};

/**
 * The market before an exchange was founded, as a function of its terms: 22 days of minutes, and
 * hours for four years. It runs backwards from the first live prices, and computes no more than is
 * asked for. The newest part does not depend on how far back anyone asks.
 */
export class PastMarket {
  readonly #time: PastTime;
  readonly #shared: PastShared;
  readonly #realPaths: ReadonlyMap<string, RealPath>;
  /** The least recently used first. */
  readonly #coins = new Map<string, PastCoin>();
  /** Dollar prices of the stable coins. */
  readonly #stables = new Map<string, PastSeries>();

  /** Recorded candles replace the generated ones of their coin as far as they reach. */
  constructor(terms: MarketTerms, realPaths: readonly RealPath[] = []) {
    assert(terms.version === MARKET_VERSION, "the version of a past is one that this program has");
    this.#time = new PastTime(terms.endMs);
    this.#shared = new PastShared(terms, this.#time);
    this.#realPaths = new Map(realPaths.map((path) => [path.code, path]));
    for (const code of STABLE_COINS) {
      const factors = stableFactorsAtOrigin(terms.seed, code);
      const series = { factors, stream: `past ${code}`, valueOf: stablePrice };
      this.#stables.set(code, new PastSeries(this.#shared, series));
    }
  }

  /**
   * Returns ascending candles that start before the end of the past; the last one ends there. An
   * instrument whose base coin has no generated price has none.
   */
  candles(query: PastCandleQuery): PastCandle[] {
    const { base, fromMs, instrument, kind, limit, toMs } = query;
    const span = SPANS[base];
    const { endMs } = this.#time;
    const known = this.#coin(instrument.baseCode);
    if (known === undefined) return [];
    const lastStartMs = startOf(span, Math.min(toMs, endMs - 1));
    const firstStartMs = Math.max(
      startFrom(span, fromMs),
      startFrom(span, this.#oldestMs(base)),
      lastStartMs - (limit - 1) * span.spanMs,
    );
    if (firstStartMs > lastStartMs) return [];
    const oldest = this.#time.boundaryBefore(firstStartMs);
    const newest = this.#time.boundaryBefore(Math.min(endMs, lastStartMs + span.spanMs));
    const candles = this.#stepCandles(known, instrument, kind, oldest);
    const fold = candles.newFold(span);
    candles.addTo(fold, oldest, newest);
    this.#evict();
    return fold.rows;
  }

  /**
   * Returns one candle of the last `spanMs`, a whole number of minutes that the past has: the
   * figures of 24 hours without their minutes.
   */
  newest(instrument: PastInstrument, kind: PastPriceKind, spanMs: number): PastCandle | undefined {
    const known = this.#coin(instrument.baseCode);
    if (known === undefined) return undefined;
    const { endMs } = this.#time;
    const oldest = this.#time.boundaryBefore(endMs - spanMs);
    const candles = this.#stepCandles(known, instrument, kind, oldest);
    const fold = candles.newFold({ spanMs, offsetMs: endMs });
    candles.addTo(fold, oldest, 0);
    this.#evict();
    return fold.rows[0];
  }

  /**
   * Price of a coin at the end of the past, in whole 10^-8 dollars: the first live price. The live
   * model needs it where recorded candles end at another price.
   */
  endPriceE8(code: string): number | undefined {
    const price = this.#stables.get(code)?.at(0) ?? this.#coin(code)?.path.price(0);
    return price === undefined ? undefined : Math.round(price * 1e8);
  }

  /** Returns settlements before the end of the past, the newest first. */
  fundingRates(query: PastFundingQuery): PastFundingRate[] {
    const { fromMs, instrument, intervalHours, limit, toMs } = query;
    const known = this.#coin(instrument.baseCode);
    const product = productOf(instrument);
    if (known === undefined || product === "spot" || product === "dated") return [];
    const intervalMs = intervalHours * HOUR_MS;
    const oldestMs = Math.max(fromMs, this.#oldestMs("1H") + intervalMs);
    const rates: PastFundingRate[] = [];
    let settledAtMs = Math.floor(Math.min(toMs, this.#time.endMs - 1) / intervalMs) * intervalMs;
    for (; settledAtMs >= oldestMs && rates.length < limit; settledAtMs -= intervalMs) {
      const premium = this.#averagePremium(
        known.basis,
        product,
        settledAtMs - intervalMs,
        settledAtMs,
      );
      rates.push({ settledAtMs, rateE8: fundingRateOf(premium, intervalHours, RATE_BOUNDS) });
    }
    this.#evict();
    return rates;
  }

  #averagePremium(basis: PastBasis, product: Product, fromMs: number, toMs: number): RateE8 {
    const oldest = this.#time.boundaryBefore(fromMs);
    const newest = this.#time.boundaryBefore(toMs);
    basis.extendTo(oldest, product);
    let sum = 0;
    for (let step = newest; step < oldest; step++) {
      const middle = (basis.at(step, product) + basis.at(step + 1, product)) / 2;
      sum += middle * this.#time.lengthMs(step);
    }
    return rateE8(Math.trunc((1e8 * sum) / (toMs - fromMs)));
  }

  #stepCandles(
    { basis, coin, path }: PastCoin,
    instrument: PastInstrument,
    kind: PastPriceKind,
    steps: number,
  ): StepCandles {
    const product = productOf(instrument);
    path.extendTo(steps);
    if (product !== "spot") basis.extendTo(steps, product);
    const quote = this.#stables.get(underlyingOf(instrument.quoteCode));
    quote?.extendTo(steps);
    return new StepCandles({
      instrument,
      product,
      kind,
      coin,
      path,
      basis,
      quote: quote ?? DOLLAR,
      time: this.#time,
    });
  }

  /** Start of the oldest candle. */
  #oldestMs(base: PastBase): number {
    const { minutes, steps } = this.#time;
    return this.#time.boundaryMs(base === "1m" ? minutes : steps);
  }

  #coin(currencyCode: string): PastCoin | undefined {
    const code = underlyingOf(currencyCode);
    const coin = modelCoin(code);
    if (coin === undefined) return undefined;
    const known = this.#coins.get(code) ?? {
      coin,
      path: this.#path(coin),
      basis: new PastBasis(this.#shared, coin),
    };
    this.#coins.delete(code);
    this.#coins.set(code, known);
    return known;
  }

  #path(coin: ModelCoin): CoinPath {
    const generated = new GeneratedPath(this.#shared, coin);
    const real = this.#realPaths.get(coin.code);
    const quote = this.#stables.get(RECORDED_QUOTE);
    if (real === undefined || quote === undefined) return generated;
    const { seed } = this.#shared.terms;
    return new RecordedPath({ coin, real, generated, quote, time: this.#time, seed });
  }

  /** Forgets the coins that were not used for the longest time, but never the last one. */
  #evict(): void {
    let steps = 0;
    for (const { basis, path } of this.#coins.values()) steps += path.length + basis.length;
    for (const [code, { basis, path }] of this.#coins) {
      if (steps <= STEPS_KEPT_MAX || this.#coins.size === 1) return;
      // A recorded path takes long to prepare.
      if (this.#realPaths.has(code)) continue;
      steps -= path.length + basis.length;
      this.#coins.delete(code);
    }
  }
}

/** The first start at or after a time. */
function startFrom({ offsetMs, spanMs }: Span, timeMs: number): number {
  return Math.ceil((timeMs - offsetMs) / spanMs) * spanMs + offsetMs;
}
