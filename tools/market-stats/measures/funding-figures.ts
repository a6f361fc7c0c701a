import { quantile, shareOf } from "./series.ts";

/** Settled funding rates (1 is 100 %) per interval; the quantile `rank` in basis points. */
export function fundingQuantileBp(rates: readonly number[], rank: number): number {
  return quantile(rates, rank) * 10_000;
}

/** Share of the settlements in which shorts paid longs. */
export function negativeFundingShare(rates: readonly number[]): number {
  return shareOf(rates, (rate) => rate < 0);
}
