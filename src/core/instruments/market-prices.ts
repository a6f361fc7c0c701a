/**
 * Prices of an instrument, in ticks: index (from outside), last (own trades), mark (futures) and
 * reference (spot). Mark is the median of index with funding, index with the average basis, and
 * last (trading-rules.md section 3). Bids and asks are impact prices, last is bounded, and mark is
 * limited against the index (decision 0036).
 */
import { assert } from "../base/assert.ts";
import { HOUR_MS } from "../base/clock-hour.ts";
import { bandAbove, bandBelow, priceStep } from "../money/arithmetic.ts";
import { type Lots, type RateE6, type RateE8, type Ticks, ticks } from "../money/units.ts";
import { averageBasisOf, type BasisAverage, newBasisAverage } from "./basis-average.ts";
import type { PriceGuards } from "./price-guards.ts";
import {
  addTrade,
  averageTradeOf,
  beginPeriods,
  closePeriods,
  newTradeAverage,
  type TradeAverage,
} from "./trade-average.ts";

const E8 = 100_000_000n;

export type MarketPrices = {
  index: Ticks;
  /** Price at which the operator holds the index; 0 for none. */
  held: Ticks;
  /** Time at which the index price was set. */
  indexedAtMs: number;
  mark: Ticks;
  last: Ticks;
  markedAtMs: number;
  /** Index price from which the present mark price was computed. */
  markedIndex: Ticks;
  readonly basis: BasisAverage;
  /** Spot: reference of the price bands; 0 while neither index nor trade is known. */
  reference: Ticks;
  referencedAtMs: number;
  /** Spot: average price of own trades. */
  readonly trades: TradeAverage;
};

export function newMarketPrices(): MarketPrices {
  return {
    index: ticks(0),
    held: ticks(0),
    indexedAtMs: 0,
    mark: ticks(0),
    last: ticks(0),
    markedAtMs: 0,
    markedIndex: ticks(0),
    basis: newBasisAverage(),
    reference: ticks(0),
    referencedAtMs: 0,
    trades: newTradeAverage(),
  };
}

/** Running funding interval, as far as the mark price depends on it. */
export type FundingAhead = {
  readonly rate: RateE8;
  readonly leftMs: number;
  readonly intervalHours: number;
};

/** Impact prices of both sides of a book: bid rounded down, ask rounded up. */
export type ImpactQuote = { readonly bid: Ticks; readonly ask: Ticks };

export type MarkTerms = {
  readonly ahead: FundingAhead;
  readonly guards: PriceGuards;
  /** `undefined` while one side of the book is too thin. */
  readonly quote: ImpactQuote | undefined;
  readonly timeMs: number;
};

/** Returns index × (1 + rate × time to settlement ÷ interval), rounded towards the index. */
function fundedIndex(index: Ticks, { intervalHours, leftMs, rate }: FundingAhead): number {
  const interval = intervalHours * HOUR_MS;
  const premium = (BigInt(index) * BigInt(rate) * BigInt(leftMs)) / (E8 * BigInt(interval));
  return index + Number(premium);
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function clamp(value: number, least: number, most: number): number {
  assert(least <= most, "the bounds of a price are in order");
  return Math.min(most, Math.max(least, value));
}

/** Returns a price moved towards a target by at most `step`. */
function towards(price: number, target: number, step: number): number {
  return clamp(target, price - step, price + step);
}

/** Returns a price limited to index × (1 ± cap); cap 0 is no limit. */
function capped(price: number, index: Ticks, cap: RateE6): number {
  return cap === 0 ? price : clamp(price, bandBelow(index, cap), bandAbove(index, cap));
}

/** Returns twice (middle of the impact prices − index), each limited to index × (1 ± cap). */
export function twiceBasisOf(index: Ticks, quote: ImpactQuote, { markCap }: PriceGuards): number {
  return capped(quote.bid, index, markCap) + capped(quote.ask, index, markCap) - 2 * index;
}

/**
 * Returns the last price limited to the impact prices. While the book lacks depth, the cap of the
 * mark price limits it: bounding one of three prices or their median has the same effect.
 */
function boundedLast(prices: MarketPrices, { quote }: MarkTerms): number {
  if (prices.last === 0) return prices.index;
  return quote === undefined ? prices.last : clamp(prices.last, quote.bid, quote.ask);
}

/** Limits the change of mark − index to the step; mark follows a change of the index at once. */
function stepped(prices: MarketPrices, median: number, { guards, timeMs }: MarkTerms): number {
  if (guards.markStep === 0 || prices.mark === 0) return median;
  const followed = prices.mark + prices.index - prices.markedIndex;
  const step = priceStep(prices.mark, guards.markStep, timeMs - prices.markedAtMs);
  return towards(followed, median, step);
}

/** Returns the mark price; 0 while no index price is known. */
export function markPriceOf(prices: MarketPrices, terms: MarkTerms): Ticks {
  if (prices.index === 0) return ticks(0);
  assert(terms.ahead.leftMs >= 0, "the time to the next settlement is not negative");
  const funded = fundedIndex(prices.index, terms.ahead);
  const based = Math.max(1, prices.index + averageBasisOf(prices.basis));
  const median = medianOf(funded, based, boundedLast(prices, terms));
  const mark = capped(stepped(prices, median, terms), prices.index, terms.guards.markCap);
  return ticks(Math.max(1, mark));
}

function beginReference(prices: MarketPrices, price: Ticks, timeMs: number): void {
  prices.reference = price;
  prices.referencedAtMs = timeMs;
  beginPeriods(prices.trades, price);
}

/** Adds a spot trade. Without a step, or before the first reference, its price is the reference. */
export function recordTrade(
  prices: MarketPrices,
  trade: { readonly price: Ticks; readonly size: Lots },
  timeMs: number,
  { referenceStep }: PriceGuards,
): void {
  const { price, size } = trade;
  assert(price > 0 && size > 0, "a trade has a price and a size");
  if (timeMs >= prices.trades.endMs) closePeriods(prices.trades, timeMs, prices.reference);
  addTrade(prices.trades, price, size);
  if (prices.reference !== 0 && referenceStep !== 0) return;
  if (prices.reference === 0) beginReference(prices, price, timeMs);
  prices.reference = price;
}

/**
 * Updates the reference price of a spot instrument. With a fresh index it is the median of the
 * index, the average of own trades, and the reference moved towards the index by at most the step;
 * otherwise the reference moved towards that average. The first fresh index sets it. Without a step
 * it is the last price.
 */
export function refreshReference(
  prices: MarketPrices,
  timeMs: number,
  { referenceStep }: PriceGuards,
  isIndexFresh: boolean,
): void {
  const { index, reference, trades } = prices;
  const passedMs = timeMs - prices.referencedAtMs;
  assert(passedMs >= 0, "time does not run backwards");
  closePeriods(trades, timeMs, reference);
  prices.referencedAtMs = timeMs;
  if (referenceStep === 0) {
    prices.reference = prices.last;
    return;
  }
  if (reference === 0) {
    if (isIndexFresh) beginReference(prices, index, timeMs);
    return;
  }
  const step = priceStep(reference, referenceStep, passedMs);
  const average = averageTradeOf(trades);
  const moved = isIndexFresh
    ? medianOf(index, average, towards(reference, index, step))
    : towards(reference, average, step);
  prices.reference = ticks(moved);
}
