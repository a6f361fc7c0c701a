/** Liquidation and flash repayment of margin accounts; the initial price of a coin is 100. */
import { describe, expect, it } from "vitest";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import {
  INDEX_AGE_MS_MAX,
  LOANS_SWEPT_PER_TICK,
  UNWIND_MISSES_MAX,
  UNWIND_RETRY_MS,
} from "../base/limits.ts";
import { atoms } from "../money/units.ts";
import { readFundTerms } from "../reads/loss-reads.ts";
import { isSweepDue } from "./unwind-accounts.ts";

/** Alice has 30 coins and a debt of 2,000. */
function leveraged(core: LendingFixture): { alice: number; bob: number } {
  const alice = core.borrower("alice", { usd: 1_000 });
  const bob = core.rich("bob");
  core.place({ user: bob, side: "sell", price: 100, size: 30 });
  core.marginOrder(alice, { side: "buy", price: 100, size: 30, loanType: "auto_borrow" });
  expect(core.owed(alice, USD)).toEqual([2_000n, 0n]);
  return { alice, bob };
}

describe("a margin account", () => {
  it("is liquidated at the price where debts and maintenance reach its assets, not before", () => {
    // 2,000 with 5 % maintenance is 2,100: 30 coins at 70 are worth just that.
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000, feeE6: 10_000 });
    const { alice, bob } = leveraged(core);
    core.place({ user: bob, side: "buy", price: 70, size: 100 });
    core.index(71);
    expect(kinds(core.passMs(1_000))).not.toContain("unwind_started");
    core.index(70);
    const first = core.passMs(1_000);
    expect(only(first, "unwind_started")).toMatchObject([
      { user: alice, isForced: true, riskE6: 1_000_000, assets: 2_100n, debts: 2_000n },
    ]);
    // 2,020 with the fee of 1 %: 29 coins at 70 bring 2,030.
    expect(only(first, "order_filled")).toMatchObject([{ user: bob }, { user: alice, size: 29 }]);
    const second = core.passMs(0);
    expect(only(second, "loan_repaid")).toMatchObject([
      { repayment: "liquidation", principalPart: 2_000n, principal: 0n },
    ]);
    expect(only(second, "funds_moved")).toMatchObject([
      { reason: "liquidation_fee", amount: 20n, toWallet: "insurance_fund" },
    ]);
    expect(only(second, "unwind_ended")).toMatchObject([{ outcome: "success", fee: 20n }]);
    expect(core.margin(alice, USD)).toEqual([10n, 0n]);
    expect(core.margin(alice, COIN)).toEqual([1n, 0n]);
  });

  it("is not liquidated while a price of its coins is stale", () => {
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000 });
    leveraged(core);
    core.index(60);
    expect(kinds(core.passMs(INDEX_AGE_MS_MAX + 1))).not.toContain("unwind_started");
    core.index(60);
    expect(kinds(core.passMs(1_000))).toContain("unwind_started");
  });

  it("loses its orders before a coin is sold, and refuses commands during the unwinding", () => {
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000 });
    const { alice } = leveraged(core);
    core.marginOrder(alice, { side: "sell", price: 140, size: 10 });
    core.index(60);
    const events = core.passMs(1_000);
    expect(only(events, "order_closed")).toMatchObject([{ reason: "liquidation" }]);
    core.marginOrder(alice, { side: "sell", price: 140, size: 10 });
    expect(core.rejection).toBe("account_unwinding");
    core.repay(alice, USD, 1);
    expect(core.rejection).toBe("account_unwinding");
  });

  it("waits while there is no bid, and continues when there is one", () => {
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000, feeE6: 0 });
    const { alice, bob } = leveraged(core);
    core.index(69);
    core.passMs(1_000);
    expect(kinds(core.passMs(1_000))).not.toContain("unwind_ended");
    core.place({ user: bob, side: "buy", price: 68, size: 30 });
    core.passMs(1_000);
    expect(only(core.passMs(0), "unwind_ended")).toMatchObject([{ outcome: "success" }]);
    expect(core.owed(alice, USD)).toEqual([0n, 0n]);
  });

  it("with assets below its debts is covered by the fund, then by the pool", () => {
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000, insurance: 150 });
    const { alice, bob } = leveraged(core);
    core.place({ user: bob, side: "buy", price: 60, size: 30 });
    core.index(60);
    core.passMs(1_000);
    const events = core.passMs(0);
    // 30 coins at 60 bring 1,800 of 2,000: the fund has 150 of the missing 200.
    expect(only(events, "loan_covered")).toMatchObject([
      { fundPaid: 150n, writtenOff: 50n, interestDropped: 0n },
    ]);
    expect(only(events, "unwind_ended")).toMatchObject([{ outcome: "failed", fee: 0n }]);
    expect(core.margin(alice, USD)).toEqual([0n, 0n]);
    expect(core.owed(alice, USD)).toEqual([0n, 0n]);
  });

  it.for([
    // The fund pays its limit of the hour, whatever its balance; the pool bears the rest of 200.
    { drawMax: 120, fundPaid: 120n, writtenOff: 80n },
    { drawMax: 0, fundPaid: 200n, writtenOff: 0n },
  ])("with assets below its debts draws at most $drawMax an hour from the fund", (example) => {
    const { drawMax, ...expected } = example;
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000, insurance: 1_000 });
    const place = { realm: "live", currency: USD } as const;
    const bound = atoms(BigInt(drawMax));
    core.run({ kind: "set_fund_terms", ...place, feeShareE6: 0, drawMax: bound });
    const { bob } = leveraged(core);
    core.place({ user: bob, side: "buy", price: 60, size: 30 });
    core.index(60);
    core.passMs(1_000);
    expect(only(core.passMs(0), "loan_covered")).toMatchObject([expected]);
    expect(readFundTerms(core.state, place.realm, place.currency).borne).toBe(expected.fundPaid);
  });

  it("buys back borrowed coins that it sold", () => {
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000, feeE6: 0 });
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.place({ user: bob, side: "buy", price: 100, size: 20 });
    core.marginOrder(alice, { side: "sell", price: 100, size: 20, loanType: "auto_borrow" });
    expect(core.owed(alice, COIN)).toEqual([20n, 0n]);
    core.place({ user: bob, side: "sell", price: 143, size: 20 });
    core.index(143);
    core.passMs(1_000);
    expect(only(core.passMs(0), "unwind_ended")).toMatchObject([{ outcome: "success" }]);
    expect(core.owed(alice, COIN)).toEqual([0n, 0n]);
    expect(core.margin(alice, USD)).toEqual([140n, 0n]);
  });
});

