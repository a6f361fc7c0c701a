/** Worked examples of decision 0033; a coin costs 100 and counts 80 as collateral. */
import { describe, expect, it } from "vitest";
import { BorrowingFixture, HOUR_MS } from "../../../test/support/borrowing-fixture.ts";
import { UNIFIED_MARGIN } from "../../../test/support/command-drafts.ts";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { atoms } from "../money/units.ts";
import { interestBase } from "./charge-debt-interest.ts";

const E8 = 100_000_000n;

describe("an order of category MARGIN", () => {
  it("borrows the amount that its fill is short of, and repays with received coins", () => {
    const core = new BorrowingFixture();
    const bought = core.trade("buy", 20);
    expect(only(bought, "debt_changed")).toMatchObject([
      { currency: USD, isBorrowed: true, amount: 1_000n, debt: 1_000n, balance: -1_000n },
    ]);
    expect(core.has(COIN)).toEqual([20n, 0n]);
    const sold = core.trade("sell", 4);
    expect(only(sold, "debt_changed")).toMatchObject([
      { currency: USD, isBorrowed: false, amount: 400n, debt: 600n, balance: -600n },
    ]);
    core.run({
      ...{ kind: "credit", user: core.alice, wallet: "unified", currency: USD },
      amount: atoms(900n),
    });
    expect(core.has(USD)).toEqual([300n, 0n]);
    expect(core.state.debts.table.count).toBe(0);
  });

  it("requires margin at leverage 3, and for the part that will not count as collateral", () => {
    const core = new BorrowingFixture();
    core.margin({ side: "buy", price: 100, size: 20 });
    // Of the balance of 1,000, 800 will count; the 1,000 to borrow require 334 and 200.
    expect(core.figures()).toMatchObject({ freeUsd: 266n * E8, requiredUsd: 534n * E8 });
    core.margin({ side: "buy", price: 100, size: 6 });
    expect(core.rejection).toBe("insufficient_margin");
    // The 1,500 to borrow require 500 and 300.
    core.margin({ side: "buy", price: 100, size: 5 });
    expect(core.figures().freeUsd).toBe(0n);
  });

  it("leaves the same free margin after its fill", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 25);
    // 25 coins count 2,000; the debt of 1,500 requires 500, and 5 % maintenance.
    expect(core.figures()).toMatchObject({
      ...{ effectiveUsd: 500n * E8, requiredUsd: 500n * E8, freeUsd: 0n },
      ...{ debtUsd: 1_500n * E8, debtMaintenanceUsd: 75n * E8 },
    });
  });

  it("sells coins that the account does not have", () => {
    const core = new BorrowingFixture();
    const events = core.trade("sell", 20);
    expect(only(events, "debt_changed")).toMatchObject([{ currency: COIN, debt: 20n }]);
    // 3,000 dollars less a debt of 20 coins, of which a third, 7, is required.
    expect(core.figures()).toMatchObject({ effectiveUsd: 1_000n * E8, requiredUsd: 700n * E8 });
  });

  it("borrows with the leverage that the user has set, at most that of the tier", () => {
    const core = new BorrowingFixture({ tiers: [2_000, 9_000] });
    core.leverage(USD, 5);
    // The 2,000 to borrow require 400 and 400, the collateral value of 1,000 dollars.
    core.margin({ side: "buy", price: 100, size: 30 });
    expect(core.figures().freeUsd).toBe(0n);
    core.cancel(core.alice, core.orderId);
    // One coin more is in the second tier: 2,100 require 1,050 and 420.
    core.margin({ side: "buy", price: 100, size: 31 });
    expect(core.rejection).toBe("insufficient_margin");
  });

  it("borrows at most the last tier and the rest of the pool", () => {
    const small = new BorrowingFixture({ tiers: [100, 400] });
    small.margin({ side: "buy", price: 100, size: 15 });
    expect(small.rejection).toBe("loan_limit_reached");
    const poor = new BorrowingFixture({ pool: 600 });
    poor.margin({ side: "buy", price: 100, size: 17 });
    expect(poor.rejection).toBe("lending_pool_exhausted");
    poor.trade("buy", 16);
    expect(poor.rejection).toBeUndefined();
    poor.margin({ side: "buy", price: 100, size: 1 });
    expect(poor.rejection).toBe("lending_pool_exhausted");
  });

  it("does not trade beyond the band around the index", () => {
    const core = new BorrowingFixture();
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: 151, size: 5 });
    const events = core.margin({ side: "buy", quoteAmount: 300 });
    expect(only(events, "order_closed")).toMatchObject([{ reason: "no_depth" }]);
    core.margin({ side: "buy", price: 151, size: 1 });
    expect(core.rejection).toBe("price_above_band");
    core.margin({ side: "sell", price: 49, size: 1 });
    expect(core.rejection).toBe("price_below_band");
  });

  it("can repay while the account is short of margin", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 25);
    core.index(90);
    expect(core.figures().freeUsd).toBeLessThan(0n);
    // Dollars count no less than coins: all 25 can be sold against a debt of 1,500.
    core.margin({ side: "sell", price: 90, size: 26 });
    expect(core.rejection).toBe("insufficient_margin");
    core.margin({ side: "sell", price: 90, size: 25 });
    expect(core.rejection).toBeUndefined();
  });

  it("buys at most the debt while the account is short and the coin bought counts less", () => {
    const core = new BorrowingFixture();
    core.trade("sell", 25);
    core.index(110);
    expect(core.figures().freeUsd).toBeLessThan(0n);
    core.margin({ side: "buy", price: 100, size: 28 });
    expect(core.rejection).toBe("insufficient_margin");
    core.margin({ side: "buy", price: 100, size: 27 });
    expect(core.rejection).toBeUndefined();
  });

  it("is amended like any spot order, within the borrowing limits", () => {
    const core = new BorrowingFixture();
    core.margin({ side: "buy", price: 100, size: 20 });
    const { orderId } = core;
    core.amend({ user: core.alice, orderId, size: 26 });
    expect(core.rejection).toBe("insufficient_margin");
    core.amend({ user: core.alice, orderId, size: 25 });
    expect(core.rejection).toBeUndefined();
    expect(core.has(USD)).toEqual([1_000n, 2_500n]);
    core.cancel(core.alice, orderId);
    expect(core.has(USD)).toEqual([1_000n, 0n]);
  });

  it("is allowed only for advanced unified accounts and coins with loan terms", () => {
    const core = new BorrowingFixture();
    const basic = core.user("carl", [["unified", USD, 100]], { accountKind: "unified" });
    const order = { side: "buy", price: 100, size: 1, margin: UNIFIED_MARGIN } as const;
    core.place({ ...order, user: basic });
    expect(core.rejection).toBe("account_level_too_low");
    core.place({ ...order, user: core.bob });
    expect(core.rejection).toBe("account_not_unified");
    const margin = { backing: "unified_margin", loanType: "auto_borrow" } as const;
    core.place({ ...order, user: core.alice, margin });
    expect(core.rejection).toBe("margin_not_supported");
  });
});

