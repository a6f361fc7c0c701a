import { describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import { atoms } from "../money/units.ts";

function people(terms = {}) {
  const core = new CoreFixture(terms);
  return { core, alice: core.rich("alice"), bob: core.rich("bob") };
}

describe("spot orders", () => {
  test("a limit buy rests and reserves its whole notional", () => {
    const { core, alice } = people();
    const events = core.place({ user: alice, side: "buy", price: 90, size: 3 });
    expect(kinds(events)).toEqual(["order_accepted", "level_changed"]);
    expect(core.money(alice, "spot", USD)).toEqual([1_000_000n, 270n]);
  });

  test("a sell reserves base", () => {
    const { core, alice } = people();
    core.place({ user: alice, side: "sell", price: 110, size: 3 });
    expect(core.money(alice, "spot", COIN)).toEqual([10_000n, 3n]);
  });

  test("a trade is at the maker's price, and the taker gets the difference back", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 3 });
    const events = core.place({ user: bob, side: "buy", price: 105, size: 5 });
    expect(kinds(events)).toEqual([
      "order_accepted",
      "trade_executed",
      "order_filled",
      "order_filled",
      "level_changed",
      "order_closed",
      "level_changed",
    ]);
    const [maker, taker] = only(events, "order_filled");
    expect(maker).toMatchObject({ role: "maker", price: 100, size: 3, remaining: 0, value: 300n });
    expect(taker).toMatchObject({ role: "taker", price: 100, size: 3, remaining: 2, filled: 3 });
    expect(core.money(bob, "spot", USD)).toEqual([999_700n, 210n]);
    expect(core.money(bob, "spot", COIN)).toEqual([10_003n, 0n]);
    expect(core.money(alice, "spot", USD)).toEqual([1_000_300n, 0n]);
  });

  test("fees are taken from the coin received, rounded up, by role", () => {
    const { core, alice, bob } = people({ makerRateE6: 1_000, takerRateE6: 10_000 });
    core.place({ user: alice, side: "sell", price: 100, size: 10 });
    core.place({ user: bob, side: "buy", price: 100, size: 10 });
    expect(core.money(alice, "spot", USD)[0]).toBe(1_000_999n);
    expect(core.money(bob, "spot", COIN)[0]).toBe(10_009n);
    const fees = core.state.ledger;
    const wallet = 9;
    expect(fees.balance(fees.find(0, wallet, USD))).toBe(1n);
    expect(fees.balance(fees.find(0, wallet, COIN))).toBe(1n);
  });

  test("orders at one price fill oldest first, better prices before", () => {
    const { core, alice, bob } = people();
    const carol = core.rich("carol");
    core.place({ user: alice, side: "sell", price: 101, size: 1 });
    core.place({ user: bob, side: "sell", price: 100, size: 1 });
    core.place({ user: alice, side: "sell", price: 100, size: 1 });
    const events = core.place({ user: carol, side: "buy", price: 101, size: 3 });
    const makers = only(events, "order_filled").filter(({ role }) => role === "maker");
    expect(makers.map(({ user, price }) => [user, price])).toEqual([
      [bob, 100],
      [alice, 100],
      [alice, 101],
    ]);
  });

  test("a market buy spends its quote amount and returns the rest below one lot", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 2 });
    core.place({ user: alice, side: "sell", price: 110, size: 2 });
    const events = core.place({ user: bob, side: "buy", quoteAmount: atoms(350n) });
    expect(only(events, "order_closed").at(-1)).toMatchObject({
      outcome: "filled",
      reason: "dust",
    });
    expect(core.money(bob, "spot", USD)).toEqual([999_690n, 0n]);
    expect(core.money(bob, "spot", COIN)).toEqual([10_003n, 0n]);
  });

  test("a market order that finds no more depth is cancelled for the rest", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "buy", price: 99, size: 2 });
    const events = core.place({ user: bob, side: "sell", size: 5 });
    expect(only(events, "order_closed").at(-1)).toMatchObject({
      outcome: "cancelled",
      reason: "no_depth",
      remaining: 3,
    });
  });

  test.each([
    ["ioc", "ioc_remainder", 1],
    ["fok", "fok_unfillable", 3],
    ["post_only", "post_only_would_take", 3],
  ] as const)("%s that cannot do its will ends as %s", (timeInForce, reason, remaining) => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 2 });
    const events = core.place({ user: bob, side: "buy", price: 100, size: 3, timeInForce });
    expect(only(events, "order_closed").at(-1)).toMatchObject({ reason, remaining });
    expect(core.money(bob, "spot", USD)[1]).toBe(0n);
  });

  test("fok fills completely over several orders and prices", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 2 });
    core.place({ user: alice, side: "sell", price: 101, size: 1 });
    const events = core.place({ user: bob, side: "buy", price: 101, size: 3, timeInForce: "fok" });
    expect(only(events, "order_closed").at(-1)).toMatchObject({ outcome: "filled" });
  });

  test("an order for more than is available is refused", () => {
    const { core } = people();
    const poor = core.user("poor", [["spot", USD, 100]]);
    core.place({ user: poor, side: "buy", price: 100, size: 1 });
    core.place({ user: poor, side: "buy", price: 1, size: 1 });
    expect(core.rejection).toBe("insufficient_available");
  });

  test("an exact repeat of a pending client id is answered with the first order", () => {
    const { core, alice } = people();
    const terms = { user: alice, side: "buy", price: 90, size: 1, clientOrderId: "a-1" } as const;
    core.place(terms);
    const first = core.orderId;
    expect(kinds(core.place(terms))).toEqual(["order_repeated"]);
    expect(core.orderId).toBe(first);
    core.place({ ...terms, size: 2 });
    expect(core.rejection).toBe("duplicate_client_order_id");
  });

  test("prices beyond the band are refused after the first trade", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 1 });
    core.place({ user: bob, side: "buy", price: 100, size: 1 });
    core.place({ user: alice, side: "buy", price: 151, size: 1 });
    expect(core.rejection).toBe("price_above_band");
    core.place({ user: alice, side: "sell", price: 49, size: 1 });
    expect(core.rejection).toBe("price_below_band");
  });

  test("a halted instrument accepts no orders, but resting orders can be cancelled", () => {
    const { core, alice } = people();
    core.place({ user: alice, side: "buy", price: 90, size: 1 });
    const resting = core.orderId;
    core.run({ kind: "set_instrument_status", instrument: SPOT, status: "halted" });
    core.place({ user: alice, side: "buy", price: 90, size: 1 });
    expect(core.rejection).toBe("instrument_halted");
    expect(kinds(core.cancel(alice, resting))).toEqual(["level_changed", "order_closed"]);
  });

  test("an order of another user counts as unknown", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "buy", price: 90, size: 1 });
    core.cancel(bob, core.orderId);
    expect(core.rejection).toBe("order_not_found");
  });
});

