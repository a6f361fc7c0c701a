/** Composition of an index price from the prices of several sources (invariant 27). */

/**
 * Maximum deviation of a price from the median in ten-thousandths; beyond it the price is ignored.
 */
export const OUTLIER_BOUND_E4 = 200;

/** A fresh price of one source, in 10^-8 dollars, and its weight. */
export type WeightedPrice = { readonly priceE8: number; readonly weight: number };

function medianPrice(sorted: readonly WeightedPrice[]): bigint {
  const upper = sorted[sorted.length >> 1]?.priceE8 ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1]?.priceE8 ?? 0;
  return (BigInt(upper) + BigInt(lower)) / 2n;
}

/**
 * Returns the prices within 2 % of the median, lowest first; undefined when at least half of the
 * prices are outliers: without a majority no price is reliable.
 */
export function reliablePrices<P extends WeightedPrice>(
  prices: readonly P[],
): readonly P[] | undefined {
  const sorted = [...prices].sort((a, b) => a.priceE8 - b.priceE8);
  const median = medianPrice(sorted);
  const isWithinBound = ({ priceE8 }: WeightedPrice): boolean => {
    const price = BigInt(priceE8);
    const distance = price > median ? price - median : median - price;
    return distance * 10_000n <= median * BigInt(OUTLIER_BOUND_E4);
  };
  const kept = sorted.filter(isWithinBound);
  return kept.length * 2 <= sorted.length ? undefined : kept;
}

/**
 * Returns the weighted mean of the reliable prices, rounded down; it lies between the lowest and
 * the highest of them. Returns undefined without reliable prices.
 */
export function composePrice(prices: readonly WeightedPrice[]): number | undefined {
  const kept = reliablePrices(prices);
  if (kept === undefined) return undefined;
  let sum = 0n;
  let weights = 0n;
  for (const { priceE8, weight } of kept) {
    sum += BigInt(priceE8) * BigInt(weight);
    weights += BigInt(weight);
  }
  return Number(sum / weights);
}
