import { describe, expect, it } from "vitest";
import { HourlyRate } from "./hourly-rate.ts";

const MINUTE_MS = 60_000;

function clocked() {
  let nowMs = 5_000;
  const rate = new HourlyRate(() => nowMs);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { rate, pass };
}

describe("the rate of an hour", () => {
  it("is projected from the time since the start in the first hour", () => {
    const { pass, rate } = clocked();
    pass(MINUTE_MS);
    rate.add(100);
    pass(MINUTE_MS);
    expect(rate.perHour()).toBe(3_000);
  });

  it("is not projected from the first seconds", () => {
    const { pass, rate } = clocked();
    pass(1);
    rate.add(100);
    expect(rate.perHour()).toBe(36_000);
  });

  it("forgets what is older than an hour", () => {
    const { pass, rate } = clocked();
    rate.add(1_000_000);
    for (let minute = 0; minute < 60; minute += 1) {
      pass(MINUTE_MS);
      rate.add(10);
    }
    pass(MINUTE_MS - 1);
    expect(rate.perHour()).toBeCloseTo(600, 1);
    pass(100 * MINUTE_MS);
    expect(rate.perHour()).toBe(0);
  });
});
