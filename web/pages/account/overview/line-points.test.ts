import { expect, it } from "vitest";
import { linePoints } from "./line-points.ts";

it("draws the largest value at the top and the smallest at the bottom", () => {
  expect(linePoints([1, 3, 2], 100, 10)).toBe("0,10 50,0 100,5");
});

it("draws equal values, a single one and none without a fault", () => {
  expect(linePoints([5, 5], 100, 10)).toBe("0,5 100,5");
  expect(linePoints([5], 100, 10)).toBe("0,5");
  expect(linePoints([], 100, 10)).toBe("");
});