describe("a debt", () => {
  it("keeps its collateral in the account", () => {
    const core = new BorrowingFixture({ coin: 10 });
    core.trade("buy", 25);
    const move = (amount: bigint) =>
      core.run({
        ...{ kind: "transfer", fromUser: core.alice, fromWallet: "unified", toUser: core.alice },
        ...{ toWallet: "funding", currency: COIN, amount: atoms(amount), clientTransferId: "" },
        ...{ fromInstrument: 0, toInstrument: 0, mayBorrow: false },
      });
    // 35 coins count 2,800; a debt of 1,500 and 500 of margin leave 800, ten coins.
    move(11n);
    expect(core.rejection).toBe("insufficient_available");
    move(10n);
    expect(core.rejection).toBeUndefined();
    expect(core.figures().transferableUsd).toBe(0n);
  });

  it("changes its leverage only where the margin is sufficient", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 25);
    core.leverage(USD, 2);
    expect(core.rejection).toBe("leverage_margin_insufficient");
    core.leverage(USD, 5);
    expect(core.figures().requiredUsd).toBe(300n * E8);
    for (const leverage of [0, 6]) {
      core.leverage(USD, leverage);
      expect(core.rejection).toBe("leverage_out_of_range");
    }
  });

  it("is repaid with other coins at the index, rounded in favour of the pool", () => {
    const core = new BorrowingFixture({ usd: 950 });
    core.trade("buy", 23);
    expect(core.has(USD)).toEqual([-1_350n, 0n]);
    core.repay([COIN], [USD]);
    expect(core.rejection).toBe("loan_not_found");
    core.repay([USD], [USD]);
    expect(core.rejection).toBe("insufficient_available");
    const events = core.repay([USD], [COIN]);
    expect(kinds(events)).toEqual(["debt_exchanged", "debt_changed"]);
    expect(only(events, "debt_exchanged")).toMatchObject([
      { fromAmount: 14n, fromBalance: 9n, toAmount: 1_350n, toBalance: 0n },
    ]);
  });

  it("is not repaid at an index price older than five seconds", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 20);
    core.passMs(5_001);
    core.repay([USD], [COIN]);
    expect(core.rejection).toBe("collateral_price_missing");
    core.index(100);
    core.repay([USD], [COIN]);
    expect(core.rejection).toBeUndefined();
  });

  it("costs the spread, so that borrowing and repaying with another coin gains nothing", () => {
    for (const side of ["buy", "sell"] as const) {
      const core = new BorrowingFixture({ usd: 100_000, coin: 1_000, pool: 900_000 });
      const [paid, bought] = side === "buy" ? [USD, COIN] : [COIN, USD];
      const worth = () => core.figures().equityUsd;
      const before = worth();
      core.trade(side, side === "buy" ? 1_500 : 1_700);
      expect(worth()).toBe(before);
      const events = core.repay([paid], [bought]);
      const [deal] = only(events, "debt_exchanged");
      const repaid = (deal?.toAmount ?? 0n) * (side === "buy" ? 1n : 100n);
      expect(repaid).toBeGreaterThan(0n);
      // A thousandth of the amount repaid, which the pool keeps.
      expect(before - worth()).toBeGreaterThanOrEqual((repaid * E8) / 1_000n);
    }
  });

  it("is repaid with other coins up to the hourly limit of the parent account", () => {
    const core = new BorrowingFixture({ usd: 100_000, pool: 900_000 });
    core.run({
      kind: "set_margin_rules",
      ...{ warningRiskE6: 800_000, liquidationRiskE6: 1_000_000, liquidationFeeE6: 20_000 },
      ...{ haircutE6: 50_000, repaymentSpreadE6: 1_000, repaymentHourlyUsd: 1_000 },
      poolShareE6: 1_000_000,
      poolLossShareE6: 1_000_000,
    });
    core.trade("buy", 1_100);
    const before = core.has(USD)[0];
    core.repay([USD], [COIN]);
    expect(core.has(USD)[0] - before).toBe(1_000n);
    core.repay([USD], [COIN]);
    expect(core.rejection).toBe("repayment_limit_reached");
    core.passMs(HOUR_MS);
    core.index(100);
    core.repay([USD], [COIN]);
    expect(core.rejection).toBeUndefined();
  });

  it("cancels a resting order whose fill the account can no longer bear", () => {
    for (const [side, size, index] of [
      ["buy", 25, 50],
      ["sell", 20, 155],
    ] as const) {
      const core = new BorrowingFixture();
      core.margin({ side, price: 100, size });
      core.index(index);
      const against = { user: core.bob, instrument: SPOT, price: 100, size: 5 } as const;
      const events = core.place({ ...against, side: side === "buy" ? "sell" : "buy" });
      expect(only(events, "trade_executed")).toEqual([]);
      expect(only(events, "order_closed")).toMatchObject([
        { user: core.alice, reason: "insolvent" },
      ]);
    }
  });
});

