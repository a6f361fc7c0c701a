import { describe, expect, it } from "vitest";
import { lots, ticks } from "../../../src/core/money/units.ts";
import { BookSide } from "../../../src/projections/live/book-side.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import {
  bookVolatility,
  depthProfile,
  medianDepth,
  medianSpreadTicks,
  secondAutocorrelation,
  sizesExceeded,
  takerOrderSize,
  takerOrdersPerMinute,
  touchesPerSecond,
  turnoverPerDay,
  updatesPerSecond,
} from "./book-figures.ts";
import { BookRecording, DEPTH_BPS } from "./book-recording.ts";
import {
  basisDeviation,
  basisMean,
  crossedShare,
  paidCrossedShare,
  secondCorrelation,
} from "./pair-figures.ts";

/** A tick is a hundredth of a dollar, a lot a tenth of a coin. */
const FACTS: InstrumentFacts = {
  ...{ index: 0, symbol: "BTCUSDT", category: "spot", realm: "live" },
  ...{
    base: 0,
    quote: 1,
    settle: 1,
    baseCode: "BTC",
    quoteCode: "USDT",
    baseDecimals: 8,
    quoteDecimals: 8,
  },
  ...{ isInverse: false, priceDecimals: 2, tickStep: 1, sizeDecimals: 1, lotStep: 1 },
  ...{
    sizeLotsMin: 1,
    sizeLotsMax: 1_000,
    sizeLotsMarketMax: 1_000,
    valueMin: 0n,
    deliveryAtMs: 0,
  },
};

class Recorded {
  readonly bids = new BookSide("buy");
  readonly asks = new BookSide("sell");
  readonly recording: BookRecording;
  #second: number;

  constructor(startSecond = 100, facts = FACTS) {
    this.#second = startSecond;
    this.recording = new BookRecording(facts, { bids: this.bids, asks: this.asks });
  }

