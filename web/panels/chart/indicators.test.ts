import { expect, it } from "vitest";
import type { Candle } from "./candle.ts";
import { bollinger, ema, rsi, sma, vwap } from "./indicators.ts";

const candle = (close: number, at: number, volume = 1): Candle => ({
  ...{ startMs: at * 60_000, open: close, high: close, low: close, close, volume },
});
const CLOSES = [1, 2, 3, 4, 5].map((close, at) => candle(close, at));

it("a simple average begins with the first full window", () => {
  expect(sma(CLOSES, 3)).toEqual([undefined, undefined, 2, 3, 4]);
});

it("an exponential average begins with the simple one", () => {
  expect(ema(CLOSES, 3)).toEqual([undefined, undefined, 2, 3, 4]);
  expect(ema([...CLOSES, candle(9, 5)], 3).at(-1)).toBe(6.5);
});

it("the bands are two deviations around the average", () => {
  const { lower, upper } = bollinger(CLOSES, 3);
  expect(upper[2]).toBeCloseTo(2 + 2 * Math.sqrt(2 / 3), 12);
  expect(lower[2]).toBeCloseTo(2 - 2 * Math.sqrt(2 / 3), 12);
});

it("the weighted average begins again every day", () => {
  const day = 24 * 60;
  const values = vwap([candle(10, 0, 1), candle(20, 1, 3), candle(50, day, 2)]);
  expect(values).toEqual([10, 17.5, 50]);
  // The day is not known from its begin: a sum of a part of it would be another average.
  expect(vwap([candle(20, 1, 3), candle(50, day, 2)])).toEqual([undefined, 50]);
});

it("the strength is 100 of rising, 0 of falling, and 50 of unmoved prices", () => {
  const rising = Array.from({ length: 16 }, (_, at) => candle(at, at));
  expect(rsi(rising).slice(12)).toEqual([undefined, undefined, 100, 100]);
  expect(rsi(rising.map((one) => candle(100 - one.close, one.startMs / 60_000))).at(-1)).toBe(0);
  expect(rsi(rising.map((one) => candle(7, one.startMs / 60_000))).at(-1)).toBe(50);
});
