import { describe, expect, it } from "vitest";
import {
  absoluteReturnAutocorrelation,
  candleVolatility,
  dailyVolatilities,
  dailyVolatilityQuantile,
  hourlyVolumeRangeCorrelation,
  MINUTES_PER_DAY,
  type MinuteCandle,
  minuteKurtosis,
  rangeOf,
  volumeByRange,
  volumeRangeCorrelation,
} from "./candle-figures.ts";

/** Candles whose closes have the given logarithmic returns. */
function candlesOf(returns: readonly number[]): MinuteCandle[] {
  let close = 100;
  return [0, ...returns].map((move, index) => {
    const open = close;
    close *= Math.exp(move);
    const high = Math.max(open, close);
    const low = Math.min(open, close);
    return { startMs: index * 60_000, open, high, low, close, volume: Math.abs(move) };
  });
}

/** Returns of alternating sign and a size that depends on the minute. */
const alternating = (count: number, sizeOf: (minute: number) => number): number[] =>
  Array.from({ length: count }, (_, minute) => (minute % 2 === 0 ? 1 : -1) * sizeOf(minute));

const MINUTES_PER_YEAR = 525_960;

it("annualises the volatility of minute returns", () => {
  const candles = candlesOf(alternating(1_000, () => 0.001));
  expect(candleVolatility(candles)).toBeCloseTo(0.001 * Math.sqrt(MINUTES_PER_YEAR), 9);
});

describe("daily volatility", () => {
  const sizes = [0.001, 0.002, 0.003];
  const candles = candlesOf(
    alternating(3 * MINUTES_PER_DAY + 100, (minute) => {
      return sizes[Math.floor(minute / MINUTES_PER_DAY)] ?? 1;
    }),
  );

  it("is computed of each whole day", () => {
    const expected = sizes.map((size) => size * Math.sqrt(MINUTES_PER_YEAR));
    for (const [day, value] of dailyVolatilities(candles).entries()) {
      expect(value).toBeCloseTo(expected[day] ?? 0, 9);
    }
    expect(dailyVolatilities(candles)).toHaveLength(3);
  });

  it("has quantiles over the days", () => {
    const root = Math.sqrt(MINUTES_PER_YEAR);
    expect(dailyVolatilityQuantile(candles, 0.5)).toBeCloseTo(0.002 * root, 9);
    expect(dailyVolatilityQuantile(candles, 0.25)).toBeCloseTo(0.0015 * root, 9);
  });
});

it("finds that movements of one size follow each other, whatever their direction", () => {
  // An hour of large movements, an hour of small ones.
  const candles = candlesOf(
    alternating(12_000, (minute) => (Math.floor(minute / 60) % 2 === 0 ? 0.001 : 0.0001)),
  );
  expect(absoluteReturnAutocorrelation(candles, 1)).toBeCloseTo(0.967, 2);
  expect(absoluteReturnAutocorrelation(candles, 60)).toBeCloseTo(-0.995, 2);
});

it("weighs rare large movements", () => {
  const moves = alternating(10_000, (minute) => (minute % 100 < 2 ? 0.01 : 0));
  expect(minuteKurtosis(candlesOf(moves))).toBeCloseTo(47, 0);
});

it("correlates volume with range", () => {
  const candles = candlesOf(alternating(500, (minute) => 0.0001 * (1 + (minute % 7))));
  expect(volumeRangeCorrelation(candles)).toBeGreaterThan(0.999);
  const opposite = candles.map((candle) => ({ ...candle, volume: 1 - rangeOf(candle) }));
  expect(volumeRangeCorrelation(opposite)).toBeCloseTo(-1, 9);
});

it("averages the correlation of volume and range within hours", () => {
  const candles = candlesOf(alternating(150, (minute) => 0.0001 * (1 + (minute % 7))));
  // Volume follows the range in the first hour, and opposes it in the second; 31 minutes are left.
  const mixed = candles.map((candle, minute) =>
    minute < 60 ? candle : { ...candle, volume: 1 - rangeOf(candle) },
  );
  expect(hourlyVolumeRangeCorrelation(candles)).toBeGreaterThan(0.99);
  expect(hourlyVolumeRangeCorrelation(mixed)).toBeCloseTo(0, 2);
});

it("groups minutes by their range, relative to the mean", () => {
  const candle = { startMs: 0, open: 100, low: 100, close: 100 };
  const candles = Array.from({ length: 40 }, (_, index) => ({
    ...candle,
    high: 100 + 39 - index,
    volume: 2 * (39 - index),
  }));
  const groups = volumeByRange(candles);
  expect(groups).toHaveLength(20);
  expect(groups[0]?.range).toBeCloseTo(0.5 / 19.5, 12);
  expect(groups[0]?.volume).toBeCloseTo(0.5 / 19.5, 12);
  expect(groups[19]?.volume).toBeCloseTo(38.5 / 19.5, 12);
});
