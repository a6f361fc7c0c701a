import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composePrice } from "./compose-price.ts";

const prices = (...list: readonly number[]) => list.map((priceE8) => ({ priceE8, weight: 1 }));

describe("composePrice", () => {
  it("returns undefined without prices", () => {
    expect(composePrice([])).toBeUndefined();
  });

  it("returns the price of a single source", () => {
    expect(composePrice(prices(61_700))).toBe(61_700);
  });

  it("weights each source, and rounds down", () => {
    // (3 × 10,000 + 1 × 10,007) ÷ 4 = 10,001.75.
    expect(
      composePrice([
        { priceE8: 10_000, weight: 3 },
        { priceE8: 10_007, weight: 1 },
      ]),
    ).toBe(10_001);
  });

  it("ignores prices more than 2 % from the median", () => {
    expect(composePrice(prices(10_000, 10_010, 10_220))).toBe(10_005);
    expect(composePrice(prices(10_000, 10_010, 10_200))).toBe(10_070);
    expect(composePrice(prices(1, 10_000, 10_010))).toBe(10_005);
  });

  it("returns undefined when no majority of the sources agrees", () => {
    expect(composePrice(prices(10_000, 10_500))).toBeUndefined();
    expect(composePrice(prices(10_000, 10_001, 12_000, 12_001))).toBeUndefined();
  });

  it("stays between the lowest and highest price, in any order of the sources", () => {
    const source = fc.record({
      priceE8: fc.integer({ min: 9_700, max: 10_300 }),
      weight: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 7 }), (list) => {
        const price = composePrice(list);
        if (price === undefined) return;
        const values = list.map(({ priceE8 }) => priceE8);
        expect(price).toBeGreaterThanOrEqual(Math.min(...values));
        expect(price).toBeLessThanOrEqual(Math.max(...values));
        expect(composePrice([...list].reverse())).toBe(price);
      }),
    );
  });
});
