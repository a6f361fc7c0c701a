import { describe, expect, it } from "vitest";
import { PARAMETER_ERRORS } from "./parameter-errors.ts";
import { CLOCK_LEEWAY_MS, DAY_MS, timeRange } from "./time-range.ts";

const NOW = 1_780_000_000_000;
const rules = { errors: PARAMETER_ERRORS.v2, nowMs: NOW, spanDaysMax: 30, ageDaysMax: 90 };

describe("a time range", () => {
  it("without times is the longest span up to now", () => {
    expect(timeRange({}, rules)).toEqual({ fromMs: NOW - 30 * DAY_MS, toMs: NOW });
  });

  it("without end reaches to now, at most the longest span after its start", () => {
    const startTime = NOW - 5;
    expect(timeRange({ startTime }, rules)).toEqual({ fromMs: startTime, toMs: NOW });
    const early = NOW - 60 * DAY_MS;
    const toMs = NOW - 30 * DAY_MS;
    expect(timeRange({ startTime: early }, rules)).toEqual({ fromMs: early, toMs });
  });

  it("keeps both times when they fit", () => {
    const endTime = NOW - DAY_MS;
    const startTime = endTime - 30 * DAY_MS;
    expect(timeRange({ startTime, endTime }, rules)).toEqual({ fromMs: startTime, toMs: endTime });
  });

  it("forgives what passes between two readings of the client's clock, and no more", () => {
    const startTime = NOW - 30 * DAY_MS;
    const range = { fromMs: startTime, toMs: NOW + CLOCK_LEEWAY_MS };
    expect(timeRange({ startTime, endTime: NOW + CLOCK_LEEWAY_MS }, rules)).toEqual(range);
    const longer = { startTime, endTime: NOW + CLOCK_LEEWAY_MS + 1 };
    expect(() => timeRange(longer, rules)).toThrow(expect.objectContaining({ code: "00001" }));
  });

  it("takes a time of 0 for none", () => {
    expect(timeRange({ startTime: 0 }, rules)).toEqual(timeRange({}, rules));
    expect(timeRange({ startTime: 0, endTime: 0 }, rules)).toEqual(timeRange({}, rules));
    const startTime = NOW - DAY_MS;
    expect(timeRange({ startTime, endTime: 0 }, rules)).toEqual(timeRange({ startTime }, rules));
    const endTime = NOW - DAY_MS;
    expect(timeRange({ startTime: 0, endTime }, rules)).toEqual(timeRange({ endTime }, rules));
  });

  it.each([
    ["start after end", { startTime: NOW - 1, endTime: NOW - 2 }, "40707"],
    ["a span too long", { startTime: NOW - 31 * DAY_MS, endTime: NOW - 1 }, "00001"],
    ["a start too old", { startTime: NOW - 91 * DAY_MS, endTime: NOW - 90 * DAY_MS }, "40704"],
    ["a start in the future", { startTime: NOW + DAY_MS, endTime: NOW + 2 * DAY_MS }, "40902"],
  ])("refuses %s", (_what, request, code) => {
    expect(() => timeRange(request, rules)).toThrow(expect.objectContaining({ code }));
  });

  it("has another code for start after end on v3", () => {
    const v3 = { ...rules, errors: PARAMETER_ERRORS.v3 };
    const request = { startTime: 2, endTime: 1 };
    expect(() => timeRange(request, v3)).toThrow(expect.objectContaining({ code: "20001" }));
  });
});
