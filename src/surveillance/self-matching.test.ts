import { describe, expect, it } from "vitest";
import { WatchedMarket, type WatchedName } from "../../test/support/watched-market.ts";

const ADDRESS = "203.0.113.7";
const NAMES = ["spot", "linear", "inverse"] as const;
const SIDES = ["buy", "sell"] as const;
const PRODUCT_SIDES = NAMES.flatMap((name) => SIDES.map((side) => [name, side] as const));

function pairOf(market: WatchedMarket): { alice: number; bob: number } {
  return { alice: market.person("alice"), bob: market.person("bob") };
}

function tradeOften(
  market: WatchedMarket,
  pair: { alice: number; bob: number },
  name: WatchedName,
  times: number,
): void {
  for (let number = 0; number < times; number++) {
    market.trade(pair.alice, pair.bob, name, { side: "buy", price: 60_000, btc: 0.1 });
    market.pass(1_000);
  }
}

describe("self-matching of accounts of one address", () => {
  it.each(PRODUCT_SIDES)("raises an alert with its trades on %s, by a %s", (name, side) => {
    const market = new WatchedMarket();
    const { alice, bob } = pairOf(market);
    market.surveillance.userSeen(alice, ADDRESS);
    market.surveillance.userSeen(bob, ADDRESS);
    for (let number = 0; number < 3; number++) {
      market.trade(alice, bob, name, { side, price: 60_000, btc: 0.1 });
      market.pass(1_000);
    }
    expect(market.kinds).toEqual(["self_matching"]);
    const [alert] = market.alerts;
    expect(alert).toMatchObject({ users: [alice, bob], linkedBy: ["address"], count: 1 });
    expect(alert?.valueUsd).toBeCloseTo(18_000);
    expect(alert?.measures).toEqual({ trades: 3, sharePercent: 100 });
    expect(alert?.evidence.trades).toHaveLength(3);
    expect(alert?.evidence.trades[0]).toMatchObject({
      taker: alice,
      maker: bob,
      isTakerBuy: side === "buy",
    });
  });

  it("is one alert while it continues, and another after a quiet window", () => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    for (const user of Object.values(pair)) market.surveillance.userSeen(user, ADDRESS);
    tradeOften(market, pair, "spot", 20);
    expect(market.alerts).toHaveLength(1);
    expect(market.alerts[0]?.count).toBeGreaterThan(10);
    market.pass(3 * market.surveillance.figures.windowMs);
    tradeOften(market, pair, "spot", 3);
    expect(market.alerts).toHaveLength(2);
    expect(market.surveillance.alerts.count("self_matching")).toBe(2);
  });

  it("requires three trades and a minimum value", () => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    for (const user of Object.values(pair)) market.surveillance.userSeen(user, ADDRESS);
    tradeOften(market, pair, "spot", 2);
    expect(market.alerts).toEqual([]);
    const { figures } = market.surveillance;
    market.surveillance.setFigures({ ...figures, selfValueMin: 100_000 });
    tradeOften(market, pair, "spot", 5);
    expect(market.alerts).toEqual([]);
  });

  it.each([
    ["no address", () => undefined],
    [
      "a local address",
      (market: WatchedMarket, users: readonly number[]) => {
        for (const user of users) market.surveillance.userSeen(user, "127.0.0.1");
      },
    ],
    [
      "the address of a network",
      (market: WatchedMarket, users: readonly number[]) => {
        const others = Array.from({ length: 7 }, (_, index) => market.person(`guest ${index}`));
        for (const user of [...users, ...others]) market.surveillance.userSeen(user, ADDRESS);
      },
    ],
    [
      "an address of the day before",
      (market: WatchedMarket, users: readonly number[]) => {
        for (const user of users) market.surveillance.userSeen(user, ADDRESS);
        market.pass(24 * 3_600_000 + 1);
      },
    ],
  ] as const)("raises no alert for users with %s in common", (_, connect) => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    connect(market, Object.values(pair));
    market.index(60_000);
    tradeOften(market, pair, "linear", 5);
    expect(market.alerts).toEqual([]);
  });

  it("raises an alert for users linked through a third", () => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    const carol = market.person("carol");
    market.surveillance.userSeen(pair.alice, ADDRESS);
    market.surveillance.userSeen(carol, ADDRESS);
    market.surveillance.userSeen(carol, "198.51.100.1");
    market.surveillance.userSeen(pair.bob, "198.51.100.1");
    tradeOften(market, pair, "spot", 3);
    expect(market.kinds).toEqual(["self_matching"]);
    const { accounts, links } = market.surveillance.links.groupOf(pair.bob, 0);
    expect(accounts.toSorted()).toEqual([pair.alice, pair.bob, carol].toSorted());
    expect(links.map(({ label }) => label)).toEqual([
      "label of 198.51.100.1",
      "label of 203.0.113.7",
    ]);
  });

  it("raises no alert for sub-accounts of one parent, which self-trade prevention covers", () => {
    const market = new WatchedMarket();
    const alice = market.person("alice");
    const sub = market.sub(alice);
    for (const user of [alice, sub]) market.surveillance.userSeen(user, ADDRESS);
    for (let number = 0; number < 4; number++) {
      market.trade(sub, alice, "spot", { side: "sell", price: 60_000, btc: 0.1 });
      market.pass(1_000);
    }
    expect(market.alerts).toEqual([]);
  });
});
