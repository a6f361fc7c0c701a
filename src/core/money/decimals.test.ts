import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatRatio, formatTrimmed, formatUnits, parseUnits } from "./decimals.ts";

const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const decimals = fc.integer({ min: 0, max: 12 });

describe("a whole number of units", () => {
  it("is read back from its text, with and without trailing zeros", () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, count) => {
        expect(parseUnits(formatUnits(amount, count), count)).toBe(amount);
        expect(parseUnits(formatTrimmed(amount, count), count)).toBe(amount);
      }),
    );
  });

  it.for([
    [12_345, 2, "123.45", "123.45"],
    [12_340, 2, "123.40", "123.4"],
    [500, 2, "5.00", "5"],
    [7, 4, "0.0007", "0.0007"],
    [0, 3, "0.000", "0"],
    [1_200, 0, "1200", "1200"],
    [-5, 1, "-0.5", "-0.5"],
  ] as const)("%d with %d decimals is %s, shortened %s", ([value, count, whole, short]) => {
    expect(formatUnits(value, count)).toBe(whole);
    expect(formatTrimmed(value, count)).toBe(short);
  });
});

describe("a text", () => {
  it.for(["", ".5", "5.", "-1", "+1", "1e3", " 1", "1 ", "0x1", "1,5", "١", "9".repeat(41)])(
    "%j is no amount",
    (text) => {
      expect(parseUnits(text, 8)).toBeUndefined();
    },
  );

  it("with finer digits than the unit is refused, not rounded; trailing zeros are accepted", () => {
    expect(parseUnits("1.005", 2)).toBeUndefined();
    expect(parseUnits("1.5000", 1)).toBe(15n);
    expect(parseUnits("007", 0)).toBe(7n);
  });
});

describe("a ratio", () => {
  it.for([
    [1n, 3n, 4, "0.3333"],
    [2n, 3n, 4, "0.6667"],
    [-1n, 2n, 0, "-1"],
    [1n, -8n, 2, "-0.13"],
    [5n, 0n, 2, "0"],
  ] as const)("%d ÷ %d to %d digits is %s", ([top, bottom, count, text]) => {
    expect(formatRatio(top, bottom, count)).toBe(text);
  });
});
