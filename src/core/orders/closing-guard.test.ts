import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";

/**
 * Alice holds 1,000 at 1,000 on ten times leverage and isolated margin: 100,000. At 0.06 % her long
 * ends at (100,000 − 1,000,000) ÷ (1,000 × (0.0006 − 1)) = 900.54, her short at
 * (100,000 + 1,000,000) ÷ (1,000 × (0.0006 + 1)) = 1,099.34.
 */
function holder(side: "buy" | "sell", options: { readonly isHedge?: boolean } = {}) {
  const core = new CoreFixture({ takerRateE6: 600 });
  const alice = core.user("alice", [["usdt_futures", USD, 200_000]]);
  const bob = core.user("bob", [["usdt_futures", USD, 1_000_000_000]]);
  core.index(1_000);
  core.run({ kind: "set_margin_mode", user: alice, instrument: LINEAR, marginMode: "isolated" });
  for (const user of [alice, bob]) {
    core.run({
      kind: "set_leverage",
      user,
      instrument: LINEAR,
      positionSide: "net",
      leverage: 10,
    });
  }
  if (options.isHedge === true) core.hedge(alice, "usdt_futures");
  const other = side === "buy" ? "sell" : "buy";
  const positionSide = options.isHedge === true ? (side === "buy" ? "long" : "short") : "net";
  const terms = { instrument: LINEAR, price: 1_000, size: 1_000 } as const;
  core.place({ user: bob, side: other, ...terms });
  core.place({ user: alice, side, positionSide, ...terms });
  const close = (price: number, rest: object = {}): string | undefined => {
    const size = price === 0 ? 1_000 : 10;
    core.place({
      user: alice,
      instrument: LINEAR,
      side: other,
      price,
      size,
      positionSide,
      ...rest,
    });
    return core.rejection;
  };
  return { core, alice, bob, close };
}

describe("the closing guard", () => {
  it("allows selling a long at its bankruptcy price, but not one tick below", () => {
    const { close } = holder("buy");
    expect(close(900, { reduceOnly: true })).toBe("price_below_bankruptcy");
    expect(close(901, { reduceOnly: true })).toBeUndefined();
  });

  it("allows buying back a short at its bankruptcy price, but not one tick above", () => {
    const { close } = holder("sell");
    expect(close(1_100, { reduceOnly: true })).toBe("price_above_bankruptcy");
    expect(close(1_099, { reduceOnly: true })).toBeUndefined();
  });

  it("applies to an order against a position without reduce-only", () => {
    const { close } = holder("buy");
    expect(close(900)).toBe("price_below_bankruptcy");
  });

  it("applies in hedge mode to closing orders, not to opening orders", () => {
    const { core, alice, close } = holder("buy", { isHedge: true });
    expect(close(900)).toBe("price_below_bankruptcy");
    // As a short it would begin with margin of 95 for each 10 and a loss of 50.
    expect(close(950, { positionSide: "short" })).toBeUndefined();
    core.place({
      user: alice,
      instrument: LINEAR,
      side: "buy",
      positionSide: "long",
      price: 880,
      size: 1,
    });
    expect(core.rejection).toBeUndefined();
  });

  it("refuses to amend a closing order beyond bankruptcy", () => {
    const { core, alice, close } = holder("buy");
    expect(close(1_200)).toBeUndefined();
    const orderId = core.orderId;
    core.amend({ user: alice, orderId, price: 900 });
    expect(core.rejection).toBe("price_below_bankruptcy");
    core.amend({ user: alice, orderId, price: 901 });
    expect(core.rejection).toBeUndefined();
  });

  it("stops a market order at the bankruptcy price", () => {
    const { core, alice, bob, close } = holder("buy");
    for (const price of [901, 900]) {
      core.place({ user: bob, instrument: LINEAR, side: "buy", price, size: 400 });
    }
    expect(close(0, { reduceOnly: true })).toBeUndefined();
    expect(core.position(alice, LINEAR)).toEqual([600, 0]);
  });

  it("does not apply to orders of the exchange", () => {
    const { close } = holder("buy");
    expect(close(900, { source: "system" })).toBeUndefined();
  });

  it("allows closing an inverse short at any price while its coins cover it fully", () => {
    const core = new CoreFixture({ takerRateE6: 600 });
    const alice = core.user("alice", [["coin_futures", COIN, 100_000]]);
    const bob = core.user("bob", [["coin_futures", COIN, 1_000_000]]);
    const terms = { instrument: INVERSE, price: 100, size: 1_000 } as const;
    core.place({ user: bob, side: "buy", ...terms });
    core.place({ user: alice, side: "sell", ...terms });
    core.place({ user: alice, instrument: INVERSE, side: "buy", price: 150, size: 10 });
    expect(core.rejection).toBeUndefined();
  });

  it("counts all coins behind the position of a unified account", () => {
    const core = new CoreFixture({ takerRateE6: 600 });
    const shares = { kind: "set_collateral", isShared: true } as const;
    core.run({ ...shares, currency: USD, isDollar: true, tierStarts: [0], ratesE6: [1_000_000] });
    core.run({ ...shares, currency: COIN, isDollar: false, tierStarts: [0], ratesE6: [500_000] });
    // 80 coins at 100 count for 4,000; the opening fee left 6 dollars below zero.
    const alice = core.user("alice", [["unified", COIN, 80]], { accountKind: "unified" });
    const bob = core.rich("bob");
    const terms = { instrument: LINEAR, price: 100, size: 100 } as const;
    core.place({ user: bob, side: "sell", ...terms });
    const events = core.place({ user: alice, side: "buy", ...terms });
    expect(only(events, "order_filled").at(-1)).toMatchObject({ fee: 6n });
    // (10,000 − 3,994) ÷ (100 × 0.9994) = 60.1.
    const sell = { user: alice, instrument: LINEAR, side: "sell", size: 1 } as const;
    core.place({ ...sell, price: 60 });
    expect(core.rejection).toBe("price_below_bankruptcy");
    core.place({ ...sell, price: 61 });
    expect(core.rejection).toBeUndefined();
  });
});
