/** Statistics of plain series of numbers, used for recorded and generated markets alike. */

/** Arithmetic mean; `NaN` of an empty series. */
export function mean(series: readonly number[]): number {
  let sum = 0;
  for (const value of series) sum += value;
  return sum / series.length;
}

/** Standard deviation of the population; `NaN` of an empty series. */
export function deviation(series: readonly number[]): number {
  const centre = mean(series);
  let squares = 0;
  for (const value of series) squares += (value - centre) ** 2;
  return Math.sqrt(squares / series.length);
}

/** Root of the mean square: the deviation from zero. */
export function rootMeanSquare(series: readonly number[]): number {
  let squares = 0;
  for (const value of series) squares += value * value;
  return Math.sqrt(squares / series.length);
}

/**
 * Value below which the share `rank` (0 to 1) of the series lies, linear between two neighbours;
 * `NaN` of an empty series.
 */
export function quantile(series: readonly number[], rank: number): number {
  const sorted = Float64Array.from(series).sort();
  const place = rank * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** Share (0 to 1) of the values for which the condition holds; `NaN` of an empty series. */
export function shareOf(series: readonly number[], condition: (value: number) => boolean): number {
  let count = 0;
  for (const value of series) if (condition(value)) count += 1;
  return count / series.length;
}

/** Pearson correlation of two series of equal length; `NaN` when one of them is constant. */
export function correlation(first: readonly number[], second: readonly number[]): number {
  const firstMean = mean(first);
  const secondMean = mean(second);
  let product = 0;
  let firstSquares = 0;
  let secondSquares = 0;
  for (const [index, value] of first.entries()) {
    const x = value - firstMean;
    const y = (second[index] ?? Number.NaN) - secondMean;
    product += x * y;
    firstSquares += x * x;
    secondSquares += y * y;
  }
  return product / Math.sqrt(firstSquares * secondSquares);
}

/**
 * Autocorrelation at `lag` steps: the sum of products of deviations from the mean, `lag` apart,
 * divided by the sum of their squares. Biased towards 0 by the factor (length − lag) ÷ length.
 */
export function autocorrelation(series: readonly number[], lag: number): number {
  const centre = mean(series);
  let product = 0;
  let squares = 0;
  for (const [index, value] of series.entries()) {
    const x = value - centre;
    squares += x * x;
    if (index >= lag) product += x * ((series[index - lag] ?? centre) - centre);
  }
  return product / squares;
}

/** Excess of the fourth standardised moment over that of the normal distribution. */
export function excessKurtosis(series: readonly number[]): number {
  const centre = mean(series);
  let squares = 0;
  let fourths = 0;
  for (const value of series) {
    const square = (value - centre) ** 2;
    squares += square;
    fourths += square * square;
  }
  return (fourths * series.length) / squares ** 2 - 3;
}

/** Logarithmic returns over `step` places; overlapping when `step` is above 1. */
export function logReturns(prices: readonly number[], step = 1): number[] {
  const returns: number[] = [];
  for (let index = step; index < prices.length; index++) {
    const from = prices[index - step] ?? Number.NaN;
    const to = prices[index] ?? Number.NaN;
    returns.push(Math.log(to / from));
  }
  return returns;
}

const SECONDS_PER_YEAR = 31_557_600;

/** Annual volatility (1 is 100 %) of returns over `seconds` each, with a mean of zero. */
export function yearlyVolatility(returns: readonly number[], seconds: number): number {
  return rootMeanSquare(returns) * Math.sqrt(SECONDS_PER_YEAR / seconds);
}

/** Consecutive parts of `length` values; an incomplete last part is left out. */
export function wholeParts<T>(series: readonly T[], length: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start + length <= series.length; start += length) {
    parts.push(series.slice(start, start + length));
  }
  return parts;
}
