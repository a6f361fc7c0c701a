/** Statistics of series of prices, for tests that compare generated markets with recorded ones. */

const YEAR_MS = 365.25 * 86_400_000;

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function correlation(left: readonly number[], right: readonly number[]): number {
  const leftMean = meanOf(left);
  const rightMean = meanOf(right);
  let product = 0;
  let leftSquare = 0;
  let rightSquare = 0;
  left.forEach((value, i) => {
    const x = value - leftMean;
    const y = (right[i] ?? 0) - rightMean;
    product += x * y;
    leftSquare += x * x;
    rightSquare += y * y;
  });
  return product / Math.sqrt(leftSquare * rightSquare);
}

export function autocorrelation(values: readonly number[], lag: number): number {
  return correlation(values.slice(lag), values.slice(0, -lag));
}

export function logReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, i) => Math.log(price / (prices[i] ?? price)));
}

/** Annual volatility by returns over `spanMs` each. */
export function yearlyVolatility(returns: readonly number[], spanMs: number): number {
  return Math.sqrt((meanOf(returns.map((value) => value * value)) * YEAR_MS) / spanMs);
}

export function kurtosis(values: readonly number[]): number {
  const square = meanOf(values.map((value) => value ** 2));
  return meanOf(values.map((value) => value ** 4)) / square ** 2;
}

/** The value below which a share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
