import { describe, expect, it } from "vitest";
import { lots, rateE8, ticks } from "../money/units.ts";
import { averageBasisOf, newBasisAverage, sampleBasis } from "./basis-average.ts";
import {
  type MarketPrices,
  markPriceOf,
  newMarketPrices,
  recordTrade,
  refreshReference,
  twiceBasisOf,
} from "./market-prices.ts";
import { NO_PRICE_GUARDS, type PriceGuards } from "./price-guards.ts";
import { restorePeriod } from "./trade-average.ts";

const HOUR_MS = 3_600_000;

type Given = {
  readonly leftMs?: number;
  readonly rate?: number;
  readonly timeMs?: number;
  readonly bid?: number;
  readonly ask?: number;
  readonly guards?: Partial<Record<keyof PriceGuards, number>>;
};

function guardsOf(guards: Given["guards"]): PriceGuards {
  return { ...NO_PRICE_GUARDS, ...guards } as PriceGuards;
}

/** Returns the mark price; by default with the interest rate alone, eight hours ahead. */
function markOf(prices: MarketPrices, given: Given = {}): number {
  const { ask = 0, bid = 0, guards, leftMs = 8 * HOUR_MS, rate = 10_000, timeMs = 0 } = given;
  return markPriceOf(prices, {
    ahead: { rate: rateE8(rate), leftMs, intervalHours: 8 },
    guards: guardsOf(guards),
    quote: ask === 0 ? undefined : { bid: ticks(bid), ask: ticks(ask) },
    timeMs,
  });
}

function pricesOf(index: number, last = 0): MarketPrices {
  return { ...newMarketPrices(), index: ticks(index), last: ticks(last) };
}

/** Samples each five seconds; the last of them at `untilMs`. */
function sampled(prices: MarketPrices, basis: number, terms: { from: number; until: number }) {
  for (let timeMs = terms.from; timeMs <= terms.until; timeMs += 5_000) {
    sampleBasis(prices.basis, timeMs, 2 * basis);
  }
}

describe("the mark price", () => {
  it("is unknown without an index price", () => {
    expect(markOf(pricesOf(0, 500))).toBe(0);
  });

  it("is the median of funded index, index with basis, and last", () => {
    // At the start of an interval the funded index is 1,000,000 × 1.0001.
    expect(markOf(pricesOf(1_000_000, 900_000))).toBe(1_000_000);
    const high = pricesOf(1_000_000, 1_100_000);
    expect(markOf(high)).toBe(1_000_100);
    sampled(high, 50, { from: 5_000, until: 300_000 });
    // A basis of 50 over the whole window: 1,000,050.
    expect(markOf({ ...high, last: ticks(1_000_070) })).toBe(1_000_070);
    expect(markOf({ ...high, last: ticks(1_000_020) })).toBe(1_000_050);
    expect(markOf(high)).toBe(1_000_100);
  });

  it("approaches the index as the funding time approaches", () => {
    const prices = pricesOf(1_000_000, 1_100_000);
    expect(markOf(prices, { leftMs: 2 * HOUR_MS })).toBe(1_000_025);
    expect(markOf(prices, { leftMs: 1 })).toBe(1_000_000);
  });

  it("lies below the index when the rate is below zero", () => {
    const prices = pricesOf(1_000_000, 1_100_000);
    sampled(prices, -100_000, { from: 5_000, until: 300_000 });
    // 1,000,000 × (1 − 0.0025 × 4 ÷ 8) is 998,750.
    expect(markOf(prices, { leftMs: 4 * HOUR_MS, rate: -250_000 })).toBe(998_750);
  });

  it("is never below one tick", () => {
    const prices = pricesOf(3, 1);
    sampled(prices, -9_000, { from: 5_000, until: 300_000 });
    expect(markOf(prices)).toBe(1);
  });

  it.for([
    // [last, bid, ask, mark]: without funding, and with a basis of 500, P1 = 100,000, P2 = 100,500.
    [100_300, 100_200, 100_400, 100_300],
    // A last price outside the impact prices counts as the nearer of them.
    [90_000, 100_200, 100_400, 100_200],
    [100_450, 100_200, 100_400, 100_400],
    [190_000, 100_200, 100_400, 100_400],
    // In a book that is too thin it lies within index ± 0.3 %.
    [100_200, 0, 0, 100_200],
    [190_000, 0, 0, 100_300],
    [90_000, 0, 0, 100_000],
  ] as const)("takes a last price of %d between %d and %d for %d", ([last, bid, ask, expected]) => {
    const prices = pricesOf(100_000, last);
    sampled(prices, 500, { from: 5_000, until: 300_000 });
    const markCap = ask === 0 ? 3_000 : 0;
    expect(markOf(prices, { bid, ask, rate: 0, guards: { markCap } })).toBe(expected);
  });

  it.for([
    // [basis, last, cap, mark]: 0.5 % of 100,100 is 500.5, rounded towards the index.
    [9_000, 109_100, 5_000, 100_600],
    [-9_000, 91_100, 5_000, 99_600],
    [9_000, 109_100, 0, 109_100],
    [-9_000, 91_100, 0, 91_100],
    [300, 109_100, 5_000, 100_400],
  ] as const)("at a basis of %d and last %d, capped by %d, is %d", (example) => {
    const [basis, last, markCap, expected] = example;
    const prices = pricesOf(100_100, last);
    sampled(prices, basis, { from: 5_000, until: 300_000 });
    const quote = { bid: last - 100, ask: last + 100 };
    expect(markOf(prices, { ...quote, rate: 0, guards: { markCap } })).toBe(expected);
  });

  it("moves away from the index by at most a step per second, and follows the index at once", () => {
    const prices: MarketPrices = {
      ...pricesOf(100_000, 109_000),
      mark: ticks(100_000),
      markedIndex: ticks(100_000),
      markedAtMs: 10_000,
    };
    sampled(prices, 9_000, { from: 5_000, until: 300_000 });
    const at = (timeMs: number, markCap: number): number =>
      markOf(prices, { timeMs, rate: 0, guards: { markStep: 1_000, markCap } });
    // 0.1 % of 100,000 in a second is 100 ticks; a part of a tick counts as one.
    expect([at(10_000, 0), at(11_000, 0), at(12_001, 0)]).toEqual([100_000, 100_100, 100_201]);
    // The index falls by 10,000, and the mark price with it.
    prices.index = ticks(90_000);
    expect([at(10_000, 0), at(11_000, 0)]).toEqual([90_000, 90_100]);
    // Where the cap leaves less than the step, the cap decides.
    prices.mark = ticks(104_000);
    expect([at(10_000, 0), at(10_000, 20_000)]).toEqual([94_000, 91_800]);
  });
});

