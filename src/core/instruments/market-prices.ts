/**
 * Prices of an instrument that the exchange reckons with: index (from outside), last (own trades)
 * and mark. Mark is the median of index with funding, index with the average basis, and last
 * (trading-rules.md section 3). All in ticks.
 */
import { BASIS_SAMPLES_MAX } from "../limits.ts";
import { type RateE8, type Ticks, ticks } from "../money/units.ts";

const HOUR_MS = 3_600_000;
const E8 = 100_000_000n;

export type MarketPrices = {
  index: Ticks;
  /** When the index price came in. */
  indexedAtMs: number;
  mark: Ticks;
  last: Ticks;
  markedAtMs: number;
  sampledAtMs: number;
  /** Twice (mid − index) in ticks, oldest first; mids lie on half ticks. */
  readonly basisSamples: number[];
  basisSum: number;
};

export function newMarketPrices(): MarketPrices {
  return {
    index: ticks(0),
    indexedAtMs: 0,
    mark: ticks(0),
    last: ticks(0),
    markedAtMs: 0,
    sampledAtMs: 0,
    basisSamples: [],
    basisSum: 0,
  };
}

/** Adds a sample of the basis; the oldest falls out after five minutes. */
export function sampleBasis(prices: MarketPrices, bid: Ticks, ask: Ticks): void {
  if (prices.index === 0 || bid === 0 || ask === 0) return;
  const sample = bid + ask - 2 * prices.index;
  prices.basisSamples.push(sample);
  prices.basisSum += sample;
  if (prices.basisSamples.length > BASIS_SAMPLES_MAX) {
    prices.basisSum -= prices.basisSamples.shift() ?? 0;
  }
}

/** The running funding interval, as the mark price needs it. */
export type FundingAhead = { readonly rate: RateE8; readonly leftMs: number };

/** index × (1 + rate × time to settlement ÷ interval), rounded towards the index. */
function fundedIndex(index: Ticks, { rate, leftMs }: FundingAhead, intervalHours: number): number {
  const interval = intervalHours * HOUR_MS;
  const premium = (BigInt(index) * BigInt(rate) * BigInt(leftMs)) / (E8 * BigInt(interval));
  return index + Number(premium);
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** The mark price; 0 while no index price is known. */
export function markPriceOf(
  prices: MarketPrices,
  ahead: FundingAhead,
  intervalHours: number,
): Ticks {
  if (prices.index === 0) return ticks(0);
  const funded = fundedIndex(prices.index, ahead, intervalHours);
  const count = prices.basisSamples.length;
  const basis = count === 0 ? 0 : Math.floor(prices.basisSum / (2 * count));
  const based = Math.max(1, prices.index + basis);
  const last = prices.last === 0 ? prices.index : prices.last;
  return ticks(medianOf(funded, based, last));
}
