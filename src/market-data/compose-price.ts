/** One price out of several: the composition of an index (invariant 27). */

/** How far a price may lie from the median of all, in ten-thousandths, before it is left out. */
export const OUTLIER_BOUND_E4 = 200;

/** A fresh price of one source, in 10^-8 dollars, and how much it counts. */
export type WeighedPrice = { readonly priceE8: number; readonly weight: number };

function medianOf(sorted: readonly WeighedPrice[]): bigint {
  const upper = sorted[sorted.length >> 1]?.priceE8 ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1]?.priceE8 ?? 0;
  return (BigInt(upper) + BigInt(lower)) / 2n;
}

/**
 * The weighted mean of the prices within 2 % of the median, rounded down: it lies between the
 * least and the greatest of them. `undefined` when more than half of them, or all, are outliers:
 * sources that contradict each other are no source.
 */
export function composePrice(prices: readonly WeighedPrice[]): number | undefined {
  if (prices.length === 0) return undefined;
  const sorted = [...prices].sort((a, b) => a.priceE8 - b.priceE8);
  const median = medianOf(sorted);
  const isNear = ({ priceE8 }: WeighedPrice): boolean => {
    const price = BigInt(priceE8);
    const distance = price > median ? price - median : median - price;
    return distance * 10_000n <= median * BigInt(OUTLIER_BOUND_E4);
  };
  const kept = sorted.filter(isNear);
  if (kept.length * 2 <= sorted.length) return undefined;
  let sum = 0n;
  let weights = 0n;
  for (const { priceE8, weight } of kept) {
    sum += BigInt(priceE8) * BigInt(weight);
    weights += BigInt(weight);
  }
  return Number(sum / weights);
}
