/** Turnover of instruments, and how it follows volatility. */
import type { Product } from "./outside-market.ts";
import { seededRandom } from "./seeded-random.ts";

/** Turnover grows a little faster than volatility, as in recorded minutes. */
const EXPONENT = 1.2;
/** Mean of volatility ^ EXPONENT while the mean of its square is 1: normalises the average. */
const MEAN = 0.83;

/** Returns the expected turnover as a multiple of the average, for a multiple of volatility. */
export function activityOf(volatility: number): number {
  return volatility ** EXPONENT / MEAN;
}

/** Mean over steps of the range relative to its expectation, times their volatility's turnover. */
const RANGE_MEAN = 1;

/**
 * Returns the turnover of a step as a multiple of the average: it follows the volatility of the
 * step, and in proportion the range that the price happened to have.
 */
export function turnoverOf(volatility: number, rangeRatio: number): number {
  return (activityOf(volatility) * rangeRatio) / RANGE_MEAN;
}

const NOISE_DEVIATION = 0.55;
const NOISES = 4_096;

function lognormalNoises(): Float64Array {
  const random = seededRandom(1, "turnover");
  const values = Float64Array.from({ length: NOISES }, () =>
    Math.exp(NOISE_DEVIATION * random.normal()),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / NOISES;
  return values.map((value) => value / mean);
}

const NOISE = lognormalNoises();

/** Returns a factor with mean 1 that depends on an instrument's key and the time alone. */
export function turnoverNoise(key: number, startMs: number): number {
  let mixed = Math.imul(key ^ Math.floor(startMs / 60_000), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return NOISE[(mixed ^ (mixed >>> 16)) & (NOISES - 1)] ?? 1;
}

/** Turnover of a product relative to the USDT perpetual of its coin. */
export const TURNOVER_SHARE: Readonly<Record<Product, number>> = {
  spot: 1 / 3,
  usdt: 1,
  usdc: 0.1,
  coin: 0.1,
  dated: 0.02,
};

/** Turnover of the demo realm relative to the live one. */
export const DEMO_SHARE = 0.05;
