/**
 * Alice holds one contract isolated and another crossed, on the same wallet. The isolated one is
 * liquidated; nothing else of hers is touched. No fees; every figure is computed by hand.
 */
import { afterEach, expect, it } from "vitest";
import { lots, rateE8 } from "../../src/core/money/units.ts";
import { Scenario } from "./support/scenario.ts";

let scenario: Scenario;

afterEach(() => scenario.audit());

/** A perpetual without funding, so that the mark price is the index price. */
function perpetual(symbol: string): number {
  const instrument = scenario.perpetual(symbol);
  const rates = { intervalHours: 8, rateMin: rateE8(0), rateMax: rateE8(0), impactLots: lots(0) };
  scenario.run({ kind: "set_funding_terms", instrument, ...rates });
  return instrument;
}

/** Alice is long one in each contract: A isolated at 50,000 with leverage 10, B crossed at 40,000. */
function opened() {
  scenario = new Scenario("2026-11-20T09:00:00Z");
  const a = perpetual("BTCISOLATED");
  const b = perpetual("BTCCROSSED");
  const alice = scenario.person("alice", [["usdt_futures", "USDT", "10000"]]);
  const bob = scenario.person("bob", [["usdt_futures", "USDT", "1000000"]]);
  scenario.endowFund("USDT", "10000");
  scenario.index(a, "50000");
  scenario.index(b, "40000");
  scenario.isolate(alice, a, 10);
  for (const [instrument, price] of [
    [a, "50000"],
    [b, "40000"],
  ] as const) {
    scenario.order(bob, instrument, { side: "sell", price, size: "1" });
    scenario.order(alice, instrument, { side: "buy", price, size: "1" });
  }
  // 10,000 − 5,000 of isolated margin.
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("5000");
  return { a, b, alice, bob };
}

it("the isolated position goes where its formula says, the crossed one stays as it was", () => {
  const { a, alice, b, bob } = opened();
  const inA = scenario.order(alice, a, { side: "buy", price: "30000", size: "0.01" });
  const inB = scenario.order(alice, b, { side: "buy", price: "30000", size: "0.01" });
  scenario.order(bob, a, { side: "buy", price: "45100", size: "0.4" });

  // P = (5,000 − 50,000) ÷ (0.004 − 1) = 45,180.72…: at 45,180.8 nothing happens yet.
  scenario.index(a, "45180.8");
  scenario.pass(60_000);
  expect(scenario.eventsOf("liquidation_started")).toEqual([]);

  scenario.index(a, "45180.7");
  scenario.pass(5_000);
  expect(scenario.eventsOf("liquidation_started")).toMatchObject([
    // 5,000 − 4,819.3 of loss, against 0.4 % of 45,180.7.
    {
      user: alice,
      scope: "isolated",
      mark: 451_807,
      equity: 180_70000000n,
      maintenance: 180_72280000n,
    },
  ]);

  // 0.4 go to bob at 45,100, the other 0.6 at the bankruptcy price 50,000 − 5,000 to the fund.
  expect(scenario.eventsOf("position_liquidated")).toMatchObject([
    { user: alice, step: "close", taker: "book", mark: 451_807, size: 4_000 },
    { user: alice, step: "close", taker: "fund", mark: 451_807, price: 450_000, size: 6_000 },
  ]);
  expect(scenario.eventsOf("liquidation_ended")).toMatchObject([
    { user: alice, outcome: "closed" },
  ]);
  expect(scenario.held(alice, a)).toEqual([0, 0]);

  // 5,000 − 0.4 × 4,900 − 0.6 × 5,000 = 40 are left of the margin: the fund's.
  expect(scenario.eventsOf("fund_moved")).toMatchObject([
    { reason: "surplus", isPaidIn: true, user: alice, amount: 40_00000000n },
  ]);
  expect(scenario.fund("USDT")).toBe("10040");

  // Her order in A is gone; her money, her position and her order in B are as they were.
  expect(scenario.eventsOf("order_closed").filter(({ orderId }) => orderId === inA)).toMatchObject([
    { reason: "liquidation" },
  ]);
  expect(scenario.eventsOf("order_closed").some(({ orderId }) => orderId === inB)).toBe(false);
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("5000");
  expect(scenario.held(alice, b)).toEqual([10_000, 0]);

  // Someone bids 45,100 again: the fund sells what it took over, and has gained 0.6 × 100.
  scenario.order(bob, a, { side: "buy", price: "45100", size: "0.6" });
  scenario.pass(5_000);
  expect(scenario.fund("USDT")).toBe("10100");
});

it("a crossed position is liquidated without the money of the isolated one", () => {
  const { a, alice, b, bob } = opened();
  scenario.order(bob, b, { side: "buy", price: "35100", size: "1" });

  // Crossed, there are 5,000: P = (5,000 − 40,000) ÷ (0.004 − 1) = 35,140.56….
  scenario.index(b, "35140.6");
  scenario.pass(60_000);
  expect(scenario.eventsOf("liquidation_started")).toEqual([]);
  scenario.index(b, "35140.5");
  scenario.pass(5_000);
  expect(scenario.eventsOf("liquidation_started")).toMatchObject([
    { user: alice, scope: "crossed" },
  ]);
  expect(scenario.held(alice, b)).toEqual([0, 0]);

  // Sold at 35,100: 5,000 − 4,900 = 100 are left and go to the fund.
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("0");
  expect(scenario.fund("USDT")).toBe("10100");
  expect(scenario.held(alice, a)).toEqual([10_000, 0]);
  expect(scenario.eventsOf("position_liquidated").every(({ instrument }) => instrument === b)).toBe(
    true,
  );
});
