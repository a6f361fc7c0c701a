/**
 * Alice is long and trails the price by 2 %. A spike of seconds runs far above the market and back
 * through everything below. What the trailing stop may and may not do, step by step; every figure
 * is computed by hand.
 */
import { expect, it } from "vitest";
import { CoreFixture, kinds, only } from "../support/core-fixture.ts";
import { LINEAR, USD } from "../support/core-listings.ts";
import { placeExits, placePlan } from "../support/plan-drafts.ts";

it("a trailing stop rides a spike up and sells once on the way down", () => {
  const exchange = new CoreFixture();
  const alice = exchange.user("alice", [["usdt_futures", USD, 100_000]]);
  const [maker, taker] = [exchange.rich("maker"), exchange.rich("taker")];
  const rest = (side: "buy" | "sell", price: number, size: number) =>
    exchange.place({ user: maker, instrument: LINEAR, side, price, size });
  const tradeAt = (price: number) => {
    rest("sell", price, 1);
    return exchange.place({ user: taker, instrument: LINEAR, side: "buy", price, size: 1 });
  };

  // She buys 100 at 100, and stops are set: trailing from 105, and a hard one at 90.
  rest("sell", 100, 100);
  exchange.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 100 });
  const closing = { side: "sell", reduceOnly: true, size: 100 } as const;
  const trail = { planKind: "moving", callbackE4: 200, triggerPrice: 105 } as const;
  placePlan(exchange, { user: alice, ...closing, ...trail });
  const trailing = exchange.orderId;
  placeExits(exchange, { user: alice, lossTrigger: 90 });
  const hard = exchange.orderId;

  // Below its trigger price the trailing stop sleeps, however much the price retreats.
  expect(only(tradeAt(104), "plan_activated")).toEqual([]);
  expect(kinds(tradeAt(99))).not.toContain("plan_fired");

  // The spike: 105 wakes it, 120, 134 and 149 raise the best price. Nothing is sold on the way up,
  // and a dip of less than 2 % on the way (134 to 132: 1.5 %) sells nothing either.
  expect(only(tradeAt(105), "plan_activated")).toMatchObject([{ planId: trailing }]);
  for (const price of [120, 134, 132, 149]) {
    expect(kinds(tradeAt(price))).not.toContain("plan_fired");
  }

  // 149 × 0.98 = 146.02: 147 is not far enough back, the fall from there to 89 is, and it takes the
  // hard stop along: one trade fires both.
  expect(kinds(tradeAt(147))).not.toContain("plan_fired");
  rest("buy", 88, 500);
  const crash = tradeAt(89);
  const fired = only(crash, "plan_fired").map(({ planId }) => planId);
  expect(fired).toEqual([hard, trailing]);
  expect(exchange.position(alice, LINEAR)).toEqual([100, 0]);

  // The clock places the hard stop, which was first: it sells all there is at 88, and with the
  // position goes the trailing stop. Nothing is sold twice.
  const events = exchange.passMs(1);
  expect(only(events, "order_accepted")).toMatchObject([
    { user: alice, size: 100, source: "position_loss_plan" },
  ]);
  expect(only(events, "plan_cancelled")).toMatchObject([
    { planId: trailing, reason: "position_closed" },
  ]);
  expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
  // 100,000 − 100 × (100 − 88).
  expect(exchange.money(alice, "usdt_futures", USD)).toEqual([98_800n, 0n]);
  expect(exchange.state.plans.count).toBe(0);
  expect(kinds(exchange.passMs(1))).not.toContain("order_accepted");
});

it("a trailing stop that comes back in time sells near the top of the spike", () => {
  const exchange = new CoreFixture();
  const alice = exchange.user("alice", [["usdt_futures", USD, 100_000]]);
  const [maker, taker] = [exchange.rich("maker"), exchange.rich("taker")];
  const trade = (price: number) => {
    exchange.place({ user: maker, instrument: LINEAR, side: "sell", price, size: 1 });
    return exchange.place({ user: taker, instrument: LINEAR, side: "buy", price, size: 1 });
  };
  exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 50 });
  exchange.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 50 });
  placePlan(exchange, {
    user: alice,
    side: "sell",
    reduceOnly: true,
    planKind: "moving",
    callbackE4: 500,
    triggerPrice: 110,
    size: 50,
  });
  for (const price of [110, 125, 140]) trade(price);
  // 140 × 0.95 = 133: bids there take it, minus what the price falls before the next tick.
  exchange.place({ user: maker, instrument: LINEAR, side: "buy", price: 131, size: 50 });
  expect(only(trade(133), "plan_fired")).toMatchObject([{ price: 133 }]);
  exchange.passMs(1);
  expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
  // 100,000 + 50 × (131 − 100).
  expect(exchange.money(alice, "usdt_futures", USD)).toEqual([101_550n, 0n]);
});
