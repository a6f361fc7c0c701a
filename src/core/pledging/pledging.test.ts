/** Worked examples of decision 0068: a coin costs 100 dollars, interest is 1 % an hour. */
import { describe, expect, it } from "vitest";
import { kinds } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { PledgingFixture } from "../../../test/support/pledging-fixture.ts";
import { poolBalance } from "../lending/lending-pool.ts";
import { atoms } from "../money/units.ts";

const HOUR_MS = 3_600_000;

/** Someone with a loan of 6,500 dollars for 100 coins. */
function borrower(): { core: PledgingFixture; alice: number; id: number } {
  const core = new PledgingFixture();
  const alice = core.rich("alice");
  core.take(alice, { pledge: 100 });
  return { core, alice, id: core.state.outcome.id };
}

describe("a loan against a pledge", () => {
  it("is the largest for the pledge, or needs the smallest pledge for the loan", () => {
    const { alice, core, id } = borrower();
    // 100 × 100 × 0.65 dollars; 1 % of them is the interest of the first hour.
    expect(core.loans).toMatchObject([
      { id, principal: 6_500n, interest: 65n, pledge: 100n, expiresAtMs: 0 },
    ]);
    expect(core.money(alice, "spot", USD)).toEqual([1_006_500n, 0n]);
    expect(core.money(alice, "spot", COIN)).toEqual([9_900n, 0n]);
    expect(poolBalance(core.state, "live", USD)).toBe(993_500n);
    // 651 ÷ 65 = 10.02 coins.
    core.take(alice, { amount: 651 });
    expect(core.loans[1]).toMatchObject({ principal: 651n, pledge: 11n });
  });

  it("lends coins against dollars", () => {
    const { alice, core } = borrower();
    core.take(alice, { amount: 65 }, [COIN, USD]);
    expect(core.loans[1]).toMatchObject({ principal: 65n, pledge: 10_000n });
  });

  it("is refused beyond the initial line, its bounds, and without amounts", () => {
    const core = new PledgingFixture();
    const alice = core.rich("alice");
    type Taken = Parameters<PledgingFixture["take"]>;
    const refusal = (amounts: Taken[1], coins?: Taken[2]): string | undefined => {
      core.take(alice, amounts, coins);
      return core.rejection;
    };
    expect(refusal({ amount: 6_501, pledge: 100 })).toBe("pledge_rate_exceeded");
    expect(refusal({})).toBe("amount_not_positive");
    expect(refusal({ amount: -1, pledge: 5 })).toBe("amount_not_positive");
    expect(refusal({ amount: 9 })).toBe("pledged_loan_below_minimum");
    expect(refusal({ amount: 1_000_001 })).toBe("pledged_loan_above_maximum");
    expect(refusal({ pledge: 20 }, [COIN, COIN])).toBe("pledge_not_accepted");
    expect(refusal({ pledge: 20 }, [7, COIN])).toBe("pledged_loan_not_offered");
    core.accept(COIN, { amountMin: atoms(5n), amountMax: atoms(50n), heldMax: atoms(70n) });
    expect(refusal({ pledge: 4 })).toBe("pledge_below_minimum");
    expect(refusal({ pledge: 51 })).toBe("pledge_above_maximum");
    core.take(alice, { pledge: 50 });
    expect(refusal({ pledge: 21 })).toBe("pledge_limit_reached");
    core.accept(COIN, { amountMax: atoms(0n) });
    expect(refusal({ pledge: 20 })).toBe("pledge_not_accepted");
    core.lend(USD, { amountMax: atoms(0n) });
    expect(refusal({ pledge: 20 })).toBe("pledged_loan_not_offered");
  });

  it("needs recent index prices, the coins of the pledge, and funds of the pool", () => {
    const core = new PledgingFixture();
    const alice = core.rich("alice");
    core.passMs(5_001);
    core.take(alice, { pledge: 100 });
    expect(core.rejection).toBe("collateral_price_missing");
    core.index(100);
    core.take(alice, { pledge: 10_001 });
    expect(core.rejection).toBe("insufficient_available");
    core.accept(COIN, { initialE6: 700_000 });
    core.take(core.user("bob", [["spot", COIN, 100_000]]), { pledge: 14_286 });
    expect(core.rejection).toBe("pledged_loan_above_maximum");
    core.lend(USD, { amountMax: atoms(2_000_000n) });
    core.take(core.user("carl", [["spot", COIN, 100_000]]), { pledge: 14_300 });
    expect(core.rejection).toBe("lending_pool_exhausted");
  });

  it("shares the number of loans and the share of the pool with sub-accounts", () => {
    const core = new PledgingFixture();
    const alice = core.rich("alice");
    const sub = core.user("alice-1", [["spot", COIN, 10_000]], { parent: alice + 1 });
    core.lend(USD, { accountLoansMax: 2 });
    core.take(alice, { pledge: 10 });
    core.take(sub, { pledge: 10 });
    core.take(sub, { pledge: 10 });
    expect(core.rejection).toBe("pledged_loans_limit_reached");
    core.lend(USD, {});
    core.marginRules({ poolShareE6: 2_000 });
    // 0.2 % of a million dollars, of which 1,300 are lent.
    core.take(sub, { amount: 701 });
    expect(core.rejection).toBe("pool_share_reached");
    core.take(sub, { amount: 700 });
    expect(core.rejection).toBeUndefined();
  });

  it("is charged each begun hour, late or on time, and after a restart", () => {
    const { core } = borrower();
    core.restart();
    core.passMs(3 * HOUR_MS);
    expect(core.loans).toMatchObject([{ interest: 260n }]);
    core.lend(USD, { flexibleRateE8: 48_000_000 });
    core.passMs(HOUR_MS);
    core.passMs(HOUR_MS);
    // The hour that had begun keeps its rate, the next one has the new rate.
    expect(core.loans).toMatchObject([{ interest: 260n + 65n + 130n }]);
  });
});