describe("the average basis", () => {
  it("counts time without a sample as a basis of 0", () => {
    const average = newBasisAverage();
    sampleBasis(average, 1_000_000, undefined);
    sampleBasis(average, 1_005_000, 2 * 600);
    // 600 for 5 s of 300 s.
    expect(averageBasisOf(average)).toBe(10);
    sampleBasis(average, 1_010_000, undefined);
    expect(averageBasisOf(average)).toBe(10);
    sampleBasis(average, 1_015_000, -2 * 1_200);
    // 3,000 less 6,000, over 300.
    expect(averageBasisOf(average)).toBe(-10);
  });

  it("weights a sample by the time since the last sampling, ten seconds at most", () => {
    const average = newBasisAverage();
    sampleBasis(average, 1_000_000, 2 * 300);
    // The first sample there ever is stands for 10 s as well.
    expect(averageBasisOf(average)).toBe(10);
    sampleBasis(average, 1_007_000, 2 * 300);
    expect(averageBasisOf(average)).toBe(17);
    sampleBasis(average, 1_090_000, 2 * 300);
    expect(averageBasisOf(average)).toBe(27);
  });

  it("drops samples after five minutes and rounds half a tick down", () => {
    const average = newBasisAverage();
    sampleBasis(average, 5_000, 2 * 9_000);
    for (let at = 2; at <= 60; at++) sampleBasis(average, at * 5_000, -197);
    // 9,000 once and −98.5 fifty-nine times.
    expect(averageBasisOf(average)).toBe(Math.floor((9_000 - 98.5 * 59) / 60));
    sampleBasis(average, 305_000, -197);
    expect(averageBasisOf(average)).toBe(-99);
    expect(average.samples).toHaveLength(60);
  });

  it("limits bid and ask to the cap of the mark price", () => {
    const quote = { bid: ticks(99_900), ask: ticks(300_000) };
    expect(twiceBasisOf(ticks(100_000), quote, guardsOf({}))).toBe(199_900);
    // The ask counts as 100,500: the middle is 200 above the index.
    expect(twiceBasisOf(ticks(100_000), quote, guardsOf({ markCap: 5_000 }))).toBe(400);
    const low = { bid: ticks(1), ask: ticks(100_100) };
    expect(twiceBasisOf(ticks(100_000), low, guardsOf({ markCap: 5_000 }))).toBe(-400);
  });
});

