import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  baseOf,
  CANDLE_INTERVALS,
  type CandleInterval,
  candleStartMs,
  shiftedStartMs,
} from "./candle-interval.ts";

const at = (text: string): number => Date.parse(text);
const startOf = (interval: CandleInterval, text: string): string =>
  new Date(candleStartMs(interval, at(text))).toISOString().slice(0, 16);

const intervals = fc.constantFrom(...CANDLE_INTERVALS);
const times = fc.integer({ min: at("2015-01-01T00:00Z"), max: at("2040-01-01T00:00Z") });

describe("candle intervals", () => {
  test("the utc names begin at midnight UTC, the plain ones at midnight in UTC+8", () => {
    const moment = "2025-03-05T17:45:30Z";
    expect(startOf("6Hutc", moment)).toBe("2025-03-05T12:00");
    expect(startOf("6H", moment)).toBe("2025-03-05T16:00");
    expect(startOf("12Hutc", moment)).toBe("2025-03-05T12:00");
    expect(startOf("12H", moment)).toBe("2025-03-05T16:00");
    expect(startOf("1Dutc", moment)).toBe("2025-03-05T00:00");
    expect(startOf("1D", moment)).toBe("2025-03-05T16:00");
    expect(startOf("1Mutc", moment)).toBe("2025-03-01T00:00");
    expect(startOf("1M", moment)).toBe("2025-02-28T16:00");
  });

  test("weeks begin on Monday", () => {
    // 2025-03-05 is a Wednesday.
    expect(startOf("1Wutc", "2025-03-05T17:45:30Z")).toBe("2025-03-03T00:00");
    expect(startOf("1W", "2025-03-05T17:45:30Z")).toBe("2025-03-02T16:00");
    expect(startOf("1Wutc", "2025-03-02T23:59:59Z")).toBe("2025-02-24T00:00");
  });

  test("spans within a day begin on their own multiples", () => {
    expect(startOf("1m", "2025-03-05T17:45:30Z")).toBe("2025-03-05T17:45");
    expect(startOf("3m", "2025-03-05T17:46:59Z")).toBe("2025-03-05T17:45");
    expect(startOf("30m", "2025-03-05T17:46:59Z")).toBe("2025-03-05T17:30");
    expect(startOf("2H", "2025-03-05T17:46:59Z")).toBe("2025-03-05T16:00");
    expect(startOf("4H", "2025-03-05T17:46:59Z")).toBe("2025-03-05T16:00");
  });

  test("months follow the calendar over the turn of a year", () => {
    const december = at("2024-12-01T00:00Z");
    expect(shiftedStartMs("1Mutc", december, 1)).toBe(at("2025-01-01T00:00Z"));
    expect(shiftedStartMs("1Mutc", december, -12)).toBe(at("2023-12-01T00:00Z"));
    expect(shiftedStartMs("1M", at("2024-11-30T16:00Z"), 2)).toBe(at("2025-01-31T16:00Z"));
  });

  test("every moment lies in exactly one candle, and steps are inverse to each other", () => {
    fc.assert(
      fc.property(intervals, times, fc.integer({ min: 1, max: 40 }), (interval, timeMs, count) => {
        const start = candleStartMs(interval, timeMs);
        const next = shiftedStartMs(interval, start, 1);
        expect(start).toBeLessThanOrEqual(timeMs);
        expect(next).toBeGreaterThan(timeMs);
        expect(candleStartMs(interval, next)).toBe(next);
        expect(candleStartMs(interval, next - 1)).toBe(start);
        expect(shiftedStartMs(interval, shiftedStartMs(interval, start, -count), count)).toBe(
          start,
        );
      }),
    );
  });

  test("boundaries of every interval are boundaries of its base", () => {
    fc.assert(
      fc.property(intervals, times, (interval, timeMs) => {
        const startMs = candleStartMs(interval, timeMs);
        expect(candleStartMs(baseOf(interval), startMs)).toBe(startMs);
      }),
    );
  });
});
