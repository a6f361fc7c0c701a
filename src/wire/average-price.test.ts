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
  ...{ sizeDecimals: 4, lotStep: 1, atomsPerTickLot: 1_000n, listedAtMs: 0, deliveryAtMs: 0 },
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

/** The average of fills, as the sums of an order give it. */
function averageOf(instrument: ListedInstrument, fills: readonly Fill[]): string {
  const prices = fills.map(({ price }) => price);
  return averagePriceText(listings, instrument, {
    notional: total(fills.map(instrument.isInverse ? inverseValueOf : linearValueOf)),
    size: fills.reduce((sum, { size }) => sum + size, 0),
    priceMin: instrument.isInverse ? Math.min(...prices) : 0,
    priceMax: instrument.isInverse ? Math.max(...prices) : 0,
  });
}

/** Units of 10^-8 of a text. */
function unitsOf(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  expect(fraction.length).toBeLessThanOrEqual(8);
  return BigInt(whole + fraction.padEnd(8, "0"));
}

const TICK = 10_000_000n;
const fill = fc.record({
  price: fc.integer({ min: 1, max: 10_000_000 }),
  size: fc.integer({ min: 1, max: 1_000_000 }),
});
const someFills = fc.array(fill, { minLength: 1, maxLength: 5 });

describe("the average price", () => {
  it("has eight digits after the point, rounded half up", () => {
    const sums = { notional: 3_000_001_000n * 1_000n, size: 30_000 };
    expect(averagePriceText(listings, linear, sums)).toBe("10000.00333333");
    expect(averagePriceText(listings, linear, { notional: 10_000n, size: 10 })).toBe("0.1");
    expect(averagePriceText(listings, linear, { notional: 0n, size: 10 })).toBe("0");
    expect(averagePriceText(listings, linear, { notional: 10n, size: 0 })).toBe("0");
  });

  it.each([
    ["linear", linear],
    ["inverse", inverse],
  ])("never lies beyond the prices of the fills of a %s contract", (_name, instrument) => {
    fc.assert(
      fc.property(someFills, (fills) => {
        const average = unitsOf(averageOf(instrument, fills));
        const prices = fills.map(({ price }) => BigInt(price) * TICK);
        for (const price of prices) {
          if (prices.every((other) => other >= price)) expect(average >= price).toBe(true);
          if (prices.every((other) => other <= price)) expect(average <= price).toBe(true);
        }
      }),
    );
  });

  it("is the price of the fills of an inverse contract where all are the same", () => {
    fc.assert(
      fc.property(fill, fc.integer({ min: 1, max: 4 }), ({ price, size }, count) => {
        const fills = Array.from({ length: count }, () => ({ price, size }));
        expect(unitsOf(averageOf(inverse, fills))).toBe(BigInt(price) * TICK);
      }),
    );
  });

  it("is the harmonic mean of an inverse contract", () => {
    const fills = [
      { price: 500_000, size: 1_000_000 },
      { price: 1_000_000, size: 1_000_000 },
    ];
    expect(averageOf(inverse, fills)).toBe("66666.66666667");
  });
});
