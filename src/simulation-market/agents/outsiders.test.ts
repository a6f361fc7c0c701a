import { describe, expect, it } from "vitest";
import { agentsOf } from "../../../test/support/agents-of.ts";
import { seededStreams } from "../../../test/support/seeded-streams.ts";
import { StillOutside } from "../../../test/support/still-outside.ts";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";
import type { Side } from "../../core/base/vocabulary.ts";
import { type Atoms, lots, ticks } from "../../core/money/units.ts";
import { MarketModel } from "../../market-model/market-model.ts";
import type { OutsideMarket, Preset } from "../../market-model/outside-market.ts";
import { placeOrderOf } from "../market-port.ts";
import { BEAT_MS } from "./agent-market.ts";

const START_MS = 1_780_000_000_000;
const WARM_UP_MS = 20_000;
const MINUTE_MS = 60_000;
const COIN = 100_000_000n;
const PERPETUAL = 2;
const INVERSE = 4;
/** Lots of the perpetual in one bitcoin. */
const LOTS_PER_BITCOIN = 10_000;

/** A market with agents, and outsiders who have enough of everything. */
class MarketWithOutsiders {
  readonly exchange = new VirtualExchange(START_MS);

  constructor(outside: OutsideMarket, preset: Preset = "normal") {
    for (const listing of LISTINGS) this.exchange.list(listing);
    const traded = [PERPETUAL, INVERSE];
    const instruments = this.exchange.instruments.filter(({ index }) => traded.includes(index));
    agentsOf(this.exchange, { seed: 1, outside, preset, instruments }).start();
    this.pass(WARM_UP_MS);
  }

  outsider(name: string): number {
    const { exchange } = this;
    const terms = { name, accountKind: "classic", realm: "live", openOrdersMax: 0 } as const;
    const user = exchange.createUser({ ...terms, credits: [] });
    const credit = (wallet: "usdt_futures" | "coin_futures", code: string, coins: bigint): void => {
      const currency = exchange.currencies.find((facts) => facts.code === code)?.index ?? -1;
      const amount = (coins * COIN) as Atoms;
      exchange.command({ kind: "credit", user, wallet, currency, amount });
    };
    credit("usdt_futures", "USDT", 100_000_000n);
    credit("coin_futures", "BTC", 1_000n);
    return user;
  }

  pass(ms: number): void {
    this.exchange.run(this.exchange.nowMs() + ms);
  }

  place(
    user: number,
    instrument: number,
    order: { side: Side; price: number; size: number },
  ): void {
    const { price, side, size } = order;
    const fields = { user, instrument, side, price: ticks(price), size: lots(size) };
    this.exchange.command(placeOrderOf(fields));
  }

  /** Takes a size from the book, at up to 3 % from its best price. */
  take(user: number, instrument: number, side: Side, size: number): void {
    const [bid, ask] = this.best(instrument);
    const price = side === "buy" ? Math.floor(ask * 1.03) : Math.ceil(bid * 0.97);
    const fields = { user, instrument, side, price: ticks(price), size: lots(size) };
    this.exchange.command(placeOrderOf({ ...fields, timeInForce: "ioc" }));
  }

  /** Best bid and ask in ticks. */
  best(instrument: number): readonly [bid: number, ask: number] {
    const { asks, bids } = this.exchange.books.of(instrument);
    return [bids.bestPrice, asks.bestPrice];
  }

  expectWhole(): void {
    const { verdicts } = audit(this.exchange.state);
    expect(verdicts.filter(({ findings }) => findings.length > 0)).toEqual([]);
  }
}

describe("trades of outsiders with one another", () => {
  it("report nothing and move no price, however many they are", () => {
    const outside = new StillOutside();
    // Its spreads have room for them.
    const market = new MarketWithOutsiders(outside, "thin");
    const [alice, bob] = [market.outsider("alice"), market.outsider("bob")];
    const before = market.best(PERPETUAL);
    for (let i = 0; i < 2_000; i++) {
      const [bid, ask] = market.best(INVERSE);
      expect(ask - bid).toBeGreaterThan(2);
      const price = bid + 1;
      market.place(alice, INVERSE, { side: "sell", price, size: 10 });
      market.place(bob, INVERSE, { side: "buy", price, size: 10 });
      if (i % 100 === 0) market.pass(BEAT_MS);
    }
    expect(outside.reports).toEqual([]);
    market.pass(1_000);
    const [bid] = market.best(PERPETUAL);
    expect(Math.abs(bid - before[0])).toBeLessThanOrEqual(1);
    market.expectWhole();
  });
});

