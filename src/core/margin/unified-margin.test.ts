import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type UnifiedFigures, unifiedFiguresOf, unifiedSpendable } from "./unified-margin.ts";

const E8 = 100_000_000n;
const NO_FEES = { makerRateE6: 0, takerRateE6: 0 };

/**
 * Alice: 1,000 USD and 10 COIN at 100, of which four fifths of the first 5 and two fifths above
 * count.
 */
function account(funds: { readonly usd?: number; readonly coin?: number } = {}) {
  const core = new CoreFixture(NO_FEES);
  const terms = { kind: "set_collateral", isShared: false } as const;
  core.run({ ...terms, currency: USD, isDollar: true, tierStarts: [0], ratesE6: [1_000_000] });
  const rates = { tierStarts: [0, 5], ratesE6: [800_000, 400_000] };
  core.run({ ...terms, currency: COIN, isDollar: false, ...rates });
  const { usd = 1_000, coin = 10 } = funds;
  const alice = core.user(
    "alice",
    [
      ["unified", USD, usd],
      ["unified", COIN, coin],
    ],
    { accountKind: "unified" },
  );
  core.run({ kind: "set_account_level", user: alice, level: "advanced", isByOperator: true });
  const bob = core.rich("bob");
  const user = () => {
    const found = core.state.users[alice];
    if (found === undefined) throw new Error("alice exists");
    return found;
  };
  const figures = (): UnifiedFigures => unifiedFiguresOf(core.state, user());
  const spendable = (currency: number): bigint => {
    const of = core.state.ledger.find(alice, WALLET_INDEX.unified, currency);
    return unifiedSpendable(core.state, user(), of);
  };
  const trade = (instrument: number, side: "buy" | "sell", size: number, price = 100): void => {
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument, side: other, price, size });
    core.place({ user: alice, instrument, side, price, size });
  };
  return { core, alice, figures, spendable, trade };
}

describe("a unified account", () => {
  it("keeps its position mode while it has an order, also on spot", () => {
    const { core, alice } = account();
    const change = { kind: "set_position_mode", user: alice, category: "usdt_futures" } as const;
    core.place({ user: alice, instrument: SPOT, side: "buy", price: 90, size: 1 });
    const { orderId } = core;
    expect(core.rejection).toBeUndefined();
    core.run({ ...change, isHedge: true });
    expect(core.rejection).toBe("position_mode_blocked");
    core.run({ ...change, isHedge: false });
    expect(core.rejection).toBeUndefined();
    core.cancel(alice, orderId);
    core.run({ ...change, isHedge: true });
    expect(core.rejection).toBeUndefined();
  });

  it("is worth all its coins, which count at their ratios", () => {
    const { figures } = account();
    expect(figures()).toMatchObject({
      equityUsd: 2_000n * E8,
      // 5 × 100 × 0.8 + 5 × 100 × 0.4 is 600.
      effectiveUsd: 1_600n * E8,
      requiredUsd: 0n,
      freeUsd: 1_600n * E8,
    });
  });

  it("opens futures in one coin on the margin of another", () => {
    const { core, figures, trade } = account({ usd: 0 });
    trade(LINEAR, "buy", 100);
    expect(core.rejection).toBeUndefined();
    // 100 × 100 at twenty times leverage.
    expect(figures()).toMatchObject({ requiredUsd: 500n * E8, freeUsd: 100n * E8 });
  });

  it("counts a loss in a coin it does not have as a debt, in full", () => {
    const { core, alice, figures, trade } = account({ usd: 0 });
    trade(LINEAR, "buy", 100);
    core.index(98);
    // Coins: 5 × 98 × 0.8 + 5 × 98 × 0.4 = 588; the position has lost 200.
    expect(figures()).toMatchObject({ unrealisedUsd: -200n * E8, effectiveUsd: 388n * E8 });
    trade(LINEAR, "sell", 100, 98);
    expect(core.money(alice, "unified", USD)).toEqual([-200n, 0n]);
    expect(figures()).toMatchObject({ equityUsd: 780n * E8, effectiveUsd: 388n * E8 });
  });

  it("sets a profit in dollars against a loss in coins", () => {
    const { core, figures, trade } = account();
    trade(LINEAR, "buy", 10);
    trade(INVERSE, "sell", 1_000);
    core.index(110);
    // Long 10 gain 100 dollars; short 1,000 dollars lose 10 − 9.09 coins, half up 9: 1 coin.
    expect(figures().unrealisedUsd).toBe(100n * E8 - 110n * E8);
  });

  it("keeps what open spot orders hold out of what is free", () => {
    const { core, alice, figures } = account();
    core.place({ user: alice, side: "buy", price: 90, size: 10 });
    expect(figures()).toMatchObject({ effectiveUsd: 1_600n * E8, freeUsd: 700n * E8 });
  });

  it("spares what counts least first, and never an open profit", () => {
    const { core, spendable, trade } = account({ usd: 100 });
    expect([spendable(USD), spendable(COIN)]).toEqual([100n, 10n]);
    trade(LINEAR, "buy", 100);
    // 100 + 600 − 500 leave 200: five coins of the upper tier, or all dollars.
    expect([spendable(USD), spendable(COIN)]).toEqual([100n, 5n]);
    core.index(110);
    // Coins count 660, margin at mark is 550: 210 without the profit. 450 must stay, which is 5
    // counted coins: 5 × 0.8 and 3 × 0.4, so that 2 of the 10 can go.
    expect([spendable(USD), spendable(COIN)]).toEqual([100n, 2n]);
  });

  it("refuses the order that all coins together do not cover", () => {
    const { core, alice } = account({ usd: 0 });
    const order = { user: alice, instrument: LINEAR, side: "buy", price: 100 } as const;
    core.place({ ...order, size: 121 });
    expect(core.rejection).toBe("insufficient_margin");
    core.place({ ...order, size: 120 });
    expect(core.rejection).toBeUndefined();
  });

  it("has no margin but shared coins while it is basic", () => {
    const { core, alice, figures } = account();
    core.run({ kind: "set_account_level", user: alice, level: "basic", isByOperator: false });
    expect(figures()).toMatchObject({ equityUsd: 2_000n * E8, effectiveUsd: 0n });
    core.place({ user: alice, instrument: INVERSE, side: "buy", price: 100, size: 100 });
    expect(core.rejection).toBe("account_level_too_low");
  });
});

describe("the level of an account", () => {
  it("rises with the questionnaire and a thousand dollars, and without orders", () => {
    const { core, alice } = account({ usd: 999, coin: 0 });
    const level = (word: "basic" | "advanced") => {
      core.run({ kind: "set_account_level", user: alice, level: word, isByOperator: false });
      return core.rejection;
    };
    expect(level("basic")).toBeUndefined();
    expect(level("advanced")).toBe("questionnaire_not_passed");
    core.run({ kind: "set_questionnaire", user: alice, isPassed: true });
    expect(level("advanced")).toBe("equity_below_minimum");
    core.run({
      kind: "credit",
      user: alice,
      wallet: "unified",
      currency: USD,
      amount: 1n as never,
    });
    core.place({ user: alice, side: "buy", price: 90, size: 1 });
    expect(level("advanced")).toBe("account_level_blocked");
    core.cancel(alice, core.state.orders.id(core.state.users[alice]?.ordersFirst ?? 0));
    expect(level("advanced")).toBeUndefined();
  });

  it("is nothing that a classic account has", () => {
    const { core } = account();
    const user = core.user("carol");
    core.run({ kind: "set_account_level", user, level: "advanced", isByOperator: true });
    expect(core.rejection).toBe("account_not_unified");
  });
});
