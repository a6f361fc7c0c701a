import { expect, it } from "vitest";
import { impactBp, largestImpactBp } from "./impact-figures.ts";

const unchanged = Array.from({ length: 100 }, () => 10_000);

it("compares two runs in basis points, averaged over five seconds", () => {
  const changed = unchanged.map((price, second) => (second === 0 ? price : price + 20));
  expect(impactBp({ changed, unchanged }, 1)).toBeCloseTo(20, 9);
  expect(impactBp({ changed, unchanged }, 60)).toBeCloseTo(20, 9);
  const spike = unchanged.map((price, second) => (second === 60 ? price + 50 : price));
  expect(impactBp({ changed: spike, unchanged }, 60)).toBeCloseTo(10, 9);
  expect(impactBp({ changed: spike, unchanged }, 65)).toBe(0);
});

it("finds the largest difference in either direction", () => {
  expect(largestImpactBp({ changed: unchanged, unchanged })).toBe(0);
  const dip = unchanged.map((price, second) => (second > 50 && second < 60 ? price - 30 : price));
  expect(largestImpactBp({ changed: dip, unchanged })).toBeCloseTo(30, 9);
});
