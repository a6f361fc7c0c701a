import {
  autocorrelation,
  correlation,
  excessKurtosis,
  logReturns,
  mean,
  quantile,
  wholeParts,
  yearlyVolatility,
} from "./series.ts";

/** One minute of an instrument. `volume` in any unit: only its variation counts. */
export type MinuteCandle = {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

export const MINUTES_PER_DAY = 1_440;

export const minuteReturns = (candles: readonly MinuteCandle[]): number[] =>
  logReturns(candles.map(({ close }) => close));

/** Autocorrelation of the absolute minute returns: how long a movement is followed by others. */
export function absoluteReturnAutocorrelation(
  candles: readonly MinuteCandle[],
  lagMinutes: number,
): number {
  return autocorrelation(minuteReturns(candles).map(Math.abs), lagMinutes);
}

/** Excess kurtosis of the minute returns: the weight of rare large movements. */
export function minuteKurtosis(candles: readonly MinuteCandle[]): number {
  return excessKurtosis(minuteReturns(candles));
}

/** Annual volatility of all minute returns. */
export function candleVolatility(candles: readonly MinuteCandle[]): number {
  return yearlyVolatility(minuteReturns(candles), 60);
}

/** Annualised volatility of the minute returns of each whole day, in order. */
export function dailyVolatilities(candles: readonly MinuteCandle[]): number[] {
  return wholeParts(minuteReturns(candles), MINUTES_PER_DAY).map((day) =>
    yearlyVolatility(day, 60),
  );
}

/** Quantile over the days of their annualised volatility. */
export function dailyVolatilityQuantile(candles: readonly MinuteCandle[], rank: number): number {
  return quantile(dailyVolatilities(candles), rank);
}

/** Distance from low to high as a share of the close. */
export const rangeOf = ({ high, low, close }: MinuteCandle): number => (high - low) / close;

/** Correlation of volume and range over the minutes. */
export function volumeRangeCorrelation(candles: readonly MinuteCandle[]): number {
  return correlation(
    candles.map(({ volume }) => volume),
    candles.map(rangeOf),
  );
}

const MINUTES_PER_HOUR = 60;

/**
 * Mean over the whole hours of the correlation of volume and range within each: lower than that of
 * days, whose hours differ.
 */
export function hourlyVolumeRangeCorrelation(candles: readonly MinuteCandle[]): number {
  return mean(wholeParts(candles, MINUTES_PER_HOUR).map(volumeRangeCorrelation));
}

/** Number of groups in `volumeByRange`. */
const RANGE_GROUPS = 20;

/** Mean range and volume of a group of minutes, each relative to the mean of all minutes. */
export type RangeGroup = { readonly range: number; readonly volume: number };

/** The minutes in groups of equal number by their range, ascending. */
export function volumeByRange(candles: readonly MinuteCandle[]): RangeGroup[] {
  const sorted = candles
    .map((candle) => ({ range: rangeOf(candle), volume: candle.volume }))
    .sort((a, b) => a.range - b.range);
  const meanRange = mean(sorted.map(({ range }) => range));
  const meanVolume = mean(sorted.map(({ volume }) => volume));
  const length = Math.max(1, Math.floor(sorted.length / RANGE_GROUPS));
  return wholeParts(sorted, length)
    .slice(0, RANGE_GROUPS)
    .map((group) => ({
      range: mean(group.map(({ range }) => range)) / meanRange,
      volume: mean(group.map(({ volume }) => volume)) / meanVolume,
    }));
}