describe("interest on debts", () => {
  const DAILY = 1_000_000;

  it.for([
    // balance, profit, interest-free limit, base
    [-500n, 0n, 0n, 500n],
    [-500n, 200n, 0n, 300n],
    [-500n, 600n, 0n, 0n],
    [-500n, -300n, 0n, 800n],
    [-500n, -300n, 200n, 600n],
    [-500n, -300n, 900n, 500n],
    [200n, -300n, 900n, 0n],
    [200n, -300n, 40n, 60n],
  ] as const)(
    "on a balance of %d, profit of %d and interest-free limit of %d has the base %d",
    ([balance, profit, free, base]) => {
      expect(interestBase(atoms(balance), atoms(profit), atoms(free))).toBe(base);
    },
  );

  it("is charged at each full hour for the hour that begins", () => {
    const core = new BorrowingFixture({ usd: 40_000, dailyRateE8: DAILY });
    core.trade("buy", 640);
    const events = core.hours(1);
    expect(only(events, "debt_interest_charged")).toMatchObject([
      { currency: USD, base: 24_000n, hours: 1, amount: 10n, debt: 24_010n, balance: -24_010n },
    ]);
    expect(kinds(core.hours(0))).not.toContain("debt_interest_charged");
    // 24,010 × 0.01 ÷ 24 is 10.004, rounded up; twice for two hours without ticks.
    expect(only(core.hours(2), "debt_interest_charged")).toMatchObject([
      { base: 24_010n, hours: 2, amount: 22n },
    ]);
  });

  it("uses the debt and rate at the hour, also for a user who trades before the charge", () => {
    const core = new BorrowingFixture({ usd: 40_000, dailyRateE8: DAILY });
    core.trade("buy", 640);
    core.passMs(HOUR_MS);
    core.index(100);
    core.loanTerms(USD, { dailyRateE8: 5 * DAILY });
    const events = core.trade("sell", 640);
    expect(kinds(events).slice(0, 3)).toEqual([
      ...["order_accepted", "trade_executed", "order_filled"],
    ]);
    expect(only(events, "debt_interest_charged")).toMatchObject([{ base: 24_000n, amount: 10n }]);
    expect(kinds(core.hours(0))).not.toContain("debt_interest_charged");
  });

  it("is not charged for a debt that is repaid within the hour", () => {
    const core = new BorrowingFixture({ usd: 40_000, dailyRateE8: DAILY });
    core.trade("buy", 640);
    core.trade("sell", 640);
    expect(kinds(core.hours(1))).not.toContain("debt_interest_charged");
  });

  it("excludes the unrealised loss of futures up to the interest-free limit", () => {
    const core = new BorrowingFixture({
      ...{ usd: 0, coin: 100, dailyRateE8: 24_000_000, interestFree: 400 },
    });
    const terms = { instrument: LINEAR, price: 100, size: 100 } as const;
    core.place({ user: core.bob, side: "sell", ...terms });
    core.place({ user: core.alice, side: "buy", ...terms });
    core.index(90);
    // Of a loss of 1,000, 600 bear interest of a hundredth an hour.
    expect(only(core.hours(1), "debt_interest_charged")).toMatchObject([
      { base: 600n, amount: 6n, balance: -6n },
    ]);
  });
});

