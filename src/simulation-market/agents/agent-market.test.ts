import { beforeAll, describe, expect, it } from "vitest";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { GeneratedPrices } from "../../market-data/generated-prices.ts";
import { IndexFeed } from "../../market-data/index-feed.ts";
import { Random } from "../random.ts";
import { AgentMarket } from "./agent-market.ts";
import { agentUsers } from "./agent-users.ts";

const START_MS = 1_723_161_600_000;
const MINUTE_MS = 60_000;
const WARM_UP_MS = 90_000;
const TRADE = eventLayout("trade_executed");

type Market = { exchange: VirtualExchange; agents: AgentMarket };

function openMarket(seed: number): Market {
  const exchange = new VirtualExchange(START_MS);
  for (const listing of LISTINGS) exchange.list(listing);
  const { instruments, currencies } = exchange;
  const plans = agentUsers(instruments, currencies);
  const accounts = plans.map((plan) => ({ ...plan, user: exchange.createUser(plan) }));
  const source = new GeneratedPrices(new Random(seed, "index"), START_MS);
  const feed = new IndexFeed({ instruments, sources: [source], port: exchange });
  const indexTicks = (instrument: number): number => feed.lastTicks(instrument);
  const agents = new AgentMarket({
    port: exchange,
    seed,
    agents: accounts,
    instruments,
    indexTicks,
  });
  feed.start();
  agents.start();
  return { exchange, agents };
}

/** Returns the autocovariance at `lag` steps, divided by the variance. */
function autocorrelation(series: readonly number[], lag: number): number {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const deviations = series.map((value) => value - mean);
  const variance = deviations.reduce((sum, value) => sum + value * value, 0);
  const later = deviations.slice(lag);
  return later.reduce((sum, value, index) => sum + value * (deviations[index] ?? 0), 0) / variance;
}

type Sample = { bid: number; ask: number; bidLevels: number; askLevels: number };

describe("thirty minutes of the simulated market", () => {
  const samples = new Map<number, Sample[]>();
  const trades = new Map<number, number>();
  let market: Market;

  beforeAll(() => {
    market = openMarket(7);
    const { exchange } = market;
    exchange.onApplied = (words) => {
      const reader = new EventReader(words);
      while (reader.next()) {
        if (reader.kindIndex !== EVENT_INDEX.trade_executed) continue;
        const instrument = reader.number(TRADE.instrument);
        trades.set(instrument, (trades.get(instrument) ?? 0) + 1);
      }
    };
    for (let atMs = WARM_UP_MS; atMs <= 30 * MINUTE_MS; atMs += 1_000) {
      exchange.run(START_MS + atMs);
      for (const { index } of exchange.instruments) {
        const { bids, asks } = exchange.books.of(index);
        const sample = {
          bid: bids.bestPrice,
          ask: asks.bestPrice,
          bidLevels: bids.count,
          askLevels: asks.count,
        };
        samples.set(index, [...(samples.get(index) ?? []), sample]);
      }
    }
  });

  it("keeps depth on both sides of every book", () => {
    for (const series of samples.values()) {
      const thinnest = Math.min(
        ...series.map((sample) => Math.min(sample.bidLevels, sample.askLevels)),
      );
      expect(thinnest).toBeGreaterThanOrEqual(5);
    }
  });

  it("keeps spreads positive and below half a percent", () => {
    for (const series of samples.values()) {
      for (const { bid, ask } of series) {
        expect(ask).toBeGreaterThan(bid);
        expect((ask - bid) / bid).toBeLessThan(0.005);
      }
    }
  });

  it("keeps the typical spread within five basis points", () => {
    for (const { index } of market.exchange.instruments) {
      const spreads = (samples.get(index) ?? []).map(({ bid, ask }) => (ask - bid) / bid);
      const median = spreads.sort((a, b) => a - b)[spreads.length >> 1] ?? 1;
      expect(median).toBeLessThan(0.0005);
    }
  });

  it("trades in every book, every few seconds in busy ones", () => {
    for (const { index, category } of market.exchange.instruments) {
      const perMinute = (trades.get(index) ?? 0) / 30;
      expect(perMinute).toBeGreaterThan(category === "coin_futures" ? 3 : 12);
    }
  });

  it("clusters volatility: large movements follow large movements", () => {
    for (const { index, category } of market.exchange.instruments) {
      if (category === "coin_futures") continue;
      const middles = (samples.get(index) ?? [])
        .filter((_, index) => index % 2 === 0)
        .map(({ bid, ask }) => Math.log((bid + ask) / 2));
      const moves = middles.slice(1).map((value, index) => Math.abs(value - (middles[index] ?? 0)));
      const lags = Array.from({ length: 10 }, (_, index) => autocorrelation(moves, index + 1));
      expect(lags.reduce((sum, value) => sum + value, 0) / lags.length).toBeGreaterThan(0.02);
    }
  });

  it("causes only rejections that races make unavoidable", () => {
    const { agents } = market;
    const kinds = [...agents.rejections.keys()].sort();
    expect(kinds.filter((kind) => !HARMLESS.includes(kind))).toEqual([]);
    const refused = [...agents.rejections.values()].reduce((sum, value) => sum + value, 0);
    expect(refused / agents.submitted).toBeLessThan(0.02);
  });

  it("sends at most ten commands a second for each busy book", () => {
    const perSecond = market.agents.submitted / (30 * 60);
    expect(perSecond / LISTINGS.length).toBeLessThan(10);
  });

  it("keeps every invariant of the exchange", () => {
    const broken = audit(market.exchange.state).verdicts.filter(
      ({ findings }) => findings.length > 0,
    );
    expect(broken).toEqual([]);
  });
});

const HARMLESS: readonly string[] = ["no_orders", "order_not_found"];

describe("the seed", () => {
  const hashAfterMinutes = (seed: number): string => {
    const { exchange } = openMarket(seed);
    exchange.run(START_MS + 2 * MINUTE_MS);
    return exchange.eventHash();
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
  const [first] = exchange.instruments;
  const count = exchange.books.of(first?.index ?? 0).bids.count;
  expect(count).toBeGreaterThan(10);
  agents.start();
  exchange.flush();
  expect(exchange.books.of(first?.index ?? 0).bids.count).toBe(0);
});
