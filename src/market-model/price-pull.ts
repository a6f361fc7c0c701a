import type { ModelCoin } from "./coins.ts";
import { YEAR_MS } from "./volatility.ts";

/** Deviation of the logarithm of a price from its anchor in the long run. */
const LONG_RUN_DEVIATION = 0.6;

/**
 * Returns the time in which a price comes back to its anchor by 1/e: years. It keeps prices within
 * a factor of 50 of their first price without an effect on the returns of days.
 */
export function pullTauMs({ yearlyVolatility }: ModelCoin, factor: number): number {
  const yearlyVariance = (yearlyVolatility * factor) ** 2;
  return (2 * LONG_RUN_DEVIATION ** 2 * YEAR_MS) / yearlyVariance;
}
