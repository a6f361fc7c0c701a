/** Price limits of forced sales and purchases; the initial price of a coin is 1,000. */
import { describe, expect, it } from "vitest";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture, type LendingTerms } from "../../../test/support/lending-fixture.ts";
import { UNWIND_MISSES_MAX, UNWIND_RETRY_MS } from "../base/limits.ts";
import type { CoreEvent } from "../events/events.ts";

const TERMS = { leverage: 5, maintenanceE6: 50_000, feeE6: 0 } as const;

function fixture(terms: LendingTerms = {}): LendingFixture {
  const core = new LendingFixture({ ...TERMS, ...terms });
  core.index(1_000);
  return core;
}

/** Alice has 50 coins and a debt of 40,000; the book is empty. */
function long(core: LendingFixture): { alice: number; bob: number } {
  const [alice, bob] = [core.borrower("alice", { usd: 10_000 }), core.rich("bob")];
  core.place({ user: bob, side: "sell", price: 1_000, size: 50 });
  core.marginOrder(alice, { side: "buy", price: 1_000, size: 50, loanType: "auto_borrow" });
  expect(core.owed(alice, USD)).toEqual([40_000n, 0n]);
  return { alice, bob };
}

/** Alice has 50,000 and a debt of 40 coins; the book is empty. */
function short(core: LendingFixture): { alice: number; bob: number } {
  const [alice, bob] = [core.borrower("alice", { usd: 10_000 }), core.rich("bob")];
  core.place({ user: bob, side: "buy", price: 1_000, size: 40 });
  core.marginOrder(alice, { side: "sell", price: 1_000, size: 40, loanType: "auto_borrow" });
  expect(core.owed(alice, COIN)).toEqual([40n, 0n]);
  return { alice, bob };
}

/** Passes the time of `count` steps at an index price. */
function steps(core: LendingFixture, count: number, index: number): CoreEvent[] {
  return Array.from({ length: count }).flatMap(() => {
    core.index(index);
    return core.passMs(UNWIND_RETRY_MS);
  });
}

describe("a forced sale", () => {
  it("does not sell to a bid far below the index, after any number of steps", () => {
    const core = fixture();
    const { alice, bob } = long(core);
    core.place({ user: bob, side: "buy", price: 501, size: 50 });
    // Assets of 41,000 against a debt of 40,000 with 5 % maintenance.
    const events = steps(core, 60, 820);
    expect(kinds(events)).toContain("unwind_started");
    expect(kinds(events)).not.toContain("trade_executed");
    expect(core.margin(alice, COIN)).toEqual([50n, 0n]);
  });

  it("widens its price limit by a tenth of the haircut with each miss", () => {
    const core = fixture();
    const { bob } = long(core);
    // 780 repays less than the debt, so only the haircut limits the price: 2.5 % after 4 misses.
    core.place({ user: bob, side: "buy", price: 761, size: 50 });
    expect(kinds(steps(core, 4, 780))).not.toContain("trade_executed");
    expect(only(steps(core, 1, 780), "trade_executed")).toMatchObject([{ price: 761, size: 50 }]);
  });

  it("does not go below the price at which the debt is covered while the account is solvent", () => {
    const core = fixture();
    const { bob } = long(core);
    // 50 coins at 800 cover 40,000: 799 would not, though it lies within the haircut of 820.
    core.place({ user: bob, side: "buy", price: 799, size: 50 });
    expect(kinds(steps(core, 30, 820))).not.toContain("trade_executed");
    core.place({ user: bob, side: "buy", price: 800, size: 50 });
    expect(only(steps(core, 1, 820), "trade_executed")).toMatchObject([{ price: 800, size: 50 }]);
    expect(only(steps(core, 1, 820), "unwind_ended")).toMatchObject([{ outcome: "success" }]);
  });

  it("ends with the insurance fund, which buys at the haircut what has no bid", () => {
    const core = fixture({ insurance: 15_580 });
    const { alice } = long(core);
    expect(kinds(steps(core, UNWIND_MISSES_MAX, 820))).not.toContain("collateral_swapped");
    // The fund can pay 20 coins at 820 less 5 %.
    expect(only(steps(core, 1, 820), "collateral_swapped")).toMatchObject([
      { fromCurrency: COIN, fromAmount: 20n, toCurrency: USD, toAmount: 15_580n },
    ]);
    expect(kinds(steps(core, 5, 820))).not.toContain("collateral_swapped");
    core.endow("insurance_fund", USD, 100_000);
    expect(only(steps(core, 1, 820), "collateral_swapped")).toMatchObject([{ fromAmount: 30n }]);
    expect(only(steps(core, 1, 820), "loan_covered")).toMatchObject([{ fundPaid: 1_050n }]);
    expect(core.margin(alice, USD)).toEqual([0n, 0n]);
  });
});

describe("a forced purchase", () => {
  it("does not buy from an ask far above the index, after any number of steps", () => {
    const core = fixture();
    const { alice, bob } = short(core);
    core.place({ user: bob, side: "sell", price: 1_490, size: 50 });
    const events = steps(core, 60, 1_195);
    expect(kinds(events)).toContain("unwind_started");
    expect(kinds(events)).not.toContain("trade_executed");
    expect(core.margin(alice, USD)).toEqual([50_000n, 0n]);
  });

  it("does not go above the price at which the debt is covered while the account is solvent", () => {
    const core = fixture();
    const { bob } = short(core);
    // 40 coins at 1,250 cost 50,000.
    core.place({ user: bob, side: "sell", price: 1_251, size: 40 });
    expect(kinds(steps(core, 30, 1_195))).not.toContain("trade_executed");
    core.place({ user: bob, side: "sell", price: 1_249, size: 40 });
    expect(only(steps(core, 1, 1_195), "trade_executed")).toMatchObject([{ price: 1_249 }]);
    expect(only(steps(core, 1, 1_195), "unwind_ended")).toMatchObject([{ outcome: "success" }]);
  });

  it("ends with the insurance fund, which sells at the haircut what has no ask", () => {
    const core = fixture();
    const { alice } = short(core);
    core.endow("insurance_fund", COIN, 40);
    expect(kinds(steps(core, UNWIND_MISSES_MAX, 1_195))).not.toContain("collateral_swapped");
    // 39 at 1,195 and 5 % cost 48,936, 40 would cost 50,190.
    expect(only(steps(core, 1, 1_195), "collateral_swapped")).toMatchObject([
      { fromCurrency: USD, fromAmount: 48_936n, toCurrency: COIN, toAmount: 39n },
    ]);
    expect(only(steps(core, 1, 1_195), "loan_covered")).toMatchObject([{ fundPaid: 1n }]);
    expect(core.owed(alice, COIN)).toEqual([0n, 0n]);
  });
});