describe("an account whose debts put it at risk", () => {
  it("repays them with its coins at the index plus the liquidation fee", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 25);
    core.margin({ side: "sell", price: 120, size: 1 });
    core.index(79);
    // The collateral value of 1,580 is 80 above the debt, whose 5 % maintenance is 75.
    expect(kinds(core.passMs(1_000))).not.toContain("liquidation_started");
    core.index(78);
    expect(only(core.passMs(0), "liquidation_started")).toMatchObject([
      { scope: "unified", equity: 60n * E8, maintenance: 75n * E8 },
    ]);
    core.repay([USD], [COIN]);
    expect(core.rejection).toBe("account_liquidating");
    const events = core.passMs(1_000);
    expect(only(events, "order_closed")).toMatchObject([{ reason: "liquidation" }]);
    // 1,500 ÷ 78 with 2 % on top is 19.6.
    expect(only(events, "debt_exchanged")).toMatchObject([
      { fromCurrency: COIN, fromAmount: 20n, toCurrency: USD, toAmount: 1_500n },
    ]);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "closed" }]);
    expect([core.has(USD), core.has(COIN)]).toEqual([
      [0n, 0n],
      [5n, 0n],
    ]);
  });

  it.for([
    { side: "buy", other: "sell", size: 25, price: 120, end: 78, debt: USD, paid: COIN },
    { side: "sell", other: "buy", size: 15, price: 80, end: 160, debt: COIN, paid: USD },
  ] as const)("is liquidated although its orders hold all coins that can pay: %o", (example) => {
    const { debt, end, other, paid, price, side, size } = example;
    const core = new BorrowingFixture();
    core.trade(side, size);
    const owed = core.has(debt)[0];
    // Sells all coins, or buys with nearly all dollars.
    core.margin({ side: other, price, size: other === "sell" ? size : 31 });
    expect(core.rejection).toBeUndefined();
    expect(core.has(paid)[0] - core.has(paid)[1]).toBeLessThan(80n);
    core.index(end);
    const events = [...core.passMs(1_000), ...core.passMs(1_000), ...core.passMs(1_000)];
    expect(only(events, "liquidation_started")).toHaveLength(1);
    expect(only(events, "order_closed")).toMatchObject([{ reason: "liquidation" }]);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "closed" }]);
    expect(core.has(debt)[0]).toBeGreaterThan(owed);
    expect(core.has(paid)[1]).toBe(0n);
  });

  it("keeps the debt that neither its coins nor the insurance fund can pay", () => {
    const core = new BorrowingFixture();
    const fund = { kind: "endow", realm: "live", wallet: "insurance_fund" } as const;
    core.run({ ...fund, currency: USD, amount: atoms(200n) });
    core.trade("buy", 25);
    core.index(50);
    const events = [...core.passMs(1_000), ...core.passMs(1_000)];
    // 25 coins are worth 1,250, which repay 1,225 after the fee of 2 %.
    expect(only(events, "debt_exchanged")).toMatchObject([{ fromAmount: 25n, toAmount: 1_225n }]);
    expect(only(events, "fund_moved")).toMatchObject([
      { reason: "shortfall", isPaidIn: false, amount: 200n, balance: -75n },
    ]);
    expect(core.has(USD)).toEqual([-75n, 0n]);
    expect(kinds(core.passMs(5_000))).not.toContain("liquidation_started");
  });

  it("is not liquidated while a price is stale", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 25);
    core.index(78);
    expect(kinds(core.passMs(31_000))).not.toContain("liquidation_started");
  });
});