describe("a repayment", () => {
  it("from the wallet pays interest, then principal, and returns the pledge with the last", () => {
    const { alice, core, id } = borrower();
    core.repay(alice, id, { amount: atoms(100n) });
    expect(core.loans).toMatchObject([{ principal: 6_465n, interest: 0n, pledge: 100n }]);
    expect(core.state.outcome.pledged).toMatchObject({ interestPart: 65n, principalPart: 35n });
    core.repay(alice, id);
    expect(core.loans).toEqual([]);
    expect(core.money(alice, "spot", USD)).toEqual([999_935n, 0n]);
    expect(core.money(alice, "spot", COIN)).toEqual([10_000n, 0n]);
    core.repay(alice, id);
    expect(core.rejection).toBe("pledged_loan_not_found");
  });

  it("returns the share of the pledge that the initial line does not require", () => {
    const { alice, core, id } = borrower();
    core.repay(alice, id, { amount: atoms(3_315n), releases: true });
    // 3,250 of 6,500 dollars are left: 50 coins are required. 3,315 of 6,565 dollars were repaid.
    expect(core.loans).toMatchObject([{ principal: 3_250n, pledge: 50n }]);
    core.index(90);
    core.repay(alice, id, { amount: atoms(100n), releases: true });
    expect(core.loans).toMatchObject([{ principal: 3_150n, pledge: 50n }]);
  });

  it("with the pledge pays index prices and the spread, and the pool takes the coins", () => {
    const { alice, core, id } = borrower();
    core.marginRules({ repaymentSpreadE6: 10_000 });
    core.repay(alice, id, { method: "pledge", isWhole: true });
    // 6,565 × 1.01 ÷ 100 = 66.3 coins, of which the interest is one hundredth.
    expect(core.loans).toEqual([]);
    expect(core.money(alice, "spot", COIN)).toEqual([9_933n, 0n]);
    expect(poolBalance(core.state, "live", COIN)).toBe(1_000_067n);
    expect(core.state.lending.poolFunds.of("live", USD)).toBe(993_500n);
  });

  it("with the pledge needs recent prices, stays within the hourly limit, and the pledge", () => {
    const { alice, core, id } = borrower();
    core.passMs(5_001);
    core.repay(alice, id, { method: "pledge", isWhole: true });
    expect(core.rejection).toBe("collateral_price_missing");
    core.marginRules({ repaymentHourlyUsd: 6_564 });
    core.index(100);
    core.repay(alice, id, { method: "pledge", isWhole: true });
    expect(core.rejection).toBe("repayment_limit_reached");
    core.marginRules({});
    core.index(65);
    core.repay(alice, id, { method: "pledge", isWhole: true });
    expect(core.rejection).toBe("collateral_insufficient");
  });
});

describe("a revised pledge", () => {
  it("takes back no more than the initial line leaves, with the interest of begun hours", () => {
    const { alice, core, id } = borrower();
    core.revise(alice, id, 20);
    expect(core.loans).toMatchObject([{ pledge: 120n }]);
    // 6,565 dollars require 101 coins.
    core.revise(alice, id, -20);
    expect(core.rejection).toBe("pledge_rate_exceeded");
    const [revised] = core.revise(alice, id, -19);
    expect(revised).toMatchObject({ rateBeforeE6: 547_084, rateAfterE6: 650_000, pledge: 101n });
    core.revise(alice, id, 5, USD);
    expect(core.rejection).toBe("pledge_not_accepted");
    core.revise(alice, id, 100_000);
    expect(core.rejection).toBe("insufficient_available");
  });
});

