import { beforeAll, describe, expect, it } from "vitest";
import { agentsOf } from "../../../test/support/agents-of.ts";
import { seededStreams } from "../../../test/support/seeded-streams.ts";
import { StillOutside } from "../../../test/support/still-outside.ts";
import { digestEvents, LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { GeneratedPrices } from "../../market-data/generated-prices.ts";
import { IndexFeed } from "../../market-data/index-feed.ts";
import { MarketModel } from "../../market-model/market-model.ts";
import type { OutsideMarket } from "../../market-model/outside-market.ts";
import type { AgentMarket } from "./agent-market.ts";
import { lotValue } from "./order-size.ts";

const START_MS = 1_723_161_600_000;
const MINUTE_MS = 60_000;
const WARM_UP_MS = 30_000;
const MINUTES = 8;
const TRADE = eventLayout("trade_executed");
const SPOT = 0;
const PERPETUAL = 2;

type Market = { exchange: VirtualExchange; agents: AgentMarket; outside: OutsideMarket };

function openMarket(seed: number): Market {
  const exchange = new VirtualExchange(START_MS);
  for (const listing of LISTINGS) exchange.list(listing);
  const { instruments } = exchange;
  const streams = seededStreams(seed);
  const terms = { seed, preset: "normal", nowMs: START_MS, stream: "test" } as const;
  const outside = new MarketModel({ ...terms, streams });
  const agents = agentsOf(exchange, { seed, outside });
  const sources = [new GeneratedPrices(outside)];
  const feed = new IndexFeed({ instruments, sources, port: exchange });
  agents.start();
  feed.start();
  return { exchange, agents, outside };
}

function returnsOf(series: readonly number[]): number[] {
  return series.slice(1).map((value, index) => Math.log(value / (series[index] ?? value)));
}

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (series: readonly number[]): number =>
    series.reduce((sum, value) => sum + value, 0) / series.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [index, value] of x.entries()) {
    const other = (y[index] ?? 0) - meanY;
    xy += (value - meanX) * other;
    xx += (value - meanX) ** 2;
    yy += other ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

type Sample = { bid: number; ask: number; bidLevels: number; askLevels: number; near: number };

describe("eight minutes of the generated market", () => {
  const samples = new Map<number, Sample[]>();
  const takerOrders = new Map<number, Set<number>>();
  let market: Market;

  const middles = (instrument: number): number[] =>
    (samples.get(instrument) ?? []).map(({ ask, bid }) => (ask + bid) / 2);

  beforeAll(() => {
    market = openMarket(7);
    const { exchange } = market;
    exchange.onApplied = (words) => {
      const reader = new EventReader(words);
      while (reader.next()) {
        if (reader.kindIndex !== EVENT_INDEX.trade_executed) continue;
        const instrument = reader.number(TRADE.instrument);
        const orders = takerOrders.get(instrument) ?? new Set();
        takerOrders.set(instrument, orders.add(reader.number(TRADE.takerOrderId)));
      }
    };
    for (let atMs = WARM_UP_MS; atMs <= MINUTES * MINUTE_MS; atMs += 1_000) {
      exchange.run(START_MS + atMs);
      for (const facts of exchange.instruments) {
        const { asks, bids } = exchange.books.of(facts.index);
        const [bid, ask] = [bids.bestPrice, asks.bestPrice];
        const near = asks
          .top(100)
          .filter(({ price }) => price <= ask * 1.001)
          .reduce((sum, { price, size }) => sum + size * lotValue(facts, price), 0);
        const sample = { bid, ask, bidLevels: bids.count, askLevels: asks.count, near };
        samples.set(facts.index, [...(samples.get(facts.index) ?? []), sample]);
      }
    }
  });

  const medianOf = (instrument: number, figure: (sample: Sample) => number): number => {
    const figures = (samples.get(instrument) ?? []).map(figure).sort((a, b) => a - b);
    return figures[figures.length >> 1] ?? 0;
  };

  it("has spreads of one tick in the spot books and perpetuals of Bitcoin and Ethereum", () => {
    for (const { category, index } of market.exchange.instruments) {
      if (category === "coin_futures") continue;
      expect(medianOf(index, ({ ask, bid }) => ask - bid)).toBe(1);
    }
  });

  it("keeps positive spreads below two tenths of a percent, and depth on both sides", () => {
    for (const series of samples.values()) {
      for (const { ask, askLevels, bid, bidLevels } of series) {
        expect(ask).toBeGreaterThan(bid);
        expect((ask - bid) / bid).toBeLessThan(0.002);
        expect(Math.min(askLevels, bidLevels)).toBeGreaterThanOrEqual(10);
      }
    }
  });

  it("has millions of dollars within 10 basis points in the Bitcoin perpetual", () => {
    expect(medianOf(PERPETUAL, ({ near }) => near)).toBeGreaterThan(5_000_000);
  });

  it("has a hundred taker orders a minute and more in busy books, and some in every one", () => {
    for (const { index } of market.exchange.instruments) {
      expect((takerOrders.get(index)?.size ?? 0) / MINUTES).toBeGreaterThan(2);
    }
    expect((takerOrders.get(PERPETUAL)?.size ?? 0) / MINUTES).toBeGreaterThan(100);
  });

  it("moves spot and perpetual together, without delay", () => {
    const [spot, perpetual] = [returnsOf(middles(SPOT)), returnsOf(middles(PERPETUAL))];
    expect(correlation(spot, perpetual)).toBeGreaterThan(0.8);
    const lagged = correlation(perpetual.slice(1), perpetual.slice(0, -1));
    expect(Math.abs(lagged)).toBeLessThan(0.15);
  });

  it("causes only rejections that races make unavoidable", () => {
    const { agents } = market;
    const kinds = [...agents.rejections.keys()].sort();
    expect(kinds.filter((kind) => !HARMLESS.includes(kind))).toEqual([]);
    const refused = [...agents.rejections.values()].reduce((sum, value) => sum + value, 0);
    expect(refused / agents.submitted).toBeLessThan(0.02);
  });

  it("sends at most 30 commands a second for each busy book", () => {
    const perSecond = market.agents.submitted / (MINUTES * 60);
    expect(perSecond / LISTINGS.length).toBeLessThan(30);
  });

  it("keeps every invariant of the exchange", () => {
    const { verdicts } = audit(market.exchange.state);
    expect(verdicts.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});

const HARMLESS: readonly string[] = ["order_not_found"];

describe("the seed", () => {
  const hashAfterMinutes = (seed: number): string => {
    const { exchange } = openMarket(seed);
    const digest = digestEvents(exchange);
    exchange.run(START_MS + MINUTE_MS);
    return digest();
  };

  it("determines every event", () => {
    expect(hashAfterMinutes(11)).toBe(hashAfterMinutes(11));
  });

  it("leads to another market when it differs", () => {
    expect(hashAfterMinutes(12)).not.toBe(hashAfterMinutes(11));
  });
});

it("cancels the resting orders of an earlier run at start", () => {
  const { exchange, agents } = openMarket(5);
  exchange.run(START_MS + MINUTE_MS);
  agents.stop();
  exchange.flush();
  const { bids } = exchange.books.of(PERPETUAL);
  expect(bids.count).toBeGreaterThan(10);
  agents.start();
  exchange.flush();
  expect(bids.count).toBe(0);
  exchange.run(exchange.nowMs() + 10_000);
  expect(bids.count).toBeGreaterThan(10);
});

describe("a first start", () => {
  it("opens an hour of turnover as open interest in each contract, once", () => {
    const exchange = new VirtualExchange(START_MS);
    for (const listing of LISTINGS) exchange.list(listing);
    const outside = new StillOutside();
    const agents = agentsOf(exchange, { seed: 1, outside });
    agents.start();
    exchange.run(START_MS + 1_000);
    const facts = exchange.instruments[PERPETUAL];
    if (facts === undefined) throw new Error("a perpetual is listed");
    const openNotional = (): number => {
      const size = exchange.state.openInterest[PERPETUAL] ?? 0;
      return size * lotValue(facts, exchange.books.of(PERPETUAL).bids.bestPrice);
    };
    const opened = openNotional();
    expect(opened).toBeGreaterThan(50_000_000);
    agents.stop();
    agents.start();
    exchange.run(START_MS + 2_000);
    expect(openNotional()).toBeLessThan(1.1 * opened);
  });
});

it.each([
  ["long", -1],
  ["short", 1],
] as const)("quotes against the inventory of an earlier run: makers are %s", (_, sign) => {
  const exchange = new VirtualExchange(START_MS);
  for (const listing of LISTINGS) exchange.list(listing);
  const outside = new StillOutside();
  const position = (user: number, instrument: number): number => {
    const isMaker = exchange.state.users[user]?.name === "agent-maker-live";
    return isMaker && instrument === PERPETUAL ? -sign * 10_000_000 : 0;
  };
  agentsOf(exchange, { seed: 1, outside, accounts: { position } }).start();
  exchange.run(START_MS + 5_000);
  const { asks, bids } = exchange.books.of(PERPETUAL);
  const fair = (outside.price("BTC") ?? 0) * 10;
  const shift = sign * ((bids.bestPrice + asks.bestPrice) / 2 - fair);
  expect(shift).toBeGreaterThan(10);
  expect(shift).toBeLessThan(60);
});
