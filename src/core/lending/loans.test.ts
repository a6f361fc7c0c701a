/** Worked examples of trading-rules.md section 6; a coin costs 100, nothing has decimals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import type { Currency } from "../instruments/instrument.ts";
import { atoms, rateE8 } from "../money/units.ts";
import {
  readBorrowable,
  readLoanTerms,
  readMarginRules,
  readMovable,
  readRisk,
} from "../reads/loan-reads.ts";
import { hourlyInterest } from "./hourly-interest.ts";

const HOUR_MS = 3_600_000;

describe("interest", () => {
  it.for([
    // principal, daily rate in hundred-millionths, one hour of it rounded up
    [24_000n, 1_000_000, 10n],
    [24_000n, 1_000_001, 11n],
    [1n, 1, 1n],
    [0n, 1_000_000, 0n],
    [10_000_000_000n, 24_000, 100_000n],
  ] as const)("of %d at %d is %d an hour", ([principal, rate, interest]) => {
    expect(hourlyInterest(atoms(principal), rateE8(rate))).toBe(interest);
  });

  it("is charged for the first hour at once and for every hour that begins", () => {
    const core = new LendingFixture({ dailyRateE8: 1_000_000 });
    const alice = core.borrower("alice", { usd: 100_000 });
    const events = core.borrow(alice, USD, 24_000);
    expect(kinds(events)).toEqual(["loan_borrowed", "interest_charged"]);
    expect(only(events, "interest_charged")).toMatchObject([
      { amount: 10n, hours: 1, isFirst: true, principal: 24_000n, interest: 10n },
    ]);
    const later = core.passMs(3 * HOUR_MS);
    expect(only(later, "interest_charged")).toMatchObject([
      { amount: 30n, hours: 3, isFirst: false, interest: 40n },
    ]);
    expect(core.passMs(1_000).some(({ kind }) => kind === "interest_charged")).toBe(false);
  });

  it("is the same amount whether it is charged hour by hour or late", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 30 }),
        (amount, hours) => {
          const owed = [1, hours].map((step) => {
            const core = new LendingFixture({ dailyRateE8: 1_234_567 });
            const alice = core.borrower("alice", { usd: 300_000 });
            core.borrow(alice, USD, amount);
            for (let hour = 0; hour < hours; hour += step) core.passMs(step * HOUR_MS);
            core.passMs(0);
            return core.owed(alice, USD);
          });
          expect(owed[0]).toEqual(owed[1]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("keeps the rate recorded for an hour when the terms change", () => {
    const core = new LendingFixture({ dailyRateE8: 1_000_000 });
    const alice = core.borrower("alice", { usd: 100_000 });
    core.borrow(alice, USD, 24_000);
    core.terms(USD, { dailyRateE8: 2_000_000 });
    expect(only(core.passMs(HOUR_MS), "interest_charged")).toMatchObject([{ amount: 10n }]);
    expect(only(core.passMs(HOUR_MS), "interest_charged")).toMatchObject([{ amount: 20n }]);
  });
});

describe("borrowing", () => {
  it("is limited to own funds times leverage less one", () => {
    // Own funds of 1,000 at leverage 3 allow 2,000 of debt.
    const core = new LendingFixture({ leverage: 3 });
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, USD, 2_001);
    expect(core.rejection).toBe("collateral_insufficient");
    core.borrow(alice, USD, 2_000);
    expect(core.rejection).toBeUndefined();
    expect(core.margin(alice, USD)).toEqual([3_000n, 0n]);
    expect(core.owed(alice, USD)).toEqual([2_000n, 0n]);
  });

  it("values the other coin at its price", () => {
    // Own funds of 1,000 at leverage 3 allow a debt of 2,000: 20 coins at 100.
    const core = new LendingFixture({ leverage: 3 });
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, COIN, 21);
    expect(core.rejection).toBe("collateral_insufficient");
    core.borrow(alice, COIN, 20);
    expect(core.rejection).toBeUndefined();
  });

  it("respects the minimum, the last tier and the funds of the pool", () => {
    const core = new LendingFixture({ amountMin: 10, amountMax: 500_000, pool: 400_000 });
    const alice = core.borrower("alice", { usd: 900_000 });
    for (const [amount, rejection] of [
      [9, "loan_below_minimum"],
      [500_001, "loan_limit_reached"],
      [400_001, "lending_pool_exhausted"],
      [0, "amount_not_positive"],
      [400_000, undefined],
    ] as const) {
      core.borrow(alice, USD, amount);
      expect(core.rejection).toBe(rejection);
    }
    core.borrow(alice, USD, 100_001);
    expect(core.rejection).toBe("loan_limit_reached");
  });

  it("is allowed only for classic users and for coins with loan terms", () => {
    const core = new LendingFixture();
    const una = core.user("una", [["unified", USD, 1_000]], { accountKind: "unified" });
    core.borrow(una, USD, 10);
    expect(core.rejection).toBe("margin_not_supported");
  });
});

describe("repaying", () => {
  it("pays interest first, then principal, and never more than the loan", () => {
    const core = new LendingFixture({ dailyRateE8: 1_000_000 });
    const alice = core.borrower("alice", { usd: 100_000 });
    core.borrow(alice, USD, 24_000);
    expect(only(core.repay(alice, USD, 1_010), "loan_repaid")).toMatchObject([
      { interestPart: 10n, principalPart: 1_000n, principal: 23_000n, interest: 0n },
    ]);
    expect(only(core.repay(alice, USD, 50_000), "loan_repaid")).toMatchObject([
      { interestPart: 0n, principalPart: 23_000n, principal: 0n },
    ]);
    core.repay(alice, USD, 1);
    expect(core.rejection).toBe("loan_not_found");
  });
});

describe("moving out of a margin account", () => {
  it("is refused beyond the warning risk rate", () => {
    // Debt of 2,000 with 5 % maintenance is 2,100, at most 0.8 of the assets: 2,625 remain.
    const core = new LendingFixture({ leverage: 5, maintenanceE6: 50_000 });
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, USD, 2_000);
    core.moveOut(alice, USD, 376);
    expect(core.rejection).toBe("collateral_insufficient");
    core.moveOut(alice, USD, 375);
    expect(core.rejection).toBeUndefined();
  });

  it("is unlimited without debts, even while a price is missing", () => {
    const core = new LendingFixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.moveOut(alice, USD, 1_000);
    expect(core.rejection).toBeUndefined();
  });
});

describe("an order on margin", () => {
  it("borrows the missing amount, and repays from the proceeds of its fills", () => {
    const core = new LendingFixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.place({ user: bob, side: "sell", price: 100, size: 15 });
    core.marginOrder(alice, { side: "buy", price: 100, size: 15, loanType: "auto_borrow" });
    expect(core.owed(alice, USD)).toEqual([500n, 0n]);
    expect(core.margin(alice, COIN)).toEqual([15n, 0n]);
    core.place({ user: bob, side: "buy", price: 100, size: 15 });
    const sold = core.marginOrder(alice, {
      side: "sell",
      price: 100,
      size: 15,
      loanType: "auto_repay",
    });
    expect(only(sold, "loan_repaid")).toMatchObject([
      { repayment: "auto", principalPart: 500n, principal: 0n },
    ]);
    expect(core.margin(alice, USD)).toEqual([1_000n, 0n]);
  });

  it("is refused without borrowing when the account has too little available", () => {
    const core = new LendingFixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.marginOrder(alice, { side: "buy", price: 100, size: 11 });
    expect(core.rejection).toBe("insufficient_available");
    core.marginOrder(alice, { side: "buy", price: 100, size: 10 });
    expect(core.rejection).toBeUndefined();
    expect(core.margin(alice, USD)).toEqual([1_000n, 1_000n]);
  });

  it("keeps its loan when it is cancelled, and cannot be amended", () => {
    const core = new LendingFixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.marginOrder(alice, { side: "buy", price: 90, size: 15, loanType: "auto_borrow" });
    const { orderId } = core;
    core.amend({ user: alice, orderId, price: 91 });
    expect(core.rejection).toBe("order_not_amendable");
    core.cancel(alice, orderId);
    expect(core.owed(alice, USD)).toEqual([350n, 0n]);
    expect(core.margin(alice, USD)).toEqual([1_350n, 0n]);
  });

  it("is not cancelled with all spot orders", () => {
    const core = new LendingFixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.marginOrder(alice, { side: "buy", price: 90, size: 1 });
    core.run({ kind: "cancel_orders", user: alice, category: "spot", instrument: SPOT + 1 });
    expect(core.rejection).toBe("no_orders");
  });
});

it("users of the other realm cannot use an isolated margin account", () => {
  const core = new LendingFixture();
  const dana = core.user("dana", [["spot", USD, 1_000]], { realm: "demo" });
  core.moveIn(dana, USD, 500);
  expect(core.rejection).toBe("wallet_not_allowed");
  core.borrow(dana, USD, 100);
  expect(core.rejection).toBe("margin_not_supported");
});

describe("reads of a margin account", () => {
  const accountOf = (core: LendingFixture, user: number) => {
    const instrument = core.state.instruments[SPOT];
    return { user, wallet: "isolated_margin", instrument } as const;
  };
  const usd = (core: LendingFixture) => core.state.currencies[USD] as Currency;

  it("report the largest amounts that can be borrowed and moved out", () => {
    const core = new LendingFixture({ leverage: 3, maintenanceE6: 50_000 });
    const alice = core.borrower("alice", { usd: 1_000 });
    const account = accountOf(core, alice);
    expect(readBorrowable(core.state, account, usd(core))).toBe(2_000n);
    core.borrow(alice, USD, 1_500);
    expect(readBorrowable(core.state, account, usd(core))).toBe(500n);
    // 1,500 with 5 % is 1,575; 1,969 of assets are just above 1,575 ÷ 0.8.
    expect(readMovable(core.state, account, usd(core))).toBe(531n);
  });

  it("report assets, debts and the risk rate", () => {
    const core = new LendingFixture({ leverage: 3, maintenanceE6: 50_000 });
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, COIN, 10);
    // A debt of 10 coins at 100, which the account holds: (1,000 + 50) ÷ 2,000.
    expect(readRisk(core.state, accountOf(core, alice))).toEqual({
      ...{ assets: 2_000n, debts: 1_000n, maintenance: 50n, initial: 500n },
      riskE6: 525_000,
    });
    const terms = readLoanTerms(core.state, "live", core.state.instruments[SPOT]);
    expect(terms.map(({ currency }) => currency)).toEqual([COIN, USD]);
    expect(readMarginRules(core.state).warningRisk).toBe(800_000);
  });
});
