import { describe, expect, it } from "vitest";
import { generatedPrices } from "../../test/support/generated-prices.ts";
import { BTC_SPOT, VirtualExchange } from "../../test/support/virtual-exchange.ts";
import { underlyingOf } from "../market-model/underlying.ts";
import { IndexFeed, type IndexPort, indexTicks } from "./index-feed.ts";
import { PRICE_SCALE, type PriceSource, type SourceRank } from "./price-source.ts";

const START_MS = 1_723_161_600_000;
const FUTURES = { ...BTC_SPOT, category: "usdt_futures", priceDecimals: 1 } as const;

function open() {
  const exchange = new VirtualExchange(START_MS);
  exchange.list(BTC_SPOT);
  exchange.list(FUTURES);
  return exchange;
}

/** A source with a settable price and age. */
function sourceAt(code: string, priceE8: number, observedAtMs: number, rank: SourceRank = "feed") {
  const rebased: number[] = [];
  const source: PriceSource = {
    name: "set",
    rank,
    weight: 1,
    price: (asked) => (asked === code ? { priceE8, observedAtMs } : undefined),
    rebase: (_, price) => rebased.push(price),
  };
  return { source, rebased };
}

const dollar = sourceAt("USDT", PRICE_SCALE, START_MS).source;

it("sends one price per instrument and second, each in its own ticks", () => {
  const exchange = open();
  const bitcoin = sourceAt("BTC", 61_700_12_000000, START_MS).source;
  const feed = new IndexFeed({
    instruments: exchange.instruments,
    sources: [bitcoin, dollar],
    port: exchange,
  });
  feed.start();
  exchange.run(START_MS + 2_500);
  expect(exchange.state.prices.map(({ index }) => index)).toEqual([6_170_012, 617_001]);
  const listed = 4;
  expect(exchange.state.seq).toBe(listed + 3);
  feed.stop();
  exchange.run(START_MS + 9_000);
  expect(exchange.state.seq).toBe(listed + 3);
});

it("continues after a price that was not durable in time", () => {
  const exchange = open();
  const bitcoin = sourceAt("BTC", 61_700_12_000000, START_MS).source;
  let expiring = 1;
  const port: IndexPort = {
    nowMs: () => exchange.nowMs(),
    schedule: (delayMs, run) => exchange.schedule(delayMs, run),
    submit(command, done, withinMs) {
      expect(withinMs).toBeLessThanOrEqual(2_000);
      if (expiring === 0) return exchange.submit(command, done);
      expiring -= 1;
      done({ rejection: "expired" });
      return true;
    },
  };
  const sources = [bitcoin, dollar];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port });
  feed.start();
  exchange.run(START_MS + 1_500);
  expect(exchange.state.prices.map(({ index }) => index)).toEqual([6_170_012, 617_001]);
  // In one command, since no price of it was rejected.
  expect(exchange.state.seq).toBe(5);
});

it("skips a stale source, and rebases sources of later ranks to the fresh price", () => {
  const exchange = open();
  const stale = sourceAt("BTC", 1_00000000, START_MS - 60_000);
  const fresh = sourceAt("BTC", 50_000_00000000, START_MS);
  const last = sourceAt("BTC", 2_00000000, START_MS, "generated");
  const sources = [stale.source, fresh.source, last.source, dollar];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.start();
  exchange.flush();
  expect(feed.lastTicks(0)).toBe(5_000_000);
  expect(last.rebased).toContain(50_000_00000000);
  expect(fresh.rebased).toEqual([]);
});

it("keeps the last index of an instrument when no source is fresh", () => {
  const exchange = open();
  exchange.setIndex([[0, 7]]);
  const stale = sourceAt("BTC", 1_00000000, START_MS - 60_000).source;
  const sources = [stale, dollar];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.start();
  exchange.run(START_MS + 3_000);
  expect(exchange.state.prices[0]?.index).toBe(7);
});

it("composes the sources of the first rank with a fresh price, without outliers", () => {
  const exchange = open();
  const sources = [
    sourceAt("BTC", 50_000_00000000, START_MS).source,
    sourceAt("BTC", 50_010_00000000, START_MS).source,
    sourceAt("BTC", 60_000_00000000, START_MS).source,
    sourceAt("BTC", 1_00000000, START_MS, "replayed").source,
    dollar,
  ];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.start();
  exchange.flush();
  expect(feed.lastTicks(0)).toBe(5_000_500);
  expect(feed.sources()[3]).toMatchObject({
    rank: "replayed",
    prices: [{ coin: "BTC", priceE8: 1_00000000, isFresh: true }],
  });
});

it("tells of which prices an index is composed: those of one rank, without outliers", () => {
  const exchange = open();
  const sources = [
    sourceAt("BTC", 50_000_00000000, START_MS).source,
    { ...sourceAt("BTC", 50_010_00000000, START_MS).source, name: "second", weight: 3 },
    { ...sourceAt("BTC", 60_000_00000000, START_MS).source, name: "outlier" },
    { ...sourceAt("BTC", 1_00000000, START_MS, "replayed").source, name: "later" },
    dollar,
  ];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  expect(feed.components(0)).toEqual([
    { source: "set", price: 5_000_000, weight: 1 },
    { source: "second", price: 5_001_000, weight: 3 },
  ]);
  feed.start();
  exchange.flush();
  expect(feed.lastTicks(0)).toBe((5_000_000 + 3 * 5_001_000) / 4);
  expect(feed.components(1)[0]).toEqual({ source: "set", price: 500_000, weight: 1 });
  expect(feed.components(77)).toEqual([]);
  feed.hold(0, 4_000_000);
  expect(feed.components(0)).toEqual([{ source: "operator", price: 4_000_000, weight: 1 }]);
  feed.release(0);
  exchange.run(START_MS + 60_000);
  expect(feed.components(0)).toEqual([]);
});

