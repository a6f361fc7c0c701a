import { expect, it } from "vitest";
import { BLOCK_MS, OVERALL_PER_MINUTE, OverallLimits } from "./overall-limits.ts";
import { RateLimiter } from "./rate-limiter.ts";

it("reports each block of a user or address once, when it begins", () => {
  const clock = { nowMs: 0 };
  const limiter = new RateLimiter({ mode: "exact", nowMs: () => clock.nowMs });
  const blocked: string[] = [];
  const overall = new OverallLimits(limiter, ({ per }, subject) =>
    blocked.push(`${per} ${subject}`),
  );
  const exhaust = (): void => {
    for (let request = 0; request < OVERALL_PER_MINUTE + 5; request += 1) {
      overall.users.admit("1000000002");
    }
  };
  exhaust();
  exhaust();
  expect(blocked).toEqual(["uid 1000000002"]);
  clock.nowMs += BLOCK_MS;
  exhaust();
  for (let request = 0; request <= OVERALL_PER_MINUTE; request += 1) {
    overall.anonymous.admit("192.0.2.1");
  }
  expect(blocked).toEqual(["uid 1000000002", "uid 1000000002", "ip 192.0.2.1"]);
});
