/**
 * Volatility of the generated market (decision 0083). The logarithm of a coin's volatility is the
 * sum of shared factors, own factors and the excitement after news; the factors have lives from two
 * minutes to two months, which gives the slow decay of the autocorrelation of absolute returns that
 * real markets show. Multiples are normalised to a mean square of 1.
 */
import { averagedDeviation, type Factor } from "./ou-factors.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const YEAR_MS = 365.25 * DAY_MS;

/** Factors of all coins together. */
export const SHARED_FACTORS: readonly Factor[] = [
  { tauMs: 2 * MINUTE_MS, variance: 0.06 },
  { tauMs: 30 * MINUTE_MS, variance: 0.05 },
  { tauMs: 6 * HOUR_MS, variance: 0.085 },
  { tauMs: 5 * DAY_MS, variance: 0.065 },
  { tauMs: 60 * DAY_MS, variance: 0.02 },
];

/** Further factors that each coin has for itself. */
export const OWN_FACTORS: readonly Factor[] = [
  { tauMs: 10 * MINUTE_MS, variance: 0.025 },
  { tauMs: DAY_MS, variance: 0.025 },
];

/**
 * Weights of the factors in the average volatility of a span, and the logarithm of the multiple's
 * normalisation. Over an hour the fast factors average out.
 */
export type SpanWeights = { readonly weights: Float64Array; readonly logNorm: number };

export function spanWeights(factors: readonly Factor[], spanMs: number): SpanWeights {
  const weights = Float64Array.from(factors, ({ tauMs }) => averagedDeviation(tauMs, spanMs));
  let variance = 0;
  factors.forEach((factor, i) => {
    variance += factor.variance * (weights[i] ?? 0) ** 2;
  });
  // E[exp(2x)] = exp(2 × variance) for a normal x.
  return { weights, logNorm: variance };
}

/** Returns the logarithm of the volatility multiple of a span. */
export function logVolatility(values: Float64Array, { weights, logNorm }: SpanWeights): number {
  let sum = -logNorm;
  for (let i = 0; i < values.length; i++) sum += (weights[i] ?? 0) * (values[i] ?? 0);
  return sum;
}