describe("what outsiders buy from agents", () => {
  it.each(["buy", "sell"] as const)("is reported in dollars, with its direction: %s", (side) => {
    const outside = new StillOutside();
    const market = new MarketWithOutsiders(outside);
    const alice = market.outsider("alice");
    market.take(alice, PERPETUAL, side, 2 * LOTS_PER_BITCOIN);
    market.take(alice, INVERSE, side, 30_000);
    const dollars = outside.reports.reduce((sum, report) => sum + report.dollars, 0);
    const expected = (2 * 61_700 + 30_000) * (side === "buy" ? 1 : -1);
    expect(dollars / expected).toBeCloseTo(1, 2);
    expect(new Set(outside.reports.map(({ code }) => code))).toEqual(new Set(["BTC"]));
    market.expectWhole();
  });

  /** Ratio of the outside price of Bitcoin to the one of a market without outsiders, less 1, in bp. */
  function impactOf(act: (market: MarketWithOutsiders, alice: number) => void): number {
    const terms = { seed: 3, preset: "normal", nowMs: START_MS, stream: "test" } as const;
    const options = { ...terms, streams: seededStreams(terms.seed) };
    const [outside, untouched] = [new MarketModel(options), new MarketModel(options)];
    const market = new MarketWithOutsiders(outside);
    act(market, market.outsider("alice"));
    for (let atMs = START_MS; atMs <= market.exchange.nowMs(); atMs += BEAT_MS) {
      untouched.advance(atMs);
    }
    market.expectWhole();
    return ((outside.price("BTC") ?? 0) / (untouched.price("BTC") ?? 1) - 1) * 10_000;
  }

  const bought = (bitcoins: number, minutes: number): number =>
    impactOf((market, alice) => {
      market.take(alice, PERPETUAL, "buy", bitcoins * LOTS_PER_BITCOIN);
      market.pass(minutes * MINUTE_MS);
    });

  it("moves the price at once, and a part of it stays", () => {
    const atOnce = bought(50, 0.01);
    const later = bought(50, 10);
    expect(atOnce).toBeGreaterThan(2);
    expect(later).toBeGreaterThan(1);
    expect(later).toBeLessThan(atOnce);
  });

  it("moves it by about the square root of a large value", () => {
    const ratio = bought(200, 10) / bought(50, 10);
    expect(ratio).toBeGreaterThan(1.6);
    expect(ratio).toBeLessThan(2.5);
  });

  it("leaves nothing once it has been sold back", () => {
    const back = impactOf((market, alice) => {
      market.take(alice, PERPETUAL, "buy", 50 * LOTS_PER_BITCOIN);
      market.pass(MINUTE_MS);
      for (let i = 0; i < 10; i++) {
        market.take(alice, PERPETUAL, "sell", 5 * LOTS_PER_BITCOIN);
        market.pass(1_000);
      }
      market.pass(20 * MINUTE_MS);
    });
    expect(Math.abs(back)).toBeLessThan(0.3);
  });
});

describe("orders of outsiders", () => {
  it.each(["buy", "sell"] as const)("are taken when the fair price passes them: %s", (side) => {
    const outside = new StillOutside();
    const market = new MarketWithOutsiders(outside);
    const alice = market.outsider("alice");
    const [bid, ask] = market.best(PERPETUAL);
    const sign = side === "buy" ? -1 : 1;
    const price = Math.round((side === "buy" ? bid : ask) * (1 + sign * 0.0005));
    market.place(alice, PERPETUAL, { side, price, size: LOTS_PER_BITCOIN / 10 });
    outside.multiply("BTC", 1 + sign * 0.002);
    market.pass(3 * BEAT_MS);
    const { state } = market.exchange;
    expect(state.users[alice]?.openFuturesOrders).toBe(0);
    const [newBid, newAsk] = market.best(PERPETUAL);
    expect((newBid + newAsk) / 2 / price).toBeCloseTo(1 + sign * 0.0015, 4);
    market.expectWhole();
  });

  it("that bid more than the fair price are filled by makers and arbitrageurs", () => {
    const outside = new StillOutside();
    const market = new MarketWithOutsiders(outside);
    const alice = market.outsider("alice");
    const [, ask] = market.best(INVERSE);
    const price = Math.round(ask * 1.001);
    market.place(alice, INVERSE, { side: "buy", price, size: 2_000_000 });
    market.pass(30_000);
    const [bid] = market.best(INVERSE);
    expect(bid).toBeLessThan(ask);
    expect(outside.reports.reduce((sum, { dollars }) => sum + dollars, 0)).toBeGreaterThan(
      1_900_000,
    );
    market.expectWhole();
  });
});
