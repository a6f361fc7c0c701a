import Big from "big.js";
import { expect, it } from "vitest";
import { inSteps, partOfSize } from "./position-sizes.ts";

it("a part is rounded down to steps", () => {
  expect(partOfSize("0.0105", 0.5, { sizeStep: "0.001" })).toBe("0.005");
});

it("a part is at least one step", () => {
  expect(partOfSize("0.001", 0.25, { sizeStep: "0.001" })).toBe("0.001");
});

it("the whole stays as it is, also off the steps", () => {
  expect(partOfSize("0.0105", 1, { sizeStep: "0.001" })).toBe("0.0105");
});

it("a size is rounded down and never below zero", () => {
  expect(inSteps(Big("1.2399"), { sizeDecimals: 2 })).toBe("1.23");
  expect(inSteps(Big("-1"), { sizeDecimals: 2 })).toBe("0");
});
