import { expect, it } from "vitest";
import { toUnits, unitsText } from "./units.ts";

it("decimals become whole units exactly, also beyond what a double holds", () => {
  expect(toUnits("0.1", 4)).toBe(1000n);
  expect(toUnits("12", 2)).toBe(1200n);
  expect(toUnits("60010.5", 1)).toBe(600_105n);
  expect(toUnits("1234567890123.12345678", 8)).toBe(123_456_789_012_312_345_678n);
});

it("whole units become decimals again", () => {
  expect(unitsText(5n, 4)).toBe("0.0005");
  expect(unitsText(123_456_789_012_312_345_678n, 8)).toBe("1234567890123.12345678");
  expect(unitsText(42n, 0)).toBe("42");
});