describe("the reference price of spot", () => {
  const slow = guardsOf({ referenceStep: 1_000 });

  it("is the last price without a step", () => {
    const prices = pricesOf(100);
    const trade = (price: number) => {
      prices.last = ticks(price);
      recordTrade(prices, { price: ticks(price), size: lots(1) }, 0, NO_PRICE_GUARDS);
    };
    refreshReference(prices, 1_000, NO_PRICE_GUARDS, true);
    expect(prices.reference).toBe(0);
    trade(140);
    expect(prices.reference).toBe(140);
    refreshReference(prices, 2_000, NO_PRICE_GUARDS, true);
    trade(90);
    expect(prices.reference).toBe(90);
    // A step, while there is one, takes it to the index.
    refreshReference(prices, 3_000, slow, true);
    expect(prices.reference).toBe(100);
    refreshReference(prices, 4_000, NO_PRICE_GUARDS, true);
    expect(prices.reference).toBe(90);
  });

  it("begins at the index, or else at the first trade", () => {
    const prices = pricesOf(100_000);
    refreshReference(prices, 1_000, slow, false);
    expect(prices.reference).toBe(0);
    refreshReference(prices, 2_000, slow, true);
    expect(prices.reference).toBe(100_000);
    const unpriced = pricesOf(0);
    recordTrade(unpriced, { price: ticks(140), size: lots(1) }, 5_000, slow);
    recordTrade(unpriced, { price: ticks(900), size: lots(9) }, 5_000, slow);
    expect(unpriced.reference).toBe(140);
  });

  /** Alone with its own trades: each second `size` lots at `share` of the reference. */
  function traded(
    prices: MarketPrices,
    terms: { readonly seconds: number; readonly share: number; readonly isFresh: boolean },
  ): number {
    const { isFresh, seconds, share } = terms;
    const from = prices.referencedAtMs;
    for (let second = 1; second <= seconds; second++) {
      const timeMs = from + second * 1_000;
      const price = ticks(Math.floor(prices.reference * share));
      recordTrade(prices, { price, size: lots(1_000) }, timeMs, slow);
      refreshReference(prices, timeMs, slow, isFresh);
    }
    return prices.reference;
  }

  it.for([0.95, 1.05])("is not moved by own trades at %d while the index is fresh", (share) => {
    const prices = pricesOf(100_000);
    refreshReference(prices, 10_000, slow, true);
    expect(traded(prices, { seconds: 900, share, isFresh: true })).toBe(100_000);
  });

  it.for([
    // A trade a second at 5 % from it for a minute: six to seven of thirty periods.
    [1.05, 100_000, 101_546],
    [0.95, 98_454, 100_000],
  ] as const)("moves little by trades at %d while the index is stale", ([share, low, high]) => {
    const prices = pricesOf(100_000);
    refreshReference(prices, 10_000, slow, true);
    const reference = traded(prices, { seconds: 60, share, isFresh: false });
    expect(reference).not.toBe(100_000);
    expect(reference).toBeGreaterThanOrEqual(low);
    expect(reference).toBeLessThanOrEqual(high);
  });

  it("moves for one trade by the share of its period, and then returns", () => {
    const prices = pricesOf(300_000);
    refreshReference(prices, 10_000, slow, true);
    recordTrade(prices, { price: ticks(315_000), size: lots(1) }, 11_000, slow);
    refreshReference(prices, 12_000, slow, false);
    expect(prices.reference).toBe(300_000);
    refreshReference(prices, 20_000, slow, false);
    // 15,000 above for one of thirty periods.
    expect(prices.reference).toBe(300_500);
  });

  it("weights trades of a period by notional", () => {
    const prices = pricesOf(300_000);
    refreshReference(prices, 10_000, slow, true);
    recordTrade(prices, { price: ticks(309_000), size: lots(1) }, 11_000, slow);
    recordTrade(prices, { price: ticks(300_000), size: lots(2) }, 12_000, slow);
    refreshReference(prices, 20_000, slow, false);
    // (309,000 + 2 × 300,000) ÷ 3 is 303,000, for one of thirty periods.
    expect(prices.reference).toBe(300_100);
  });

  it.for([
    [110_000, [100_100, 100_201, 110_000]],
    [90_000, [99_900, 99_800, 90_000]],
  ] as const)("follows an index of %d by the step a second", ([index, [one, two, end]]) => {
    const prices = pricesOf(100_000);
    refreshReference(prices, 10_000, slow, true);
    prices.index = ticks(index);
    refreshReference(prices, 11_000, slow, true);
    expect(prices.reference).toBe(one);
    refreshReference(prices, 12_000, slow, true);
    expect(prices.reference).toBe(two);
    for (let at = 13_000; at < 133_000; at += 1_000) refreshReference(prices, at, slow, true);
    expect(prices.reference).toBe(end);
  });

  it("follows the index faster if own trades do, too", () => {
    const prices = pricesOf(100_000);
    refreshReference(prices, 10_000, slow, true);
    prices.index = ticks(110_000);
    // Thirty periods at 103,000 within five minutes, and the step of 0.1 % for one second.
    for (let at = 0; at < 30; at++) restorePeriod(prices.trades, 103_000);
    refreshReference(prices, 11_000, slow, true);
    expect(prices.reference).toBe(103_000);
  });
});