describe("a flash repayment", () => {
  it("sells what is needed and takes no fee", () => {
    const core = new LendingFixture({ leverage: 5 });
    const { alice, bob } = leveraged(core);
    core.place({ user: bob, side: "buy", price: 100, size: 50 });
    expect(kinds(core.flashRepay(alice))).toEqual(["unwind_started"]);
    expect(only(core.passMs(0), "order_accepted")).toMatchObject([{ source: "system", size: 20 }]);
    expect(only(core.passMs(0), "unwind_ended")).toMatchObject([{ outcome: "success", fee: 0n }]);
    expect(core.margin(alice, COIN)).toEqual([10n, 0n]);
  });

  it("fails after a partial repayment when there is no bid within the haircut", () => {
    const core = new LendingFixture({ leverage: 5 });
    const { alice, bob } = leveraged(core);
    core.place({ user: bob, side: "buy", price: 94, size: 30 });
    core.flashRepay(alice);
    for (let miss = 0; miss < UNWIND_MISSES_MAX; miss++) {
      expect(kinds(core.passMs(UNWIND_RETRY_MS))).not.toContain("unwind_ended");
    }
    expect(only(core.passMs(UNWIND_RETRY_MS), "unwind_ended")).toMatchObject([
      { outcome: "failed" },
    ]);
    expect(core.owed(alice, USD)).toEqual([2_000n, 0n]);
  });
});

describe("the sweep of loans", () => {
  it("visits a limited number of loans per tick, and is due again at once", () => {
    const core = new LendingFixture({ dailyRateE8: 1_000_000 });
    const count = LOANS_SWEPT_PER_TICK + 3;
    for (let i = 0; i < count; i++) {
      core.borrow(core.borrower(`user ${i}`, { usd: 100 }), USD, 50);
    }
    core.passMs(3_600_000);
    expect(isSweepDue(core.state)).toBe(true);
    expect(only(core.passMs(0), "interest_charged")).toHaveLength(3);
    expect(isSweepDue(core.state)).toBe(false);
  });
});
