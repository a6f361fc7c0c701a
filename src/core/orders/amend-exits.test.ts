import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { amendExits, placeWithExits, replaceWithExits } from "../../../test/support/plan-drafts.ts";

let exchange: CoreFixture;
let alice: number;
let maker: number;

beforeEach(() => {
  exchange = new CoreFixture();
  alice = exchange.user("alice", [
    ["usdt_futures", USD, 100_000],
    ["spot", USD, 100_000],
  ]);
  maker = exchange.rich("maker");
});

/** Places a bid of 5 at 100 that does not trade yet; returns its id. */
function bid(exits: { readonly profitTrigger?: number; readonly lossTrigger?: number } = {}) {
  const terms = { user: alice, instrument: LINEAR, side: "buy", price: 100, size: 5 } as const;
  if (Object.keys(exits).length === 0) exchange.place(terms);
  else placeWithExits(exchange, { ...terms, ...exits });
  return exchange.orderId;
}

const sell = (size: number) =>
  exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size });

/** Triggers of the plans that a fill made. */
const triggersAfter = (events: ReturnType<typeof sell>) =>
  only(events, "plan_accepted").map(({ planKind, triggerPrice }) => [planKind, triggerPrice]);

describe("the exits of an open order", () => {
  it("change one by one while the order rests", () => {
    const orderId = bid({ profitTrigger: 110, lossTrigger: 90 });
    const events = amendExits(exchange, { user: alice, orderId, lossTrigger: 95 });
    expect(kinds(events)).toEqual(["order_exits_set"]);
    expect(only(events, "order_exits_set")).toMatchObject([
      { orderId, profitTrigger: 110, lossTrigger: 95 },
    ]);
    expect(triggersAfter(sell(5))).toEqual([
      ["profit", 110],
      ["loss", 95],
    ]);
  });

  it("can be added to an order without exits, and removed again", () => {
    const orderId = bid();
    amendExits(exchange, { user: alice, orderId, profitTrigger: 110 });
    expect(exchange.rejection).toBeUndefined();
    amendExits(exchange, { user: alice, orderId, profitTrigger: 0 });
    expect(exchange.state.plans.orderExits.size).toBe(0);
    expect(triggersAfter(sell(5))).toEqual([]);
  });

  it("cannot change after the first fill", () => {
    const orderId = bid({ lossTrigger: 90 });
    sell(2);
    amendExits(exchange, { user: alice, orderId, lossTrigger: 95 });
    expect(exchange.rejection).toBe("order_not_amendable");
  });

  it.each([
    ["that are the same", { lossTrigger: 90 }, "order_not_changed"],
    ["on the wrong side of its price", { lossTrigger: 101 }, "stop_loss_not_beyond"],
    ["with a price and no trigger", { profitTrigger: 0, profitPrice: 5 }, "exits_missing"],
  ] as const)("are refused %s", (_what, change, reason) => {
    const orderId = bid({ lossTrigger: 90 });
    amendExits(exchange, { user: alice, orderId, ...change });
    expect(exchange.rejection).toBe(reason);
  });

  it("change together with the price, before the amended order fills", () => {
    const orderId = bid({ lossTrigger: 90 });
    exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: 104, size: 2 });
    amendExits(exchange, { user: alice, orderId, price: 104, lossTrigger: 105 });
    expect(exchange.rejection).toBe("stop_loss_not_beyond");
    const events = amendExits(exchange, { user: alice, orderId, price: 104, lossTrigger: 103 });
    expect(kinds(events).slice(0, 3)).toEqual([
      "order_exits_set",
      "level_changed",
      "order_amended",
    ]);
    expect(only(events, "plan_accepted")).toMatchObject([{ triggerPrice: 103, size: 2 }]);
  });

  it("stay when the rest of the change is refused, or end with the order", () => {
    const orderId = bid({ lossTrigger: 90 });
    const change = { user: alice, orderId, lossTrigger: 95 };
    amendExits(exchange, { ...change, size: 100_000_000 });
    expect(exchange.rejection).toBe("size_above_maximum");
    amendExits(exchange, { ...change, lossTrigger: 101 });
    expect(exchange.rejection).toBe("stop_loss_not_beyond");
    const events = amendExits(exchange, { ...change, lossTrigger: 101, autoCancel: true });
    expect(only(events, "order_closed")).toMatchObject([{ orderId, reason: "amend_failed" }]);
  });

  it("are refused for a closing order and for an order of another user", () => {
    exchange.place({ user: maker, instrument: SPOT, side: "sell", price: 100, size: 5 });
    const orderId = exchange.orderId;
    amendExits(exchange, { user: maker, orderId, lossTrigger: 120 });
    expect(exchange.rejection).toBe("exits_not_allowed");
    amendExits(exchange, { user: alice, orderId, lossTrigger: 120 });
    expect(exchange.rejection).toBe("order_not_found");
  });
});

describe("a replacement", () => {
  it("keeps the exits that the command does not name", () => {
    const orderId = bid({ profitTrigger: 110, lossTrigger: 90 });
    replaceWithExits(exchange, { user: alice, orderId, size: 3, profitTrigger: 115 });
    const events = sell(5);
    expect(only(events, "plan_accepted")).toMatchObject([
      { planKind: "profit", triggerPrice: 115, size: 3 },
      { planKind: "loss", triggerPrice: 90, size: 3 },
    ]);
  });

  it("is refused for misplaced exits, and the old order stays cancelled", () => {
    const orderId = bid({ lossTrigger: 90 });
    const events = replaceWithExits(exchange, { user: alice, orderId, lossTrigger: 105 });
    expect(exchange.rejection).toBe("stop_loss_not_beyond");
    expect(only(events, "order_closed")).toMatchObject([{ orderId, reason: "replaced" }]);
    expect(exchange.state.plans.orderExits.size).toBe(0);
  });
});

it("a plan names the margin mode of its position", () => {
  const mode = { kind: "set_margin_mode", user: alice, instrument: LINEAR } as const;
  exchange.run({ ...mode, marginMode: "isolated" });
  bid({ lossTrigger: 90 });
  expect(only(sell(1), "plan_accepted")).toMatchObject([{ marginMode: "isolated" }]);
});
