/**
 * Basis of futures: a sum of slow and fast factors (decision 0083). The slow one is mostly the
 * sentiment of the whole market, which follows its price: a rising market pays for leverage.
 */
import type { CoinClass } from "./coins.ts";
import type { Factor } from "./ou-factors.ts";
import type { Product } from "./outside-market.ts";
import { YEAR_MS } from "./volatility.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BASIS_POINT = 1e-4;

/** Factors of a coin, each with variance 1: slow, middle, fast. */
export const BASIS_FACTORS: readonly Factor[] = [
  { tauMs: 2 * DAY_MS, variance: 1 },
  { tauMs: 3 * HOUR_MS, variance: 1 },
  { tauMs: MINUTE_MS, variance: 1 },
];

/** Sentiment of the market, with variance 1. */
export const SENTIMENT_TAU_MS = 2 * DAY_MS;
/** Correlation of changes of the sentiment with the shared movement of prices. */
export const SENTIMENT_PRICE_CORRELATION = 0.6;

/** Deviation of one product from the others of its coin, with variance 1. */
export const PRODUCT_FACTOR: Factor = { tauMs: 3 * HOUR_MS, variance: 1 };

const MEDIAN = -2 * BASIS_POINT;
/** Slow factors raise the basis without a bound, and lower it by no more than this. */
const SLOW_DEVIATION = 6 * BASIS_POINT;
const MIDDLE_DEVIATION = 1.5 * BASIS_POINT;
const FAST_DEVIATION = 0.6 * BASIS_POINT;
const PRODUCT_DEVIATION = 0.8 * BASIS_POINT;

/** Weights of sentiment and of the coin's own slow factor; their squares add up to 1. */
const SENTIMENT_WEIGHT = 0.8;
const OWN_WEIGHT = 0.6;

/** Bound of the basis of perpetuals, well below the largest distance of mark from index. */
const BOUND = 30 * BASIS_POINT;

/** Interest to delivery that dated contracts include. */
const CARRY_PER_YEAR = 0.055;
/** Time to delivery where it is not given. */
const MS_LEFT_DEFAULT = 45 * DAY_MS;

/** Thinner books let the basis wander further. */
const CLASS_SCALE: Readonly<Record<CoinClass, number>> = {
  major: 1,
  large: 1.15,
  middle: 1.3,
  small: 1.6,
};

/** Values of the factors at one moment. */
export type BasisParts = {
  readonly sentiment: number;
  readonly slow: number;
  readonly middle: number;
  readonly ofProduct: number;
};

/**
 * Contribution of the slow factors, in proportion where they are above their mean: demand for
 * leverage has no limit, and whoever owns coins sells them for a cheap perpetual.
 */
function slowBasis(slow: number): number {
  return SLOW_DEVIATION * (slow > 0 ? slow : Math.tanh(slow));
}

/** Basis of a perpetual apart from the fast factor: its average over minutes. */
export function averageBasis(coinClass: CoinClass, parts: BasisParts): number {
  const slow = SENTIMENT_WEIGHT * parts.sentiment + OWN_WEIGHT * parts.slow;
  return (
    MEDIAN +
    CLASS_SCALE[coinClass] * (slowBasis(slow) + MIDDLE_DEVIATION * parts.middle) +
    PRODUCT_DEVIATION * parts.ofProduct
  );
}

/** Contribution of the fast factor. */
export function fastBasis(coinClass: CoinClass, fast: number): number {
  return CLASS_SCALE[coinClass] * FAST_DEVIATION * fast;
}

export function boundedBasis(basis: number): number {
  return Math.min(BOUND, Math.max(-BOUND, basis));
}

/** Interest that a product's price includes; 0 for perpetuals. */
export function carryOf(product: Product, msLeft = MS_LEFT_DEFAULT): number {
  return product === "dated" ? (CARRY_PER_YEAR * Math.max(0, msLeft)) / YEAR_MS : 0;
}
