import { describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";

function people(terms = {}) {
  const core = new CoreFixture(terms);
  return { core, alice: core.rich("alice"), bob: core.rich("bob") };
}

/** Alice ends up long, Bob short, at this price. */
function opened(size: number, price = 100) {
  const { core, alice, bob } = people();
  core.place({ user: bob, instrument: LINEAR, side: "sell", price, size });
  core.place({ user: alice, instrument: LINEAR, side: "buy", price, size });
  return { core, alice, bob };
}

describe("one-way mode", () => {
  test("a trade opens a long and a short of the same size", () => {
    const { core, alice, bob } = opened(10);
    expect(core.position(alice, LINEAR)).toEqual([10, 0]);
    expect(core.position(bob, LINEAR)).toEqual([0, 10]);
  });

  test("closing realises the difference against the entry; the counterpart mirrors it", () => {
    const { core, alice, bob } = opened(10);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 120, size: 10 });
    const events = core.place({
      user: alice,
      instrument: LINEAR,
      side: "sell",
      price: 120,
      size: 10,
    });
    const pnl = only(events, "order_filled").map(({ user, realisedPnl }) => [user, realisedPnl]);
    expect(pnl).toEqual([
      [bob, -200n],
      [alice, 200n],
    ]);
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(1_000_200n);
    expect(core.money(bob, "usdt_futures", USD)[0]).toBe(999_800n);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  test("an order beyond the position flips it, in one fill", () => {
    const { core, alice } = opened(10);
    const carol = core.rich("carol");
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 110, size: 15 });
    const events = core.place({
      user: alice,
      instrument: LINEAR,
      side: "sell",
      price: 110,
      size: 15,
    });
    expect(core.position(alice, LINEAR)).toEqual([0, 5]);
    const own = only(events, "position_changed").filter(({ user }) => user === alice);
    expect(
      own.map(({ positionSide, size, realisedPnl, openNotional }) => [
        positionSide,
        size,
        realisedPnl,
        openNotional,
      ]),
    ).toEqual([
      ["long", 0, 100n, 0n],
      ["short", 5, 0n, 550n],
    ]);
  });

  test("reduce-only never opens", () => {
    const { core, alice } = opened(10);
    const terms = { user: alice, instrument: LINEAR, price: 120, reduceOnly: true } as const;
    core.place({ ...terms, side: "sell", size: 11 });
    expect(core.rejection).toBe("reduce_only_exceeds_position");
    core.place({ ...terms, side: "buy", size: 1 });
    expect(core.rejection).toBe("reduce_only_without_position");
  });

  test("reduce-only excess: the oldest orders are cancelled first (Place Order rule 4)", () => {
    const { core, alice } = opened(10);
    const terms = { user: alice, instrument: LINEAR, side: "sell", reduceOnly: true } as const;
    core.place({ ...terms, price: 120, size: 4 });
    const first = core.orderId;
    core.place({ ...terms, price: 121, size: 4 });
    const events = core.place({ ...terms, price: 122, size: 5 });
    expect(only(events, "order_closed")).toMatchObject([
      { orderId: first, reason: "reduce_only_excess" },
    ]);
    expect(core.state.outcome.replacedReduceOnly).toBe(true);
  });

  test("reduce-only orders beyond a reduced position are cancelled", () => {
    const { core, alice } = opened(10);
    const carol = core.rich("carol");
    const reduce = { user: alice, instrument: LINEAR, side: "sell", reduceOnly: true } as const;
    core.place({ ...reduce, price: 120, size: 10 });
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 99, size: 3 });
    const events = core.place({
      user: alice,
      instrument: LINEAR,
      side: "sell",
      price: 99,
      size: 3,
    });
    expect(only(events, "order_closed").map(({ reason }) => reason)).toContain(
      "reduce_only_excess",
    );
  });

  test("close_positions closes at market and lists its orders", () => {
    const { core, alice } = opened(10);
    const carol = core.rich("carol");
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    core.run({
      kind: "close_positions",
      user: alice,
      category: "usdt_futures",
      instrument: 0,
      positionSide: "net",
      source: "api",
    });
    expect(core.state.outcome.items).toMatchObject([{ instrument: LINEAR, rejection: undefined }]);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  test("close_positions leaves closing orders where no market order is possible", () => {
    const { core, alice } = opened(10);
    const closing = { user: alice, instrument: LINEAR, side: "sell", reduceOnly: true } as const;
    core.place({ ...closing, price: 105, size: 10 });
    const scope = { category: "usdt_futures", instrument: 0, positionSide: "net" } as const;
    for (const status of ["halted", "post_only"] as const) {
      core.run({ kind: "set_instrument_status", instrument: LINEAR, status });
      const events = core.run({ kind: "close_positions", user: alice, ...scope, source: "api" });
      expect(kinds(events)).toEqual(["order_rejected"]);
      const rejection = `instrument_${status}`;
      expect(core.state.outcome.items).toMatchObject([{ orderId: 0, rejection }]);
    }
    core.run({ kind: "set_instrument_status", instrument: LINEAR, status: "reduce_only" });
    const events = core.run({ kind: "close_positions", user: alice, ...scope, source: "api" });
    expect(only(events, "order_closed").map(({ reason }) => reason)).toEqual([
      "user_cancelled",
      "no_depth",
    ]);
  });
});

