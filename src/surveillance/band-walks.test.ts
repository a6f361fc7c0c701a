import { describe, expect, it } from "vitest";
import { WatchedMarket, type WatchedName } from "../../test/support/watched-market.ts";

const NAMES = ["spot", "linear", "inverse"] as const;
const TWINS = NAMES.flatMap((name) =>
  (["buy", "sell"] as const).map((side) => [name, side] as const),
);

type Walk = {
  readonly takers: readonly number[];
  readonly maker: number;
  readonly name: WatchedName;
  readonly side: "buy" | "sell";
  /** Distance of the first order from the index, in percent; each next one lies 0.1 further. */
  readonly percent: number;
  readonly orders: number;
};

/** One order after the other, by the takers in turn. */
function walk(market: WatchedMarket, { maker, name, orders, percent, side, takers }: Walk): void {
  const direction = side === "buy" ? 1 : -1;
  market.trade(maker, takers[0] ?? 0, name, { side, price: 60_000, btc: 0.001 });
  for (let number = 0; number < orders; number++) {
    const away = (direction * (percent + number * 0.1)) / 100;
    const taker = takers[number % takers.length] ?? 0;
    market.trade(taker, maker, name, { side, price: Math.round(60_000 * (1 + away)), btc: 0.01 });
    market.pass(1_000);
  }
}

function people(market: WatchedMarket) {
  return {
    alice: market.person("alice"),
    bob: market.person("bob"),
    carol: market.person("carol"),
  };
}

describe("orders at the edge of the band", () => {
  it.each(TWINS)("are told after three on %s, each a %s", (name, side) => {
    const market = new WatchedMarket();
    const { alice, bob } = people(market);
    walk(market, { takers: [alice], maker: bob, name, side, percent: 4.6, orders: 3 });
    expect(market.kinds).toEqual(["band_walking"]);
    const [alert] = market.alerts;
    expect(alert?.users).toEqual([alice]);
    expect(alert?.measures).toMatchObject({ orders: 3, side });
    expect(Number(alert?.measures["movedPercent"])).toBeCloseTo(4.8);
    expect(alert?.evidence.trades.map(({ taker }) => taker)).toContain(alice);
  });

  it("count together for accounts of one group, and apart for strangers", () => {
    const strangers = new WatchedMarket();
    const first = people(strangers);
    const terms = { name: "linear", side: "buy", percent: 4.6, orders: 4 } as const;
    walk(strangers, { ...terms, takers: [first.alice, first.carol], maker: first.bob });
    expect(strangers.alerts).toEqual([]);
    const friends = new WatchedMarket();
    const second = people(friends);
    for (const user of [second.alice, second.carol]) {
      friends.surveillance.userSeen(user, "203.0.113.7");
    }
    walk(friends, { ...terms, takers: [second.alice, second.carol], maker: second.bob });
    expect(friends.kinds).toEqual(["band_walking"]);
  });

  it.each([
    ["two of them", { percent: 4.6, orders: 2 }],
    ["any number within the band", { percent: 3.5, orders: 5 }],
  ])("are not told of %s", (_, terms) => {
    const market = new WatchedMarket();
    const { alice, bob } = people(market);
    for (const side of ["buy", "sell"] as const) {
      walk(market, { takers: [alice], maker: bob, name: "linear", side, ...terms });
    }
    expect(market.alerts).toEqual([]);
  });

  it("are not told of those that do not move the price further", () => {
    const market = new WatchedMarket();
    const { alice, bob } = people(market);
    market.trade(bob, alice, "spot", { side: "buy", price: 60_000, btc: 0.001 });
    for (let number = 0; number < 5; number++) {
      market.trade(alice, bob, "spot", { side: "buy", price: 62_900, btc: 0.01 });
      market.pass(1_000);
    }
    expect(market.alerts).toEqual([]);
  });

  it("are not told of the house", () => {
    const market = new WatchedMarket();
    const { bob } = people(market);
    const agent = market.person("agent-taker");
    const terms = { name: "spot", side: "sell", percent: 4.6, orders: 4 } as const;
    walk(market, { ...terms, takers: [agent], maker: bob });
    expect(market.alerts).toEqual([]);
  });
});
