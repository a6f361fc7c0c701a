import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { TimeInForce } from "../base/vocabulary.ts";

type Terms = {
  readonly wallet: number;
  /** Of bob's offer; the mark price is 1,000. */
  readonly price: number;
  readonly leverage?: number;
  readonly isIsolated?: boolean;
};

/** Alice buys 100 that Bob offers. Maintenance of 100 at the mark is 100,000 × 0.0046 = 460. */
function market(terms: Terms) {
  const { leverage = 100, price, wallet } = terms;
  const core = new CoreFixture({ takerRateE6: 600 });
  const alice = core.user("alice", [["usdt_futures", USD, wallet]]);
  const bob = core.user("bob", [["usdt_futures", USD, 10_000_000]]);
  core.index(1_000);
  const marginMode = terms.isIsolated === true ? "isolated" : "crossed";
  core.run({ kind: "set_margin_mode", user: alice, instrument: LINEAR, marginMode });
  for (const user of [alice, bob]) {
    const setting = { user, instrument: LINEAR, positionSide: "net", leverage } as const;
    core.run({ kind: "set_leverage", ...setting });
  }
  core.place({ user: bob, instrument: LINEAR, side: "sell", price, size: 100 });
  const place =
    (side: "buy" | "sell") =>
    (at = 0, timeInForce: TimeInForce = "gtc"): string | undefined => {
      core.place({ user: alice, instrument: LINEAR, side, size: 100, price: at, timeInForce });
      return core.rejection;
    };
  return { core, alice, bob, buy: place("buy"), sell: place("sell") };
}

/** One tier in which maintenance of 100 at the mark is 100,000 × 0.0096 = 960. */
function tighten(core: CoreFixture): void {
  core.run({
    kind: "set_position_tiers",
    instrument: LINEAR,
    valueMaxes: [1_000_000_000],
    leverageMaxes: [100],
    maintenanceRatesE6: [9_000],
  });
}