describe("margin", () => {
  test("an order needs its notional divided by the leverage, and its fee", () => {
    const core = new CoreFixture({ takerRateE6: 10_000 });
    const poor = core.user("poor", [["usdt_futures", USD, 60]]);
    core.run({
      kind: "set_leverage",
      user: poor,
      instrument: LINEAR,
      positionSide: "net",
      leverage: 20,
    });
    const terms = { user: poor, instrument: LINEAR, side: "buy", price: 100 } as const;
    core.place({ ...terms, size: 11 });
    expect(core.rejection).toBe("insufficient_margin");
    core.place({ ...terms, size: 10 });
    expect(core.rejection).toBeUndefined();
    core.place({ ...terms, size: 1 });
    expect(core.rejection).toBe("insufficient_margin");
  });

  test("orders against the position need no margin up to its size", () => {
    const { core } = people();
    const bob = core.rich("maker");
    const poor = core.user("poor", [["usdt_futures", USD, 50]]);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    core.place({ user: poor, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    expect(core.position(poor, LINEAR)).toEqual([10, 0]);
    core.place({ user: poor, instrument: LINEAR, side: "sell", price: 110, size: 10 });
    expect(core.rejection).toBeUndefined();
    core.place({ user: poor, instrument: LINEAR, side: "sell", price: 110, size: 11 });
    expect(core.rejection).toBe("insufficient_margin");
  });

  test("unrealised profit covers new orders, but cannot leave the account", () => {
    const { core, alice, bob } = opened(1_000);
    void bob;
    const out = { user: alice, from: "usdt_futures", to: "spot", currency: USD } as const;
    core.transfer({ ...out, amount: 995_000n });
    expect(core.rejection).toBeUndefined();
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 200 });
    expect(core.rejection).toBe("insufficient_margin");
    core.index(120);
    core.passMs(1_000);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 1 });
    core.transfer({ ...out, amount: 1n });
    expect(core.rejection).toBe("insufficient_available");
  });

  test("leverage that the account cannot cover is refused", () => {
    const core = new CoreFixture();
    const bob = core.rich("bob");
    const poor = core.user("poor", [["usdt_futures", USD, 60]]);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    core.place({ user: poor, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    core.run({
      kind: "set_leverage",
      user: poor,
      instrument: LINEAR,
      positionSide: "net",
      leverage: 10,
    });
    expect(core.rejection).toBe("leverage_margin_insufficient");
    core.run({
      kind: "set_leverage",
      user: poor,
      instrument: LINEAR,
      positionSide: "net",
      leverage: 101,
    });
    expect(core.rejection).toBe("leverage_out_of_range");
  });

  test("position mode cannot change while there are positions or orders", () => {
    const { core, alice } = opened(1);
    const change = { kind: "set_position_mode", user: alice, isHedge: true } as const;
    core.run({ ...change, category: "usdt_futures" });
    expect(core.rejection).toBe("position_mode_blocked");
    core.run({ ...change, category: "coin_futures" });
    expect(core.rejection).toBeUndefined();
  });
});

describe("hedge mode", () => {
  function hedged() {
    const { core, alice, bob } = people();
    core.hedge(alice, "usdt_futures");
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    const buy = { user: alice, instrument: LINEAR, side: "buy", positionSide: "long" } as const;
    core.place({ ...buy, price: 100, size: 10 });
    return { core, alice, bob };
  }

  test("a user holds a long and a short at once", () => {
    const { core, alice, bob } = hedged();
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 100, size: 4 });
    const sell = { user: alice, instrument: LINEAR, side: "sell", positionSide: "short" } as const;
    core.place({ ...sell, price: 100, size: 4 });
    expect(core.position(alice, LINEAR)).toEqual([10, 4]);
  });

  test("closing orders reserve the position; orders beyond it are refused (rule 3)", () => {
    const { core, alice } = hedged();
    const close = { user: alice, instrument: LINEAR, side: "sell", positionSide: "long" } as const;
    core.place({ ...close, price: 120, size: 7 });
    core.place({ ...close, size: 4 });
    expect(core.rejection).toBe("insufficient_position");
    expect(core.state.orders.count).toBe(1);
    core.place({ ...close, price: 121, size: 3 });
    expect(core.rejection).toBeUndefined();
  });

  test("closing without a position or without a side is refused", () => {
    const { core, alice } = hedged();
    const terms = { user: alice, instrument: LINEAR, side: "buy", price: 90, size: 1 } as const;
    core.place({ ...terms, positionSide: "short" });
    expect(core.rejection).toBe("no_position");
    core.place(terms);
    expect(core.rejection).toBe("position_side_required");
  });
});

describe("inverse", () => {
  test("notional is size divided by price, and profit is the difference", () => {
    const { core, alice, bob } = people();
    core.place({ user: bob, instrument: INVERSE, side: "sell", price: 100, size: 10_000 });
    core.place({ user: alice, instrument: INVERSE, side: "buy", price: 100, size: 10_000 });
    core.index(125);
    core.passMs(1_000);
    core.place({ user: bob, instrument: INVERSE, side: "buy", price: 125, size: 10_000 });
    const events = core.place({
      user: alice,
      instrument: INVERSE,
      side: "sell",
      price: 125,
      size: 10_000,
    });
    // 10,000 USD were 100 coins at 100 and are 80 at 125: the long gains 20 coins.
    expect(only(events, "order_filled").map(({ realisedPnl }) => realisedPnl)).toEqual([-20n, 20n]);
    expect(core.money(alice, "coin_futures", COIN)[0]).toBe(100_020n);
    expect(kinds(events).at(-1)).toBe("order_closed");
  });
});
