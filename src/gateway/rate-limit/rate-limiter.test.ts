import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimiter, SUBJECTS_MAX } from "./rate-limiter.ts";

function limiterAt(start = 0) {
  const clock = { nowMs: start };
  const limiter = new RateLimiter({ mode: "exact", nowMs: () => clock.nowMs });
  return { clock, limiter };
}

const TEN = { bucket: "place-order", per: "uid", count: 10, perMs: 1000 } as const;
/** The second less the jitter that is allowed. */
const WINDOW_MS = 950;

describe("the rate limiter", () => {
  it("admits exactly the count within any window less the jitter, for any pattern of calls", () => {
    const gaps = fc.array(fc.nat({ max: 400 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 12 }), (waits, count) => {
        const { clock, limiter } = limiterAt(5);
        const bucket = limiter.define({ ...TEN, count });
        const passed: number[] = [];
        for (const waitMs of waits) {
          clock.nowMs += waitMs;
          const inWindow = passed.filter((at) => at > clock.nowMs - WINDOW_MS).length;
          const remaining = bucket.take("alice");
          expect(remaining).toBe(inWindow < count ? count - inWindow - 1 : -1);
          if (remaining >= 0) passed.push(clock.nowMs);
        }
      }),
    );
  });

  it("admits every call at the stated pace, however the network delays each by up to 40 ms", () => {
    const delays = fc.array(fc.nat({ max: 40 }), { minLength: 11, maxLength: 100 });
    const rules = fc.constantFrom(...[1, 3, 10, 20].map((count) => ({ ...TEN, count })), {
      ...TEN,
      count: 60,
      perMs: 60_000,
    });
    fc.assert(
      fc.property(delays, rules, (delaysMs, rule) => {
        const { clock, limiter } = limiterAt();
        const bucket = limiter.define(rule);
        const paced = delaysMs.map((delayMs, call) => (call * rule.perMs) / rule.count + delayMs);
        for (const atMs of paced.sort((one, other) => one - other)) {
          clock.nowMs = atMs;
          expect(bucket.take("alice")).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("allows a window of a minute no more jitter than one of a second, a short one 5 %", () => {
    for (const [perMs, windowMs] of [
      [60_000, 59_950],
      [100, 95],
    ] as const) {
      const { clock, limiter } = limiterAt();
      const bucket = limiter.define({ ...TEN, perMs });
      bucket.take("alice", 10);
      clock.nowMs = windowMs - 1;
      expect(bucket.take("alice")).toBe(-1);
      clock.nowMs = windowMs;
      expect(bucket.take("alice")).toBe(9);
    }
  });

  it("counts users separately and one user across all ways of calling", () => {
    const { limiter } = limiterAt();
    const rest = limiter.define(TEN);
    const webSocket = limiter.define(TEN);
    for (let call = 0; call < 5; call += 1) {
      rest.take("alice");
      webSocket.take("alice");
    }
    expect(limiter.take("place-order", "alice")).toBe(-1);
    expect(limiter.take("place-order", "bob")).toBe(9);
  });

  it("admits a weight completely or not at all", () => {
    const bucket = limiterAt().limiter.define(TEN);
    expect(bucket.take("alice", 8)).toBe(2);
    expect(bucket.take("alice", 3)).toBe(-1);
    expect(bucket.take("alice", 2)).toBe(0);
  });

  it("returns how long to wait, and waiting that long is enough", () => {
    const { clock, limiter } = limiterAt();
    const bucket = limiter.define(TEN);
    bucket.take("alice", 4);
    clock.nowMs = 300;
    bucket.take("alice", 6);
    clock.nowMs = 400;
    expect(bucket.waitMs("alice")).toBe(WINDOW_MS - 400);
    expect(bucket.waitMs("alice", 5)).toBe(WINDOW_MS - 100);
    clock.nowMs += WINDOW_MS - 400;
    expect(bucket.take("alice")).toBeGreaterThanOrEqual(0);
  });

  it("changes a rule at once and lists it", () => {
    const { limiter } = limiterAt();
    const bucket = limiter.define(TEN);
    bucket.take("alice", 3);
    expect(limiter.change("place-order", { count: 3, perMs: 500 })).toBe(true);
    expect(bucket.take("alice")).toBe(-1);
    expect(limiter.list()).toEqual([{ bucket: "place-order", per: "uid", count: 3, perMs: 500 }]);
    expect(limiter.change("unknown", TEN)).toBe(false);
  });

  it.each([
    { count: 0, perMs: 1000 },
    { count: 1.5, perMs: 1000 },
    { count: 1, perMs: 0 },
    { count: 2_000_000, perMs: 1000 },
    { count: 1, perMs: Number.NaN },
  ])("refuses the rule %j", (rule) => {
    const { limiter } = limiterAt();
    limiter.define(TEN);
    expect(() => limiter.change("place-order", rule)).toThrow(RangeError);
  });

  it("refuses two definitions of one bucket that disagree", () => {
    const { limiter } = limiterAt();
    limiter.define(TEN);
    expect(() => limiter.define({ ...TEN, count: 5 })).toThrow(RangeError);
  });

  it("admits everything when it is off", () => {
    const limiter = new RateLimiter({ mode: "off", nowMs: () => 0 });
    const bucket = limiter.define({ ...TEN, count: 1 });
    for (let call = 0; call < 100; call += 1) bucket.take("alice");
    expect(bucket.take("alice")).toBe(Number.POSITIVE_INFINITY);
  });

  it("forgets idle subjects as new ones come, and never keeps more than its maximum", () => {
    const { clock, limiter } = limiterAt();
    const bucket = limiter.define(TEN);
    for (let subject = 0; subject < 1000; subject += 1) bucket.take(`early-${subject}`);
    clock.nowMs = 2000;
    for (let subject = 0; subject < 1000; subject += 1) bucket.take(`late-${subject}`);
    expect(bucket.subjects).toBeLessThanOrEqual(1010);
    for (let subject = 0; subject < SUBJECTS_MAX + 10; subject += 1) bucket.take(`many-${subject}`);
    expect(bucket.subjects).toBeLessThanOrEqual(SUBJECTS_MAX);
  });
});
