import { describe, expect, it } from "vitest";
import { Histogram, median } from "./histogram.ts";

describe("a histogram", () => {
  it("counts small numbers exactly", () => {
    const histogram = new Histogram();
    for (let value = 1; value <= 100; value++) histogram.add(value);
    expect(histogram.at(0.5)).toBe(50);
    expect(histogram.at(0.99)).toBe(99);
    expect(histogram.at(1)).toBe(100);
    expect(histogram.count).toBe(100);
  });

  it("is never more than a sixty-fourth off, and never below", () => {
    for (let value = 1; value < 2 ** 31; value = Math.ceil(value * 1.37)) {
      const histogram = new Histogram();
      histogram.add(value);
      histogram.add(2 ** 31 - 1);
      expect(histogram.at(0.5)).toBeGreaterThanOrEqual(value);
      expect(histogram.at(0.5)).toBeLessThanOrEqual(value * (1 + 1 / 64));
    }
  });

  it("keeps the largest sample in its last percentile", () => {
    const histogram = new Histogram();
    for (let count = 0; count < 9_999; count++) histogram.add(10);
    histogram.add(123_456);
    expect(histogram.percentiles()).toMatchObject({ p50: 10, p999: 10, max: 123_000 });
  });
});

describe("the median", () => {
  it("is the middle figure, or lies between the two", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBe(0);
  });
});
