/** Indicators of the chart. Each returns one value per candle; undefined before it has enough. */
import type { Candle } from "./candle.ts";

export const INDICATORS = ["sma", "ema", "bollinger", "vwap", "rsi"] as const;
export type Indicator = (typeof INDICATORS)[number];

export type Values = readonly (number | undefined)[];

export const AVERAGE_LENGTH = 20;
export const RSI_LENGTH = 14;
const BAND_DEVIATIONS = 2;
const DAY_MS = 86_400_000;

/** Simple moving average of the closes. */
export function sma(candles: readonly Candle[], length = AVERAGE_LENGTH): Values {
  let sum = 0;
  return candles.map(({ close }, at) => {
    sum += close - (candles[at - length]?.close ?? 0);
    return at + 1 < length ? undefined : sum / length;
  });
}

/** Exponential moving average of the closes, which begins with their simple average. */
export function ema(candles: readonly Candle[], length = AVERAGE_LENGTH): Values {
  const weight = 2 / (length + 1);
  let value: number | undefined;
  const first = sma(candles, length);
  return candles.map(({ close }, at) => {
    value = value === undefined ? first[at] : value + (close - value) * weight;
    return value;
  });
}

/** Bollinger bands: the simple average and two standard deviations around it. */
export function bollinger(
  candles: readonly Candle[],
  length = AVERAGE_LENGTH,
): { readonly lower: Values; readonly upper: Values } {
  const middle = sma(candles, length);
  const deviations = candles.map((_, at) => {
    const mean = middle[at];
    if (mean === undefined) return undefined;
    const squares = candles.slice(at + 1 - length, at + 1).map(({ close }) => (close - mean) ** 2);
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / length);
  });
  const band = (direction: 1 | -1): Values =>
    middle.map((mean, at) => {
      const deviation = deviations[at];
      if (mean === undefined || deviation === undefined) return undefined;
      return mean + direction * BAND_DEVIATIONS * deviation;
    });
  return { lower: band(-1), upper: band(1) };
}

/** Begin of the day of a time, in UTC, Unix ms. */
export function dayStartMs(timeMs: number): number {
  return timeMs - (timeMs % DAY_MS);
}

/** Average price weighted by volume, since midnight UTC; of days that begin with a candle. */
export function vwap(candles: readonly Candle[]): Values {
  let day: number | undefined;
  let value = 0;
  let volume = 0;
  return candles.map((candle) => {
    const today = dayStartMs(candle.startMs);
    if (candle.startMs === today) {
      day = today;
      value = 0;
      volume = 0;
    }
    if (day !== today) return undefined;
    value += ((candle.high + candle.low + candle.close) / 3) * candle.volume;
    volume += candle.volume;
    return volume === 0 ? undefined : value / volume;
  });
}

/** Relative strength index with Wilder's smoothing, 0 to 100. */
export function rsi(candles: readonly Candle[], length = RSI_LENGTH): Values {
  let gain = 0;
  let loss = 0;
  return candles.map(({ close }, at) => {
    if (at === 0) return undefined;
    const change = close - (candles[at - 1]?.close ?? close);
    const weight = at <= length ? 1 / at : 1 / length;
    gain += (Math.max(change, 0) - gain) * weight;
    loss += (Math.max(-change, 0) - loss) * weight;
    if (at < length) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}
