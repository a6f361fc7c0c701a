import { describe, expect, it } from "vitest";
import { WatchedMarket, type WatchedName } from "../../test/support/watched-market.ts";

const NAMES = ["spot", "linear", "inverse"] as const;

/** Makes the pair trade in alternating directions, then `oneWay` times in the first direction. */
function roundTrips(
  market: WatchedMarket,
  pair: { alice: number; bob: number },
  name: WatchedName,
  tripOptions: {
    readonly turns: number;
    readonly oneWay?: number;
    readonly first?: "buy" | "sell";
  },
): void {
  const { first = "buy", oneWay = 0, turns } = tripOptions;
  const second = first === "buy" ? "sell" : "buy";
  for (let number = 0; number < turns + oneWay; number++) {
    const side = number % 2 === 0 || number > turns ? first : second;
    market.trade(pair.alice, pair.bob, name, { side, price: 60_000, btc: 0.2 });
    market.pass(1_500);
  }
}

function pairOf(market: WatchedMarket, name = "bob") {
  return { alice: market.person("alice"), bob: market.person(name) };
}

describe("wash trades", () => {
  it.each(
    NAMES.flatMap((name) => (["buy", "sell"] as const).map((first) => [name, first] as const)),
  )("raise an alert on %s when the first is a %s, and link the two users", (name, first) => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    roundTrips(market, pair, name, { turns: 6, first });
    roundTrips(market, pair, name, { turns: 2, first });
    expect(market.kinds).toEqual(["wash_trading"]);
    const alert = market.alerts.find(({ kind }) => kind === "wash_trading");
    expect(alert?.users).toEqual([pair.alice, pair.bob]);
    expect(alert?.valueUsd).toBeCloseTo(96_000);
    expect(alert?.measures).toEqual({ trades: 8, turns: 7, netPercent: 0, sharePercent: 100 });
    expect(alert?.evidence.trades).toHaveLength(6);
    const { nowMs } = market.surveillance.market;
    expect(market.surveillance.links.linkedBy(pair.bob, pair.alice, nowMs)).toEqual([
      "wash_trades",
    ]);
  });

  it("require almost no change of position: one-way flow raises no alert", () => {
    const market = new WatchedMarket();
    roundTrips(market, pairOf(market), "spot", { turns: 6, oneWay: 6 });
    const early = market.alerts.length;
    const other = new WatchedMarket();
    const { figures } = other.surveillance;
    other.surveillance.setFigures({ ...figures, washValueMin: 130_000 });
    roundTrips(other, pairOf(other), "spot", { turns: 6, oneWay: 6 });
    expect([early > 0, other.alerts.length]).toEqual([true, 0]);
  });

  it("require several turns: one round trip raises no alert, whatever its value", () => {
    const market = new WatchedMarket();
    const { alice, bob } = pairOf(market);
    market.trade(alice, bob, "spot", { side: "buy", price: 60_000, btc: 5 });
    market.pass(2_000);
    market.trade(alice, bob, "spot", { side: "sell", price: 60_000, btc: 5 });
    expect(market.alerts).toEqual([]);
  });

  it("raise no alert for users who trade as much with others", () => {
    const market = new WatchedMarket();
    const { alice, bob } = pairOf(market);
    const carol = market.person("carol");
    for (let number = 0; number < 12; number++) {
      const side = number % 2 === 0 ? "buy" : "sell";
      market.trade(carol, bob, "spot", { side, price: 60_000, btc: 0.2 });
      market.pass(700);
      market.trade(alice, bob, "spot", { side, price: 60_000, btc: 0.2 });
      market.pass(700);
    }
    expect(market.alerts).toEqual([]);
  });

  it("raise an alert in a busy market when the two trade far more than by chance", () => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    const others = [market.person("carol"), market.person("dave")] as const;
    market.trade(others[0], others[1], "spot", { side: "buy", price: 60_000, btc: 3 });
    roundTrips(market, pair, "spot", { turns: 6 });
    const washAlerts = market.alerts.filter(({ kind }) => kind === "wash_trading");
    expect(washAlerts.map(({ users }) => users)).toEqual([[pair.alice, pair.bob]]);
  });

  it("raise no alert for a trader and a maker with many counterparties", () => {
    const market = new WatchedMarket();
    const pair = pairOf(market);
    const carol = market.person("carol");
    for (let number = 0; number < 4; number++) {
      market.trade(carol, pair.bob, "spot", { side: "buy", price: 60_000, btc: 0.1 });
      roundTrips(market, pair, "spot", { turns: 4 });
    }
    expect(market.alerts).toEqual([]);
  });

  it("raise no alert for an operator's market maker", () => {
    const market = new WatchedMarket();
    roundTrips(market, pairOf(market, "agent-maker"), "linear", { turns: 12 });
    expect(market.alerts).toEqual([]);
  });
});