describe("practice coins, which are given away", () => {
  /** Alice has a debt for 25 coins, and a million practice dollars. */
  function withPracticeDollars() {
    const core = new BorrowingFixture();
    core.run({ kind: "list_currency", code: "SUSD", decimals: 0, isPractice: true });
    const { currencyByCode } = core.state;
    const currency = currencyByCode.get("SUSD")?.index ?? 0;
    const terms = { isShared: false, isDollar: true, tierStarts: [], ratesE6: [] } as const;
    core.run({ kind: "set_collateral", currency, ...terms });
    const amount = atoms(1_000_000n);
    core.run({ kind: "credit", user: core.alice, wallet: "unified", currency, amount });
    expect(core.rejection).toBeUndefined();
    core.trade("buy", 25);
    return { core, practice: currency };
  }

  it("are no equity, and pay no debt in other coins on request", () => {
    const { core, practice } = withPracticeDollars();
    expect(core.figures().equityUsd).toBe(1_000n * E8);
    core.repay([USD], [practice]);
    expect(core.rejection).toBe("insufficient_available");
    const events = core.repay([USD], [practice, COIN]);
    expect(only(events, "debt_exchanged")).toMatchObject([{ fromCurrency: COIN }]);
    expect(core.has(practice)).toEqual([1_000_000n, 0n]);
  });

  it("pay none by force either: the real coins do", () => {
    const { core, practice } = withPracticeDollars();
    core.index(78);
    const events = [...core.passMs(1_000), ...core.passMs(1_000)];
    expect(only(events, "debt_exchanged")).toMatchObject([
      { fromCurrency: COIN, fromAmount: 20n, toAmount: 1_500n },
    ]);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "closed" }]);
    expect(core.has(practice)).toEqual([1_000_000n, 0n]);
  });
});