  /** Moves the best prices, with one lot on each side, and ends the second. */
  second(bid: number, ask: number): this {
    for (const [side, price] of [[this.bids, bid] as const, [this.asks, ask] as const]) {
      if (side.count > 0) side.set(side.bestPrice, lots(0));
      side.set(ticks(price), lots(1));
    }
    this.recording.endSecond(this.#second++);
    return this;
  }

  seconds(prices: readonly (readonly [bid: number, ask: number])[]): this {
    for (const [bid, ask] of prices) this.second(bid, ask);
    return this;
  }
}

const trade = (atMs: number, dollars: number, orderKey: string, price = 10_000) => {
  return { atMs, price, dollars, orderKey };
};

describe("a recording of a book", () => {
  it("has the median of the spread in ticks", () => {
    const { recording } = new Recorded().seconds([
      [99, 100],
      [98, 100],
      [90, 100],
    ]);
    expect(medianSpreadTicks(recording)).toBe(2);
  });

  it("counts changes that are published together once, and nothing before it begins", () => {
    const recorded = new Recorded();
    const { recording } = recorded;
    recording.updated(5);
    recorded.seconds([
      [99, 100],
      [99, 100],
    ]);
    for (const atMs of [10, 10, 110]) recording.updated(atMs);
    expect(updatesPerSecond(recording)).toBe(1);
  });

  it("counts changes of the best prices and of their sizes", () => {
    const { recording } = new Recorded().second(99, 100);
    recording.touched(99, 1, 100, 1);
    recording.touched(99, 1, 100, 1);
    recording.touched(99, 2, 100, 1);
    recording.touched(99, 2, 101, 1);
    expect(touchesPerSecond(recording)).toBe(3);
  });

  it("adds the depth of both sides within a distance of the middle", () => {
    const recorded = new Recorded();
    // 5 bp, 15 bp and 60 bp from 100.00 dollars; a lot is worth about ten dollars.
    for (const [bid, ask, size] of [
      [9_995, 10_005, 1],
      [9_985, 10_015, 10],
      [9_940, 10_060, 100],
    ] as const) {
      recorded.bids.set(ticks(bid), lots(size));
      recorded.asks.set(ticks(ask), lots(size));
    }
    for (let second = 0; second < 10; second++) recorded.recording.endSecond(second);
    expect(medianDepth(recorded.recording, 10)).toBeCloseTo(10, 9);
    expect(medianDepth(recorded.recording, 50)).toBeCloseTo(110, 9);
    const expected = [0, 0, 10, 10, 110, 110, 110, 1_110, 1_110];
    const profile = depthProfile(recorded.recording);
    for (const [index, dollars] of expected.entries())
      expect(profile[index]).toBeCloseTo(dollars, 9);
    expect(profile).toHaveLength(DEPTH_BPS.length);
  });

  it("counts the face of inverse contracts as dollars", () => {
    const inverse = { ...FACTS, isInverse: true, sizeDecimals: 0 };
    const recorded = new Recorded(100, inverse);
    recorded.bids.set(ticks(9_999), lots(7));
    recorded.asks.set(ticks(10_001), lots(5));
    for (let second = 0; second < 5; second++) recorded.recording.endSecond(second);
    expect(medianDepth(recorded.recording, 10)).toBe(6);
  });

  it("joins the trades of one taker order", () => {
    const recorded = new Recorded();
    recorded.seconds(Array.from({ length: 30 }, () => [99, 100] as const));
    const { recording } = recorded;
    for (const [dollars, key] of [
      [100, "a"],
      [300, "a"],
      [50, "b"],
      [10, "c"],
    ] as const) {
      recording.traded(trade(0, dollars, key));
    }
    expect(takerOrdersPerMinute(recording)).toBe(6);
    expect(takerOrderSize(recording, 0.5)).toBe(50);
    expect(takerOrderSize(recording, 1)).toBe(400);
    expect(turnoverPerDay(recording)).toBe(460 * 2_880);
    expect(sizesExceeded(recording)[5]).toBe(50);
  });

  it("builds minutes of its trades", () => {
    const { recording } = new Recorded().second(99, 100);
    recording.traded(trade(1_000, 10, "a", 100));
    recording.traded(trade(2_000, 20, "b", 104));
    recording.traded(trade(59_999, 5, "c", 98));
    recording.traded(trade(60_000, 7, "d", 99));
    expect(recording.candles).toEqual([
      { startMs: 0, open: 100, high: 104, low: 98, close: 98, volume: 35 },
      { startMs: 60_000, open: 99, high: 99, low: 99, close: 99, volume: 7 },
    ]);
  });

  it("has returns of the middle price, which bounce or trend", () => {
    const bouncing = new Recorded().seconds(
      Array.from({ length: 201 }, (_, index) =>
        index % 2 === 0 ? ([9_999, 10_001] as const) : ([10_009, 10_011] as const),
      ),
    ).recording;
    expect(secondAutocorrelation(bouncing)).toBeCloseTo(-0.995, 2);
    const perSecond = Math.log(10_010 / 10_000);
    expect(bookVolatility(bouncing, 1)).toBeCloseTo(perSecond * Math.sqrt(31_557_600), 6);
    expect(bookVolatility(bouncing, 2)).toBe(0);
  });
});

describe("a pair of recordings", () => {
  const spot = new Recorded(100).seconds([
    [9_999, 10_001],
    [10_099, 10_101],
    [9_999, 10_001],
    [10_049, 10_051],
  ]).recording;

  it("is compared in the seconds that both have", () => {
    // Begins a second later, in ticks of a tenth of a cent.
    const futures = new Recorded(101, { ...FACTS, priceDecimals: 3 }).seconds([
      [100_990, 101_010],
      [99_990, 100_010],
      [100_490, 100_510],
      [1, 2],
    ]).recording;
    expect(secondCorrelation(spot, futures)).toBeCloseTo(1, 9);
    expect(basisMean(spot, futures)).toBeCloseTo(0, 9);
    expect(crossedShare(spot, futures)).toBe(0);
  });

  it("crosses where the bid of one is above the ask of the other, in either direction", () => {
    const futures = new Recorded(100).seconds([
      [10_002, 10_004],
      [10_099, 10_101],
      [9_960, 9_962],
      [10_049, 10_051],
    ]).recording;
    expect(crossedShare(spot, futures)).toBe(0.5);
    // 1 bp and 37 bp; two taker fees are 12 bp.
    expect(paidCrossedShare(spot, futures)).toBe(0.25);
  });

  it("has a basis with mean and deviation in basis points", () => {
    const futures = new Recorded(100).seconds([
      [10_009, 10_011],
      [10_099, 10_101],
    ]).recording;
    expect(basisMean(spot, futures)).toBeCloseTo(5, 9);
    expect(basisDeviation(spot, futures)).toBeCloseTo(5, 9);
  });
});