describe("the forced line", () => {
  it("ends a loan with the fee, and the rest of the pledge returns", () => {
    const { alice, core } = borrower();
    core.index(80);
    core.passMs(1_000);
    expect(core.loans).toHaveLength(1);
    core.index(79);
    const events = core.passMs(1_000);
    // 6,565 ÷ 7,900 = 83.1 %. 6,565 × 1.02 ÷ 79 = 84.8 coins; 83.1 without the fee.
    expect(events.find(({ kind }) => kind === "pledged_loan_forced")).toMatchObject({
      ...{ reason: "line", rateE6: 831_013, pledgeUsed: 85n, fee: 1n, released: 15n },
      ...{ principalPart: 6_500n, interestPart: 65n, writtenOff: 0n },
    });
    expect(core.loans).toEqual([]);
    expect(core.money(alice, "spot", COIN)).toEqual([9_915n, 0n]);
  });

  it("after a jump pays principal first; the fund and the pool bear the rest", () => {
    const { core } = borrower();
    core.endow("insurance_fund", USD, 100);
    core.index(51);
    const events = core.passMs(1_000);
    // 100 × 51 ÷ 1.02 = 5,000 dollars.
    expect(events.find(({ kind }) => kind === "pledged_loan_forced")).toMatchObject({
      ...{ principalPart: 5_000n, interestPart: 0n, interestDropped: 65n, released: 0n },
      ...{ fundPaid: 100n, writtenOff: 1_400n, pledgeUsed: 100n },
    });
    expect(core.state.lending.poolFunds.of("live", USD)).toBe(1_000_000n - 6_400n);
  });

  it("waits while a price is stale, and is at least as good as the loan's own lines", () => {
    const { core } = borrower();
    core.accept(COIN, { initialE6: 100_000, supplementE6: 200_000, forcedE6: 300_000 });
    core.passMs(1_000);
    expect(core.loans).toHaveLength(1);
    core.index(51);
    core.passMs(31_000);
    expect(core.loans).toHaveLength(1);
    core.index(51);
    core.passMs(1_000);
    expect(core.loans).toEqual([]);
  });

  it("ends a loan whose fixed period is over", () => {
    const core = new PledgingFixture();
    const alice = core.rich("alice");
    core.lend(USD, { shortRateE8: 0 });
    core.take(alice, { amount: 650, pledge: 100, period: "short" });
    core.passMs(168 * HOUR_MS - 1);
    core.index(100);
    expect(kinds(core.passMs(0))).not.toContain("pledged_loan_forced");
    core.passMs(1_000);
    expect(core.loans).toEqual([]);
    // 650 × 1.02 ÷ 100 = 6.63 coins.
    expect(core.money(alice, "spot", COIN)).toEqual([9_993n, 0n]);
  });
});

describe("a user", () => {
  it("finds no loan of others, as if it did not exist", () => {
    const { core, id } = borrower();
    const bob = core.rich("bob");
    const act = (loanId: number): (string | undefined)[] => {
      core.repay(bob, loanId);
      const repaid = core.rejection;
      core.revise(bob, loanId, -1);
      return [repaid, core.rejection];
    };
    expect(act(id)).toEqual(act(id + 1_000_000));
    expect(act(id)).toEqual(["pledged_loan_not_found", "pledged_loan_not_found"]);
  });

  it("of a unified account repays a debt with the loan, and cannot pledge required margin", () => {
    const core = new PledgingFixture();
    const una = core.user("una", [["unified", COIN, 100]], { accountKind: "unified" });
    core.take(una, { pledge: 60 });
    expect(core.money(una, "unified", USD)).toEqual([3_900n, 0n]);
    expect(core.money(una, "unified", COIN)).toEqual([40n, 0n]);
    core.take(una, { pledge: 41 });
    expect(core.rejection).toBe("insufficient_available");
  });
});

describe("terms", () => {
  it("have ordered lines, rates, periods and amounts within their bounds", () => {
    const core = new PledgingFixture();
    const lines = [{ initialE6: 0 }, { supplementE6: 650_000 }, { forcedE6: 750_000 }];
    for (const bad of [...lines, { forcedE6: 950_001 }, { heldMax: atoms(-1n) }]) {
      core.accept(COIN, bad);
      expect(core.rejection).toBe("pledge_terms_out_of_bounds");
    }
    const rates = [{ flexibleRateE8: 100_000_001 }, { longRateE8: 100_000_001 }];
    for (const bad of [
      ...rates,
      { shortHours: 0 },
      { longHours: 167 },
      { accountLoansMax: 1_001 },
    ]) {
      core.lend(USD, bad);
      expect(core.rejection).toBe("pledge_terms_out_of_bounds");
    }
  });
});
