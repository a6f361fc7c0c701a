import { describe, expect, it } from "vitest";
import { WatchedMarket } from "../../test/support/watched-market.ts";

const NAMES = ["spot", "linear", "inverse"] as const;
const PRODUCT_SIDES = NAMES.flatMap((name) =>
  (["buy", "sell"] as const).map((side) => [name, side] as const),
);

/** Returns a price that favours a taker on this side by `percent`. */
function favourable(side: "buy" | "sell", percent: number): number {
  return 60_000 * (1 + ((side === "buy" ? -1 : 1) * percent) / 100);
}

describe("profit from one counterparty", () => {
  it.each(PRODUCT_SIDES)(
    "raises an alert on %s when a %s is far from the reference price",
    (name, side) => {
      const market = new WatchedMarket();
      const [alice, bob] = [market.person("alice"), market.person("bob")];
      market.trade(alice, bob, name, { side, price: favourable(side, 4), btc: 5 });
      expect(market.kinds).toEqual(["fast_profit"]);
      const [alert] = market.alerts;
      expect(alert?.users).toEqual([alice, bob]);
      expect(alert?.valueUsd).toBeGreaterThan(11_000);
      expect(alert?.valueUsd).toBeLessThan(13_000);
      expect(alert?.evidence.trades).toHaveLength(1);
    },
  );

  it.each(PRODUCT_SIDES)(
    "raises an alert on %s for a round trip that begins with a %s",
    (name, side) => {
      const market = new WatchedMarket();
      const [alice, bob] = [market.person("alice"), market.person("bob")];
      const back = side === "buy" ? "sell" : "buy";
      market.trade(alice, bob, name, { side, price: favourable(side, 2.4), btc: 4.3 });
      market.pass(2_000);
      market.trade(alice, bob, name, { side: back, price: favourable(back, 2.4), btc: 4.3 });
      expect(market.kinds).toEqual(["fast_profit"]);
      expect(market.alerts[0]?.users).toEqual([alice, bob]);
      expect(market.alerts[0]?.valueUsd).toBeGreaterThan(11_000);
    },
  );

  it.each([
    ["a small sum", { percent: 4, btc: 1 }],
    ["a small share of a large value", { percent: 1.5, btc: 15 }],
  ])("raises no alert for %s", (_, { btc, percent }) => {
    const market = new WatchedMarket();
    const [alice, bob] = [market.person("alice"), market.person("bob")];
    for (const side of ["buy", "sell"] as const) {
      market.trade(alice, bob, "linear", { side, price: favourable(side, percent), btc });
      market.pass(25 * 60_000);
      market.index(60_000);
    }
    expect(market.alerts).toEqual([]);
  });

  it("raises an alert when an operator user loses, not when it gains", () => {
    const market = new WatchedMarket();
    const [alice, agent] = [market.person("alice"), market.person("agent-maker")];
    market.trade(agent, alice, "spot", { side: "buy", price: 57_600, btc: 5 });
    expect(market.alerts).toEqual([]);
    market.pass(25 * 60_000);
    market.index(60_000);
    market.trade(alice, agent, "spot", { side: "buy", price: 58_200, btc: 7 });
    expect(market.kinds).toEqual(["fast_profit"]);
    expect(market.alerts[0]?.users).toEqual([alice, agent]);
  });
});
