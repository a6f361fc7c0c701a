import { describe, expect, it } from "vitest";
import { COIN, CoreFixture, LINEAR, USD } from "../../../test/support/core-fixture.ts";

type Terms = {
  readonly wallet: number;
  /** Of bob's offer; the mark price is 1,000. */
  readonly price: number;
  readonly leverage?: number;
  readonly isIsolated?: boolean;
};

/** Alice wants 100 that bob offers. Maintenance of 100 at the mark is 100,000 × 0.0046 = 460. */
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
  const buy = (at = 0, timeInForce: "gtc" | "post_only" = "gtc"): string | undefined => {
    const order = { user: alice, instrument: LINEAR, side: "buy", size: 100 } as const;
    core.place({ ...order, price: at, timeInForce });
    return core.rejection;
  };
  return { core, alice, bob, buy };
}

describe("the opening guard", () => {
  it.for([
    // 2,573 − 2,000 − 62 = 511, and 460 ÷ 511 = 90.02 %.
    [2_573, "opening_too_risky"],
    // 2,574 − 2,000 − 62 = 512, and 460 ÷ 512 = 89.84 %.
    [2_574, undefined],
  ] as const)("looks at the whole account when crossed: %d", ([wallet, expected]) => {
    expect(market({ wallet, price: 1_020 }).buy()).toBe(expected);
  });

  it("is silent up to one percent from the mark, whatever the risk", () => {
    // 1,400 − 1,000 − 61 = 339.
    expect(market({ wallet: 1_400, price: 1_010 }).buy()).toBeUndefined();
    expect(market({ wallet: 1_400, price: 1_011 }).buy()).toBe("opening_too_risky");
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

  it("lets orders rest that would be too risky if they were filled", () => {
    const { buy } = market({ wallet: 2_000, price: 1_020 });
    expect(buy(1_019)).toBeUndefined();
  });

  it("does not keep anyone from closing", () => {
    const { core, alice, bob } = market({ wallet: 10_000, price: 1_000 });
    const order = { instrument: LINEAR, size: 100 } as const;
    core.place({ user: alice, side: "buy", price: 1_000, ...order });
    core.place({ user: bob, side: "buy", price: 950, ...order });
    core.place({ user: alice, side: "sell", price: 950, ...order });
    expect(core.rejection).toBeUndefined();
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  it("looks at an order that is moved into the book", () => {
    const { core, alice, buy } = market({ wallet: 2_573, price: 1_020 });
    expect(buy(1_019)).toBeUndefined();
    core.amend({ user: alice, orderId: core.orderId, price: 1_020 });
    expect(core.rejection).toBe("opening_too_risky");
  });

  it.for([
    [2_573, "opening_too_risky"],
    [2_574, undefined],
  ] as const)("counts all coins of a unified account: %d", ([worth, expected]) => {
    const { core } = market({ wallet: 1, price: 1_020 });
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