it("sends no price of a coin whose sources disagree", () => {
  const exchange = open();
  const sources = [
    sourceAt("BTC", 50_000_00000000, START_MS).source,
    sourceAt("BTC", 60_000_00000000, START_MS).source,
    sourceAt("BTC", 55_000_00000000, START_MS, "generated").source,
    dollar,
  ];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.start();
  exchange.run(START_MS + 3_000);
  expect(exchange.state.prices.map(({ index }) => index)).toEqual([0, 0]);
});

it("keeps a held price fresh in the core until it is released", () => {
  const exchange = open();
  const bitcoin = sourceAt("BTC", 50_000_00000000, START_MS + 60_000).source;
  const dollar = sourceAt("USDT", PRICE_SCALE, START_MS + 60_000).source;
  const sources = [bitcoin, dollar];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.hold(0, 4_000_000);
  feed.start();
  exchange.run(START_MS + 25_500);
  expect(exchange.state.prices[0]).toMatchObject({ index: 4_000_000 });
  expect(exchange.state.prices[0]?.indexedAtMs).toBe(START_MS + 20_000);
  expect([feed.isHeld(0), feed.release(0), feed.release(0)]).toEqual([true, true, false]);
  exchange.run(START_MS + 26_500);
  expect(exchange.state.prices[0]?.index).toBe(5_000_000);
});

it("prices the other instruments when the price of one is rejected", () => {
  const exchange = open();
  exchange.list({ ...BTC_SPOT, symbol: "BTCFINE", priceDecimals: 4, sizeDecimals: 2 });
  const bitcoin = sourceAt("BTC", 61_700_00000000, START_MS).source;
  const sources = [bitcoin, dollar];
  const feed = new IndexFeed({ instruments: exchange.instruments, sources, port: exchange });
  feed.start();
  exchange.run(START_MS + 1_500);
  expect(exchange.state.prices.map(({ index }) => index)).toEqual([6_170_000, 617_000, 0]);
});

it("continues from the last index of the exchange", () => {
  const exchange = open();
  const source = generatedPrices(1, START_MS);
  new IndexFeed({
    instruments: exchange.instruments,
    sources: [source],
    port: exchange,
    lastIndexTicks: () => 7_000_000,
  });
  expect(source.price("BTC", START_MS)?.priceE8).toBe(70_000_00000000);
});

it("divides by the price of a quote other than the dollar, to the nearest tick", () => {
  const instrument = {
    index: 0,
    baseCode: "BTC",
    quoteCode: "USDT",
    priceDecimals: 2,
    tickStep: 1,
  };
  const half = { baseE8: 100_00000000, quoteE8: 99_000_000 };
  expect(indexTicks(instrument, half)).toBe(10_101);
  expect(indexTicks({ ...instrument, tickStep: 5 }, half)).toBe(2_020);
  expect(indexTicks({ ...instrument, priceDecimals: 8 }, half)).toBe(0);
});

it("maps demo coins to their underlyings", () => {
  expect(["SBTC", "SUSDT", "SUSD", "SOL", "SXYZ"].map(underlyingOf)).toEqual([
    "BTC",
    "USDT",
    "USD",
    "SOL",
    "SXYZ",
  ]);
});

it("does not take real coins with an S for demo coins", () => {
  const codes = ["SOL", "SUI", "SEI", "SAND", "SHIB"];
  expect(codes.map(underlyingOf)).toEqual(codes);
});

describe("GeneratedPrices", () => {
  const seriesOf = (seed: number): number[] => {
    const source = generatedPrices(seed, START_MS);
    return Array.from(
      { length: 7_200 },
      (_, second) => source.price("BTC", START_MS + second * 1_000)?.priceE8 ?? 0,
    );
  };

  it("are integers that start at the initial price and depend only on the seed", () => {
    const series = seriesOf(9);
    expect(series[0]).toBe(61_700_00000000);
    expect(series.every((price) => Number.isSafeInteger(price) && price > 0)).toBe(true);
    expect(seriesOf(9)).toEqual(series);
    expect(seriesOf(10)).not.toEqual(series);
  });

  it("move by a few percent in two hours, with calm and busy phases", () => {
    const series = seriesOf(9);
    expect(Math.max(...series) / Math.min(...series)).toBeLessThan(1.15);
    const moves = series.slice(1).map((price, index) => Math.abs(price / (series[index] ?? 1) - 1));
    const hours = Array.from({ length: 24 }, (_, block) =>
      moves.slice(block * 300, (block + 1) * 300).reduce((sum, move) => sum + move, 0),
    );
    expect(Math.max(...hours) / Math.min(...hours)).toBeGreaterThan(1.5);
  });

  it("keep dollar coins near one dollar", () => {
    const source = generatedPrices(2, START_MS);
    const price = source.price("USDT", START_MS + 600_000)?.priceE8 ?? 0;
    expect(Math.abs(price / PRICE_SCALE - 1)).toBeLessThan(0.001);
  });
});