describe("self-trade prevention", () => {
  function family() {
    const core = new CoreFixture();
    const parent = core.rich("parent");
    const child = core.user("child", [["spot", USD, 10_000]], { parent: parent + 1 });
    core.place({ user: parent, side: "sell", price: 100, size: 2 });
    return { core, parent, child };
  }

  test("none: the trade happens", () => {
    const { core, child } = family();
    const events = core.place({ user: child, side: "buy", price: 100, size: 1 });
    expect(only(events, "trade_executed")).toHaveLength(1);
  });

  test.each([
    ["cancel_taker", ["taker"]],
    ["cancel_maker", ["maker"]],
    ["cancel_both", ["maker", "taker"]],
  ] as const)("%s over parent and sub-account", (stpMode, cancelled) => {
    const { core, parent, child } = family();
    const events = core.place({ user: child, side: "buy", price: 100, size: 1, stpMode });
    expect(only(events, "trade_executed")).toHaveLength(0);
    const closed = only(events, "order_closed").map(({ user, reason }) => [user, reason]);
    const who = { maker: parent, taker: child };
    expect(closed).toEqual(cancelled.map((side) => [who[side], "self_trade"]));
  });

  test("unrelated users trade in every mode", () => {
    const { core } = family();
    const bob = core.rich("bob");
    const terms = { user: bob, side: "buy", price: 100, size: 1 } as const;
    const events = core.place({ ...terms, stpMode: "cancel_both" });
    expect(only(events, "trade_executed")).toHaveLength(1);
  });
});

describe("amending", () => {
  test("a lower size keeps the place in the queue, a new price loses it", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 5 });
    const first = core.orderId;
    core.place({ user: bob, side: "sell", price: 100, size: 5 });
    core.amend({ user: alice, orderId: first, size: 3 });
    const carol = core.rich("carol");
    const events = core.place({ user: carol, side: "buy", price: 100, size: 1 });
    expect(only(events, "order_filled")[0]).toMatchObject({ user: alice, orderId: first });
    core.amend({ user: alice, orderId: first, size: 4 });
    const later = core.place({ user: carol, side: "buy", price: 100, size: 1 });
    expect(only(later, "order_filled")[0]).toMatchObject({ user: bob });
  });

  test("a new price that crosses trades at once under the same id", () => {
    const { core, alice, bob } = people();
    core.place({ user: alice, side: "sell", price: 100, size: 2 });
    core.place({ user: bob, side: "buy", price: 90, size: 3 });
    const order = core.orderId;
    const events = core.amend({ user: bob, orderId: order, price: 100 });
    expect(kinds(events).slice(0, 3)).toEqual(["level_changed", "order_amended", "trade_executed"]);
    expect(only(events, "order_filled")[1]).toMatchObject({ orderId: order, remaining: 1 });
    expect(core.money(bob, "spot", USD)).toEqual([999_800n, 100n]);
  });

  test("a refused change leaves the order, or cancels it with autoCancel", () => {
    const { core } = people();
    const poor = core.user("poor", [["spot", USD, 100]]);
    core.place({ user: poor, side: "buy", price: 100, size: 1 });
    const order = core.orderId;
    core.amend({ user: poor, orderId: order, size: 2 });
    expect(core.rejection).toBe("insufficient_available");
    core.amend({ user: poor, orderId: order });
    expect(core.rejection).toBe("order_not_changed");
    const events = core.amend({ user: poor, orderId: order, size: 2, autoCancel: true });
    expect(only(events, "order_closed")).toMatchObject([{ reason: "amend_failed" }]);
    expect(core.money(poor, "spot", USD)).toEqual([100n, 0n]);
  });

  test("replacing gives a new id and the rest of the old terms", () => {
    const { core, alice } = people();
    core.place({ user: alice, side: "buy", price: 90, size: 2, clientOrderId: "old" });
    const old = core.orderId;
    const events = core.run({
      kind: "replace_order",
      user: alice,
      instrument: SPOT,
      orderId: old,
      clientOrderId: "",
      price: 91 as never,
      size: 3 as never,
      newClientOrderId: "new",
      exits: undefined,
    });
    expect(kinds(events)).toEqual([
      "level_changed",
      "order_closed",
      "order_accepted",
      "level_changed",
    ]);
    expect(core.orderId).not.toBe(old);
    expect(core.money(alice, "spot", USD)[1]).toBe(273n);
  });
});
