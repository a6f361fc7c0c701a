import { describe, expect, it } from "vitest";
import {
  autocorrelation,
  correlation,
  deviation,
  excessKurtosis,
  logReturns,
  mean,
  quantile,
  rootMeanSquare,
  shareOf,
  wholeParts,
  yearlyVolatility,
} from "./series.ts";

it("computes mean, deviation and root mean square of a series", () => {
  const series = [2, 4, 4, 4, 5, 5, 7, 9];
  expect(mean(series)).toBe(5);
  expect(deviation(series)).toBe(2);
  expect(rootMeanSquare([3, 4])).toBeCloseTo(Math.sqrt(12.5), 12);
});

describe("a quantile", () => {
  it("is linear between neighbours and ignores the order of the series", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([10, 0], 0.25)).toBe(2.5);
    expect(quantile([5, 1, 9], 1)).toBe(9);
    expect(quantile([5, 1, 9], 0)).toBe(1);
  });

  it("is not a number where there are no values", () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

it("counts the share of values that meet a condition", () => {
  expect(shareOf([-1, 0, 1, 2], (value) => value > 0)).toBe(0.5);
});

describe("a correlation", () => {
  it("is 1 for a multiple, -1 for a negative multiple, whatever is added", () => {
    const series = [1, 5, 2, 8];
    const scaled = series.map((value) => 3 * value + 7);
    expect(correlation(series, scaled)).toBeCloseTo(1, 12);
    expect(
      correlation(
        series,
        scaled.map((value) => -value),
      ),
    ).toBeCloseTo(-1, 12);
  });

  it("is 0 for series that vary independently", () => {
    expect(correlation([1, 1, -1, -1], [1, -1, 1, -1])).toBe(0);
  });

  it("is not a number where one series is constant", () => {
    expect(correlation([1, 2, 3], [4, 4, 4])).toBeNaN();
  });
});

describe("an autocorrelation", () => {
  const alternating = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 1 : -1));

  it("follows the sign of an alternating series", () => {
    expect(autocorrelation(alternating, 1)).toBeCloseTo(-0.999, 12);
    expect(autocorrelation(alternating, 2)).toBeCloseTo(0.998, 12);
  });

  it("is 1 at lag 0", () => {
    expect(autocorrelation([3, 1, 4, 1, 5], 0)).toBeCloseTo(1, 12);
  });

  it("is that of the process for a first-order autoregression", () => {
    let noise = 1;
    let value = 0;
    const series = Array.from({ length: 200_000 }, () => {
      // A linear congruential generator: deterministic, and white enough for this purpose.
      noise = (noise * 48_271) % 2_147_483_647;
      value = 0.6 * value + noise / 2_147_483_647 - 0.5;
      return value;
    });
    expect(autocorrelation(series, 1)).toBeCloseTo(0.6, 2);
    expect(autocorrelation(series, 3)).toBeCloseTo(0.216, 2);
  });
});

it("measures tails beyond those of the normal distribution", () => {
  expect(excessKurtosis([-1, 1, -1, 1])).toBe(-2);
  // One value in a hundred is large: kurtosis is near one hundred.
  const rare = Array.from({ length: 10_000 }, (_, index) => (index % 100 === 0 ? 1 : 0));
  expect(excessKurtosis(rare)).toBeCloseTo(95.01, 1);
});

it("takes logarithmic returns over one step or overlapping over several", () => {
  const prices = [1, 2, 4, 8];
  for (const value of logReturns(prices)) expect(value).toBeCloseTo(Math.LN2, 12);
  expect(logReturns(prices)).toHaveLength(3);
  expect(logReturns(prices, 2)).toHaveLength(2);
  expect(logReturns(prices, 3)[0]).toBeCloseTo(3 * Math.LN2, 12);
});

it("annualises by the root of time", () => {
  const daily = [0.01, -0.01, 0.01, -0.01];
  expect(yearlyVolatility(daily, 86_400)).toBeCloseTo(0.01 * Math.sqrt(365.25), 12);
});

it("cuts a series into whole parts", () => {
  expect(wholeParts([1, 2, 3, 4, 5], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
