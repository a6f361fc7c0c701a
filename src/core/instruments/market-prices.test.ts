import { describe, expect, it } from "vitest";
import { BASIS_SAMPLES_MAX } from "../limits.ts";
import { rateE8, ticks } from "../money/units.ts";
import { type MarketPrices, markPriceOf, newMarketPrices, sampleBasis } from "./market-prices.ts";

const HOUR_MS = 3_600_000;

/** The interest rate alone, with so much of an eight-hour interval left. */
const ahead = (leftMs: number, rate = 10_000) => ({ rate: rateE8(rate), leftMs });
const WHOLE = ahead(8 * HOUR_MS);

function pricesOf(index: number, last = 0): MarketPrices {
  return { ...newMarketPrices(), index: ticks(index), last: ticks(last) };
}

describe("the mark price", () => {
  it("is unknown without an index price", () => {
    expect(markPriceOf(pricesOf(0, 500), WHOLE, 8)).toBe(0);
  });

  it("is the middle one of funded index, index with basis, and last", () => {
    // At the start of an interval the funded index is 1,000,000 × 1.0001.
    const low = pricesOf(1_000_000, 900_000);
    expect(markPriceOf(low, WHOLE, 8)).toBe(1_000_000);
    const high = pricesOf(1_000_000, 1_100_000);
    expect(markPriceOf(high, WHOLE, 8)).toBe(1_000_100);
    sampleBasis(high, ticks(1_000_040), ticks(1_000_060));
    expect(markPriceOf(pricesOf(1_000_000, 1_000_070), WHOLE, 8)).toBe(1_000_070);
    expect(markPriceOf(high, WHOLE, 8)).toBe(1_000_100);
  });

  it("comes nearer to the index as the funding time does", () => {
    const prices = pricesOf(1_000_000, 1_100_000);
    expect(markPriceOf(prices, ahead(2 * HOUR_MS), 8)).toBe(1_000_025);
    expect(markPriceOf(prices, ahead(1), 8)).toBe(1_000_000);
  });

  it("lies below the index when the rate does", () => {
    const prices = pricesOf(1_000_000, 900_000);
    sampleBasis(prices, ticks(900_000), ticks(900_002));
    // 1,000,000 × (1 − 0.0025 × 4 ÷ 8) is 998,750.
    expect(
      markPriceOf({ ...prices, last: ticks(1_100_000) }, ahead(4 * HOUR_MS, -250_000), 8),
    ).toBe(998_750);
  });

  it("follows the average basis over the last five minutes alone", () => {
    const prices = pricesOf(1_000, 5_000);
    sampleBasis(prices, ticks(9_000), ticks(9_100));
    for (let sample = 0; sample < BASIS_SAMPLES_MAX; sample++) {
      sampleBasis(prices, ticks(900), ticks(903));
    }
    expect(prices.basisSamples).toHaveLength(BASIS_SAMPLES_MAX);
    // The half tick of the average is rounded down: 1,000 − 98.5 is 901.
    const cheap = { ...prices, last: ticks(500) };
    expect(markPriceOf(cheap, WHOLE, 8)).toBe(901);
  });

  it("takes no sample from a book with an empty side", () => {
    const prices = pricesOf(1_000);
    sampleBasis(prices, ticks(0), ticks(1_100));
    sampleBasis(prices, ticks(900), ticks(0));
    expect(prices.basisSamples).toEqual([]);
  });

  it("is never below one tick", () => {
    const prices = pricesOf(10_000, 1);
    sampleBasis(prices, ticks(1), ticks(2));
    expect(markPriceOf({ ...prices, index: ticks(3) }, WHOLE, 8)).toBe(1);
  });
});
