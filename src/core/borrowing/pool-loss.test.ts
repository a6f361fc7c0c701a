/** Hourly loss limit at which a lending pool stops lending (decision 0042). */
import { describe, expect, it } from "vitest";
import { BorrowingFixture, HOUR_MS } from "../../../test/support/borrowing-fixture.ts";
import { UNIFIED_MARGIN } from "../../../test/support/command-drafts.ts";
import { only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { atoms } from "../money/units.ts";
import { readMostHeld } from "../reads/debt-reads.ts";
import { readBorrowable } from "../reads/loan-reads.ts";
import { readPoolLoss } from "../reads/loss-reads.ts";

const POOL = 10_000;

type Rules = { readonly poolShareE6?: number; readonly poolLossShareE6?: number };

function setRules(core: LendingFixture | BorrowingFixture, rules: Rules): void {
  core.run({
    kind: "set_margin_rules",
    ...{ warningRiskE6: 800_000, liquidationRiskE6: 1_000_000, liquidationFeeE6: 20_000 },
    ...{ haircutE6: 50_000, repaymentSpreadE6: 1_000, repaymentHourlyUsd: 1_000_000 },
    ...{ poolShareE6: 1_000_000, poolLossShareE6: 1_000_000, ...rules },
  });
}

/** Loss of a pool in this hour, and the loss at which it stops. */
function loss(core: LendingFixture | BorrowingFixture, currency: number): unknown {
  const { lost, lostMax } = readPoolLoss(core.state, "live", currency);
  return [lost, lostMax];
}

const untilHour = (core: LendingFixture | BorrowingFixture): number =>
  HOUR_MS - (core.state.timeMs % HOUR_MS);

describe.each([
  { name: "dollars of isolated margin", isCrossed: false, currency: USD },
  { name: "dollars of crossed margin", isCrossed: true, currency: USD },
  { name: "coins of isolated margin", isCrossed: false, currency: COIN },
  { name: "coins of crossed margin", isCrossed: true, currency: COIN },
])("a pool that has written off $name", ({ currency, isCrossed }) => {
  const other = currency === USD ? COIN : USD;

  /** Alice's collateral does not repay her loan: the pool writes off 200 dollars or 20 coins. */
  function lossy(rules: { readonly poolLossShareE6: number }) {
    const core = new LendingFixture({ isCrossed, leverage: 5, pool: POOL, feeE6: 0, ...rules });
    const alice = core.borrower("alice", { usd: 1_000 });
    const carol = core.borrower("carol", { usd: 100_000 });
    const bob = core.rich("bob");
    const isLong = currency === USD;
    const [mine, theirs] = isLong ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
    const size = isLong ? 30 : 40;
    core.place({ user: bob, side: theirs, price: 100, size });
    core.marginOrder(alice, { side: mine, price: 100, size, loanType: "auto_borrow" });
    expect(core.rejection).toBeUndefined();
    const end = isLong ? 60 : 250;
    core.place({ user: bob, side: mine, price: end, size });
    core.index(end);
    core.passMs(1_000);
    const events = [...core.passMs(0), ...core.passMs(0)];
    const writtenOff = isLong ? 200n : 20n;
    expect(only(events, "loan_covered")).toMatchObject([{ fundPaid: 0n, writtenOff }]);
    return { core, carol, bob };
  }

  const shareE6 = currency === USD ? 20_000 : 2_000;

  function borrowable(core: LendingFixture, user: number, coin: number): bigint {
    const instrument = isCrossed ? undefined : core.state.instruments[SPOT];
    const place = { user, wallet: core.account.wallet, instrument };
    return readBorrowable(core.state, place, core.state.currencies[coin] as Currency);
  }

  it("does not lend the coin until the next hour, and lends other coins as before", () => {
    const { core, carol } = lossy({ poolLossShareE6: shareE6 });
    const lost = currency === USD ? 200n : 20n;
    expect(loss(core, currency)).toEqual([lost, lost]);
    expect(borrowable(core, carol, currency)).toBe(0n);
    core.borrow(carol, currency, 1);
    expect(core.rejection).toBe("lending_paused");
    expect(borrowable(core, carol, other)).toBeGreaterThan(0n);
    core.borrow(carol, other, 1);
    expect(core.rejection).toBeUndefined();
    core.passMs(untilHour(core) - 1);
    core.index(currency === USD ? 60 : 250);
    core.borrow(carol, currency, 1);
    expect(core.rejection).toBe("lending_paused");
    core.passMs(1);
    expect(loss(core, currency)).toEqual([0n, currency === USD ? 196n : 20n]);
    core.borrow(carol, currency, 1);
    expect(core.rejection).toBeUndefined();
  });

  it("continues to lend below the limit, and without a limit", () => {
    for (const poolLossShareE6 of [shareE6 + 1, 1_000_000]) {
      const { core, carol } = lossy({ poolLossShareE6 });
      core.borrow(carol, currency, 1);
      expect(core.rejection).toBeUndefined();
      setRules(core, { poolLossShareE6: 0 });
      core.borrow(carol, currency, 1);
      expect(core.rejection).toBe("lending_paused");
      setRules(core, { poolLossShareE6: 1_000_000 });
      core.borrow(carol, currency, 1);
      expect(core.rejection).toBeUndefined();
    }
  });

  it("measures a loss by its size before it, and lends again after an endowment", () => {
    const { core, carol } = lossy({ poolLossShareE6: shareE6 });
    core.endow("lending_pool", currency, 1_000);
    expect(core.rejection).toBeUndefined();
    core.borrow(carol, currency, 1);
    expect(core.rejection).toBeUndefined();
  });

  it("refuses orders that borrow from it, and no other order", () => {
    const { core, carol } = lossy({ poolLossShareE6: shareE6 });
    const price = currency === USD ? 60 : 250;
    const side = currency === USD ? "buy" : "sell";
    if (currency === COIN) core.marginOrder(carol, { side: "buy", price, size: 1 });
    core.moveOut(carol, USD, currency === USD ? 99_000 : 1);
    const order = { side, price, loanType: "auto_borrow" } as const;
    core.marginOrder(carol, { ...order, size: 100 });
    expect(core.rejection).toBe("lending_paused");
    if (currency === COIN) return;
    core.marginOrder(carol, { ...order, size: 10 });
    expect(core.rejection).toBeUndefined();
  });

  it("accepts repayments", () => {
    const { core, carol } = lossy({ poolLossShareE6: 1_000_000 });
    core.borrow(carol, currency, 10);
    setRules(core, { poolLossShareE6: shareE6 });
    core.repay(carol, currency, 4);
    expect(core.rejection).toBeUndefined();
    expect(core.owed(carol, currency)).toEqual([6n, 0n]);
    core.borrow(carol, currency, 1);
    expect(core.rejection).toBe("lending_paused");
  });
});

describe.each([
  { name: "dollars", owed: USD, isBuy: true, end: 50, lost: 275n, own: 100_000n },
  { name: "coins", owed: COIN, isBuy: false, end: 200, lost: 3n, own: 1_000n },
])("unified accounts that cannot pay $name", ({ end, isBuy, lost, owed, own }) => {
  const side = isBuy ? "buy" : "sell";

  /** Alice's coins do not repay her debt; Carol has the same amount of both coins and no debt. */
  function lossy(rules: Rules) {
    const core = new BorrowingFixture({ pool: POOL, ...rules });
    const funds = [["unified", USD, 100_000] as const, ["unified", COIN, 1_000] as const];
    const carol = core.user("carol", funds, { accountKind: "unified" });
    const level = { level: "advanced", isByOperator: true } as const;
    core.run({ kind: "set_account_level", user: carol, ...level });
    core.trade(side, isBuy ? 25 : 15);
    expect(core.rejection).toBeUndefined();
    core.index(end);
    core.passMs(1_000);
    core.passMs(1_000);
    return { core, carol };
  }

  function asCarol(core: BorrowingFixture, carol: number, size: number) {
    core.place({ user: carol, side, price: end, size, margin: UNIFIED_MARGIN });
  }

  const mostHeld = (core: BorrowingFixture, user: number) =>
    readMostHeld(core.state, user, core.state.instruments[SPOT] as Instrument, isBuy);

  it("stop orders and transfers on credit until the next hour", () => {
    const { core, carol } = lossy({ poolLossShareE6: 0 });
    expect(loss(core, owed)).toEqual([lost, 0n]);
    expect(core.has(owed)[0]).toBe(-lost);
    expect([core.mostMovedOut(carol, owed), mostHeld(core, carol)]).toEqual([own, own]);
    asCarol(core, carol, isBuy ? 2_010 : 1_010);
    expect(core.rejection).toBe("lending_paused");
    core.moveOut(carol, owed, own + 1n);
    expect(core.rejection).toBe("lending_paused");
    core.passMs(untilHour(core));
    core.index(end);
    expect(loss(core, owed)).toEqual([0n, 0n]);
    expect(core.mostMovedOut(carol, owed)).toBeGreaterThan(own);
    core.moveOut(carol, owed, own + 1n);
    expect(core.rejection).toBeUndefined();
  });

  it("count their bad debts once, however often they are checked", () => {
    const { core, carol } = lossy({ poolLossShareE6: 0 });
    for (let second = 0; second < 5; second++) core.passMs(1_000);
    expect(loss(core, owed)).toEqual([lost, 0n]);
    // A coin that is credited repays; the rest of the debt was counted before.
    const [coin, amount] = isBuy ? [COIN, 1] : [USD, 500];
    core.run({
      ...{ kind: "credit", user: core.alice, wallet: "unified", currency: coin },
      amount: atoms(BigInt(amount)),
    });
    const events = [...core.passMs(1_000), ...core.passMs(1_000)];
    expect(only(events, "debt_exchanged")).toHaveLength(1);
    expect(core.has(owed)[0]).toBeGreaterThan(-lost);
    expect(loss(core, owed)).toEqual([lost, 0n]);
    core.passMs(untilHour(core));
    core.index(end);
    core.passMs(1_000);
    expect(loss(core, owed)).toEqual([0n, 0n]);
    core.moveOut(carol, owed, 1n);
    expect(core.rejection).toBeUndefined();
  });

  it("lend up to the limit", () => {
    const { core, carol } = lossy({});
    // The pool took other coins for the repaid part of the debt.
    const { funds } = readPoolLoss(core.state, "live", owed);
    expect(funds).toBe(BigInt(POOL) - (isBuy ? 1_225n : 12n));
    const limitE6 = Number((lost * 1_000_000n) / funds);
    setRules(core, { poolLossShareE6: limitE6 });
    core.moveOut(carol, owed, own + 1n);
    expect(core.rejection).toBe("lending_paused");
    setRules(core, { poolLossShareE6: limitE6 + 1 });
    core.moveOut(carol, owed, own + 1n);
    expect(core.rejection).toBeUndefined();
  });

  it("leave resting orders on credit open: they fill, but cannot be amended to borrow more", () => {
    const { core, carol } = lossy({ poolLossShareE6: 1_000_000 });
    const size = isBuy ? 2_010 : 1_010;
    asCarol(core, carol, size);
    expect(core.rejection).toBeUndefined();
    const { orderId } = core;
    setRules(core, { poolLossShareE6: 0 });
    core.amend({ user: carol, orderId, size: size + 1 });
    expect(core.rejection).toBe("lending_paused");
    core.amend({ user: carol, orderId, size: size - 1 });
    expect(core.rejection).toBeUndefined();
    // The band follows the last price: a trade halfway brings the next price within it.
    const [dan, between] = [core.rich("dan"), isBuy ? end : 150];
    core.place({ user: dan, instrument: SPOT, side: "buy", price: between, size: 1 });
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: between, size: 1 });
    const against = { user: core.bob, instrument: SPOT, price: end } as const;
    const events = core.place({ ...against, side: isBuy ? "sell" : "buy", size: size - 1 });
    expect(only(events, "debt_changed")).toMatchObject([{ user: carol, isBorrowed: true }]);
    const payments = [isBuy ? COIN : USD];
    core.run({ kind: "repay_debts", user: carol, debts: [owed], payments });
    expect(core.rejection).toBeUndefined();
  });
});

it("a debt of an account without coins is a loss of the pool without a liquidation", () => {
  const core = new BorrowingFixture({ usd: 6_000, pool: 100_000, poolLossShareE6: 10_000 });
  const order = { instrument: LINEAR, price: 100, size: 500 } as const;
  core.place({ user: core.bob, side: "sell", ...order });
  core.place({ user: core.alice, side: "buy", ...order });
  const deliveryAtMs = core.state.timeMs + 2 * HOUR_MS;
  core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
  core.passMs(2 * HOUR_MS - 1_000);
  core.index(50);
  for (const ms of [1_000, 0, 1_000, 1_000]) core.passMs(ms);
  expect(core.has(USD)).toEqual([-19_000n, 0n]);
  expect(loss(core, USD)).toEqual([19_000n, 1_000n]);
});

it("a loss share above 1 is refused", () => {
  const core = new LendingFixture();
  setRules(core, { poolLossShareE6: 1_000_001 });
  expect(core.rejection).toBe("loan_terms_out_of_bounds");
});