describe("the opening guard", () => {
  it.for([
    ["gtc", "opening_too_risky"],
    ["ioc", undefined],
    ["fok", undefined],
  ] as const)("looks at the price that a %s order reaches if it cannot rest", (example) => {
    const [timeInForce, expected] = example;
    // At 1,020 the margin of 1 % would be lost twice; at 1,001 a tenth of it is.
    const { buy } = market({ wallet: 10_000, price: 1_001, isIsolated: true });
    expect(buy(1_020, timeInForce)).toBe(expected);
  });

  it.for([
    // 1,020 of margin, 62 of fee and 2,000 of loss: the margin check passes no smaller amount.
    [3_081, "insufficient_margin"],
    // 3,127 − 2,000 − 62 = 1,065, and 960 ÷ 1,065 = 90.14 %.
    [3_127, "opening_too_risky"],
    // 3,129 − 2,000 − 62 = 1,067, and 960 ÷ 1,067 = 89.97 %.
    [3_129, undefined],
  ] as const)("looks at the whole account when crossed: %d", ([wallet, expected]) => {
    const { core, buy } = market({ wallet, price: 1_020 });
    tighten(core);
    expect(buy()).toBe(expected);
  });

  it("leaves orders up to one percent from mark to the margin check", () => {
    // 1,010 of margin, 61 of fee and 1,000 of loss.
    for (const [wallet, expected] of [
      [2_070, "insufficient_margin"],
      [2_071, undefined],
    ] as const) {
      const { core, buy } = market({ wallet, price: 1_010 });
      tighten(core);
      expect(buy()).toBe(expected);
    }
    const { core, buy } = market({ wallet: 2_173, price: 1_011 });
    tighten(core);
    // 2,173 − 1,100 − 61 = 1,012, and 960 ÷ 1,012 = 94.9 %.
    expect(buy()).toBe("opening_too_risky");
  });

  it.for([
    // 102,000 ÷ 41 = 2,488 of margin − 2,000 = 488: 460 ÷ 488 is 94 %.
    [41, "opening_too_risky"],
    // 102,000 ÷ 40 = 2,550 − 2,000 = 550: 460 ÷ 550 is 84 %.
    [40, undefined],
  ] as const)("looks at the margin taken when isolated: %d times", ([leverage, expected]) => {
    const terms = { wallet: 100_000, price: 1_020, leverage, isIsolated: true };
    expect(market(terms).buy()).toBe(expected);
  });

  it.for([
    // 100,500 ÷ 100 = 1,005 of margin − 500 = 505 above 460.
    [1_005, undefined],
    // 1,006 of margin − 600 = 406 below 460.
    [1_006, "opening_too_risky"],
  ] as const)("wants maintenance of isolated margin at any distance: %d", ([price, expected]) => {
    expect(market({ wallet: 100_000, price, isIsolated: true }).buy()).toBe(expected);
  });

  it.for([false, true])("lets makers quote around the mark at full leverage: %s", (isIsolated) => {
    for (const ticks of [-3, -2, -1, 0, 1, 2, 3]) {
      const { buy, sell } = market({ wallet: 100_000, price: 1_030, isIsolated });
      expect(buy(1_000 + ticks, "post_only")).toBeUndefined();
      const other = market({ wallet: 100_000, price: 1_030, isIsolated });
      expect(other.sell(1_000 + ticks, "post_only")).toBeUndefined();
      expect(sell(1_010, "post_only")).toBeUndefined();
    }
  });

  it.for(["gtc", "post_only"] as const)("looks at orders that rest: %s", (timeInForce) => {
    const terms = { wallet: 100_000, price: 1_030, leverage: 50, isIsolated: true };
    // 2,040 of margin − 2,000 is less than 460.
    expect(market(terms).buy(1_020, timeInForce)).toBe("opening_too_risky");
    expect(market(terms).sell(980, timeInForce)).toBe("opening_too_risky");
    expect(market(terms).buy(980, timeInForce)).toBeUndefined();
    expect(market(terms).sell(1_020, timeInForce)).toBeUndefined();
  });

  it("counts the whole order at its limit price, wherever it would trade", () => {
    const terms = { wallet: 100_000, price: 1_000, leverage: 50, isIsolated: true };
    expect(market(terms).buy(1_020)).toBe("opening_too_risky");
    expect(market(terms).buy(1_000)).toBeUndefined();
  });

  it("does not restrict closing", () => {
    const { core, alice, bob } = market({ wallet: 10_000, price: 1_000 });
    const order = { instrument: LINEAR, size: 100 } as const;
    core.place({ user: alice, side: "buy", price: 1_000, ...order });
    core.place({ user: bob, side: "buy", price: 950, ...order });
    core.place({ user: alice, side: "sell", price: 950, ...order });
    expect(core.rejection).toBeUndefined();
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  it("checks an order that is amended into the book", () => {
    const { core, alice, buy } = market({ wallet: 3_127, price: 1_020 });
    expect(buy(1_000)).toBeUndefined();
    const { orderId } = core;
    tighten(core);
    core.amend({ user: alice, orderId, price: 1_020 });
    expect(core.rejection).toBe("opening_too_risky");
  });

  it.for([
    [3_127, "opening_too_risky"],
    [3_129, undefined],
  ] as const)("counts all coins of a unified account: %d", ([worth, expected]) => {
    const { core } = market({ wallet: 1, price: 1_020 });
    tighten(core);
    const shared = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    core.run({ ...shared, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    core.run({ ...shared, currency: COIN, isDollar: false, ratesE6: [500_000] });
    // Two coins at 1,000 count for 1,000 dollars.
    const funds = [
      ["unified", COIN, 2],
      ["unified", USD, worth - 1_000],
    ] as const;
    const user = core.user("carol", funds, { accountKind: "unified" });
    const leverage = { user, instrument: LINEAR, positionSide: "net", leverage: 100 } as const;
    core.run({ kind: "set_leverage", ...leverage });
    core.place({ user, instrument: LINEAR, side: "buy", size: 100 });
    expect(core.rejection).toBe(expected);
  });
});
