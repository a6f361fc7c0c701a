import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averagePriceText } from "./average-price.ts";
import type { ListedInstrument, Listings } from "./listings.ts";

const DECIMALS = 8;
const listings = {
  currencyAt: () => ({ index: 0, code: "ANY", decimals: DECIMALS, isPractice: false }),
  instrumentAt: () => undefined,
} satisfies Listings;

const linear: ListedInstrument = {
  ...{ index: 0, symbol: "BTCUSDT", category: "usdt_futures" },
  ...{ isFutures: true, realm: "live" },
  ...{ base: 1, quote: 0, settle: 0, isInverse: false, priceDecimals: 1, tickStep: 1 },
  ...{ sizeDecimals: 4, lotStep: 1, listedAtMs: 0, deliveryAtMs: 0 },
};
/** One lot is one dollar. */
const inverse: ListedInstrument = { ...linear, isInverse: true, sizeDecimals: 0 };

type Fill = { readonly price: number; readonly size: number };

const linearValueOf = ({ price, size }: Fill): bigint => BigInt(price) * BigInt(size) * 1_000n;

/** Size ÷ price in atoms, half up, as the core books it; prices are in tenths. */
function inverseValueOf({ price, size }: Fill): bigint {
  const top = BigInt(size) * 1_000_000_000n;
  return (top * 2n + BigInt(price)) / (BigInt(price) * 2n);
}

const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const sizeOf = (fills: readonly Fill[]): number => fills.reduce((sum, { size }) => sum + size, 0);

describe("the average price", () => {
  it("has eight digits after the point, rounded half up", () => {
    expect(averagePriceText(listings, linear, 3_000_001_000n * 1_000n, 30_000)).toBe(
      "10000.00333333",
    );
    expect(averagePriceText(listings, linear, 10_000n, 10)).toBe("0.1");
    expect(averagePriceText(listings, linear, 0n, 10)).toBe("0");
    expect(averagePriceText(listings, linear, 10n, 0)).toBe("0");
  });

  it("never lies beyond the prices of the fills", () => {
    const fill = fc.record({
      price: fc.integer({ min: 1, max: 10_000_000 }),
      size: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 5 }), (fills) => {
        const text = averagePriceText(
          listings,
          linear,
          total(fills.map(linearValueOf)),
          sizeOf(fills),
        );
        const prices = fills.map(({ price }) => price / 10);
        expect(Number(text)).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(Number(text)).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });

  it("is the fill's own price on an inverse contract where an atom is less than a tick", () => {
    const fill = fc.record({
      price: fc.integer({ min: 100_000, max: 1_000_000 }),
      size: fc.integer({ min: 100_000, max: 100_000_000 }),
    });
    fc.assert(
      fc.property(fill, ({ price, size }) => {
        const value = inverseValueOf({ price, size });
        const text = averagePriceText(listings, inverse, value, size);
        expect(text).toBe(String(price / 10));
      }),
    );
  });

  it("is a round price that gives the value where an atom is more than a tick", () => {
    const value = inverseValueOf({ price: 600_000, size: 1 });
    expect(averagePriceText(listings, inverse, value, 1)).toBe("60000");
  });
});
