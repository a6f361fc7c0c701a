import { describe, expect, it } from "vitest";
import { WatchedMarket, type WatchedName } from "../../test/support/watched-market.ts";

const NAMES = ["spot", "linear", "inverse"] as const;
const PRODUCT_SIDES = NAMES.flatMap((name) =>
  (["buy", "sell"] as const).map((side) => [name, side] as const),
);

type Walk = {
  readonly takers: readonly number[];
  readonly maker: number;
  readonly name: WatchedName;
  readonly side: "buy" | "sell";
  /** Distance of the first order from the index, in percent; each further order adds 0.1. */
  readonly percent: number;
  readonly orders: number;
};

/** Places orders one after the other, with the takers in turn. */
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

function createUsers(market: WatchedMarket) {
  return {
    alice: market.person("alice"),
    bob: market.person("bob"),
    carol: market.person("carol"),
  };
}

describe("orders at the edge of the band", () => {
  it.each(PRODUCT_SIDES)("raise an alert after three on %s, each a %s", (name, side) => {
    const market = new WatchedMarket();
    const { alice, bob } = createUsers(market);
    walk(market, { takers: [alice], maker: bob, name, side, percent: 4.6, orders: 3 });
    expect(market.kinds).toEqual(["band_walking"]);
    const [alert] = market.alerts;
    expect(alert?.users).toEqual([alice]);
    expect(alert?.measures).toMatchObject({ orders: 3, side });
    expect(Number(alert?.measures["movedPercent"])).toBeCloseTo(4.8);
    expect(alert?.evidence.trades.map(({ taker }) => taker)).toContain(alice);
  });

  it("count together for one group and separately for unlinked accounts", () => {
    const unlinkedMarket = new WatchedMarket();
    const first = createUsers(unlinkedMarket);
    const walkOptions = { name: "linear", side: "buy", percent: 4.6, orders: 4 } as const;
    walk(unlinkedMarket, { ...walkOptions, takers: [first.alice, first.carol], maker: first.bob });
    expect(unlinkedMarket.alerts).toEqual([]);
    const linkedMarket = new WatchedMarket();
    const second = createUsers(linkedMarket);
    for (const user of [second.alice, second.carol]) {
      linkedMarket.surveillance.userSeen(user, "203.0.113.7");
    }
    walk(linkedMarket, { ...walkOptions, takers: [second.alice, second.carol], maker: second.bob });
    expect(linkedMarket.kinds).toEqual(["band_walking"]);
  });

  it.each([
    ["two of them", { percent: 4.6, orders: 2 }],
    ["any number within the band", { percent: 3.5, orders: 5 }],
  ])("raise no alert for %s", (_, walkOptions) => {
    const market = new WatchedMarket();
    const { alice, bob } = createUsers(market);
    for (const side of ["buy", "sell"] as const) {
      walk(market, { takers: [alice], maker: bob, name: "linear", side, ...walkOptions });
    }
    expect(market.alerts).toEqual([]);
  });

  it("raise no alert unless they move the price further", () => {
    const market = new WatchedMarket();
    const { alice, bob } = createUsers(market);
    market.trade(bob, alice, "spot", { side: "buy", price: 60_000, btc: 0.001 });
    for (let number = 0; number < 5; number++) {
      market.trade(alice, bob, "spot", { side: "buy", price: 62_900, btc: 0.01 });
      market.pass(1_000);
    }
    expect(market.alerts).toEqual([]);
  });

  it("raise no alert for operator users", () => {
    const market = new WatchedMarket();
    const { bob } = createUsers(market);
    const agent = market.person("agent-taker");
    const walkOptions = { name: "spot", side: "sell", percent: 4.6, orders: 4 } as const;
    walk(market, { ...walkOptions, takers: [agent], maker: bob });
    expect(market.alerts).toEqual([]);
  });
});
