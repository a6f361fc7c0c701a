/** Share of a lending pool that a parent account may borrow (decision 0035); a coin costs 100. */
import { describe, expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { atoms } from "../money/units.ts";
import { readMostHeld } from "../reads/debt-reads.ts";
import { readBorrowable } from "../reads/loan-reads.ts";

const SHARE_E6 = 200_000;

describe.each([{ isCrossed: false }, { isCrossed: true }])("classic margin, %o", (place) => {
  /** A pool of 1,000 of which a parent account may borrow 200, and two accounts of one parent. */
  function family() {
    const core = new LendingFixture({ ...place, pool: 1_000, poolShareE6: SHARE_E6 });
    const main = core.borrower("main", { usd: 10_000 });
    const sub = core.user("sub", [["spot", USD, 10_000]], { parent: main + 1 });
    core.moveIn(sub, USD, 10_000);
    return { core, main, sub };
  }

  function borrowable(core: LendingFixture, user: number, currency: number): bigint {
    const isolated = core.state.instruments[SPOT];
    const instrument = core.account.instrument === 0 ? undefined : isolated;
    const at = { user, wallet: core.account.wallet, instrument };
    return readBorrowable(core.state, at, core.state.currencies[currency] as Currency);
  }

  it.each([{ currency: USD }, { currency: COIN }])("lends the share of %o", ({ currency }) => {
    const { core, main, sub } = family();
    core.borrow(main, currency, 150);
    expect(core.rejection).toBeUndefined();
    expect(borrowable(core, main, currency)).toBe(50n);
    expect(borrowable(core, sub, currency)).toBe(50n);
    core.borrow(sub, currency, 51);
    expect(core.rejection).toBe("pool_share_reached");
    core.borrow(sub, currency, 50);
    expect(core.rejection).toBeUndefined();
    for (const user of [main, sub]) {
      expect(borrowable(core, user, currency)).toBe(0n);
      core.borrow(user, currency, 1);
      expect(core.rejection).toBe("pool_share_reached");
    }
    core.repay(sub, currency, 10);
    expect(borrowable(core, main, currency)).toBe(10n);
    // Loans of other parents do not reduce the size of the pool.
    const other = core.borrower("other", { usd: 100_000 });
    expect(borrowable(core, other, currency)).toBe(200n);
    core.borrow(other, currency, 200);
    expect(core.rejection).toBeUndefined();
    expect(borrowable(core, main, currency)).toBe(10n);
  });

  it("limits the loan of an order", () => {
    const { core, main, sub } = family();
    core.borrow(main, USD, 150);
    core.moveOut(sub, USD, 10_000 - 1_000);
    core.marginOrder(sub, { side: "buy", price: 50, size: 22, loanType: "auto_borrow" });
    expect(core.rejection).toBe("pool_share_reached");
    core.marginOrder(sub, { side: "buy", price: 50, size: 21, loanType: "auto_borrow" });
    expect(core.rejection).toBeUndefined();
    expect(core.owed(sub, USD)).toEqual([50n, 0n]);
  });

  it("has no limit at a share of 1", () => {
    const core = new LendingFixture({ ...place, pool: 1_000 });
    const main = core.borrower("main", { usd: 10_000 });
    expect(borrowable(core, main, USD)).toBe(1_000n);
    core.borrow(main, USD, 1_001);
    expect(core.rejection).toBe("lending_pool_exhausted");
    core.borrow(main, USD, 1_000);
    expect(core.rejection).toBeUndefined();
  });
});

describe.each([
  { name: "dollars", owed: USD, owned: COIN, funds: 100_000, isBuy: true },
  { name: "coins", owed: COIN, owned: USD, funds: 10_000_000, isBuy: false },
])("unified accounts that borrow $name", ({ funds, isBuy, owed, owned }) => {
  /** A parent account may borrow 2,000 of a pool of 10,000; Alice has a unified sub-account. */
  function family() {
    const terms = { pool: 10_000, poolShareE6: SHARE_E6 };
    const own = owned === USD ? { usd: funds, coin: 0 } : { usd: 0, coin: funds };
    const core = new BorrowingFixture({ ...terms, ...own });
    const parent = core.alice + 1;
    const rest = { accountKind: "unified", parent } as const;
    const sub = core.user("sub", [["unified", owned, funds]], rest);
    const level = { level: "advanced", isByOperator: true } as const;
    core.run({ kind: "set_account_level", user: sub, ...level });
    return { core, sub };
  }

  const mostHeld = (core: BorrowingFixture, user: number) =>
    readMostHeld(core.state, user, core.state.instruments[SPOT] as Instrument, isBuy);

  it("share the limit of their parent", () => {
    const { core, sub } = family();
    expect(core.mostMovedOut(sub, owed)).toBe(2_000n);
    core.moveOut(core.alice, owed, 1_500n);
    expect(core.rejection).toBeUndefined();
    expect([core.mostMovedOut(sub, owed), mostHeld(core, sub)]).toEqual([500n, 500n]);
    expect([core.mostMovedOut(core.alice, owed), mostHeld(core, core.alice)]).toEqual([500n, 500n]);
    core.moveOut(sub, owed, 501n);
    expect(core.rejection).toBe("pool_share_reached");
    core.moveOut(sub, owed, 500n);
    expect(core.rejection).toBeUndefined();
    for (const user of [core.alice, sub]) {
      core.moveOut(user, owed, 1n);
      expect(core.rejection).toBe("pool_share_reached");
    }
  });

  it("count the amounts that their resting orders will borrow", () => {
    const { core, sub } = family();
    const order = isBuy
      ? ({ side: "buy", price: 100, size: 15 } as const)
      : ({ side: "sell", price: 100, size: 1_500 } as const);
    core.margin(order);
    expect(core.rejection).toBeUndefined();
    const { orderId } = core;
    expect([core.mostMovedOut(sub, owed), mostHeld(core, sub)]).toEqual([500n, 500n]);
    core.margin({ ...order, size: isBuy ? 6 : 501 });
    expect(core.rejection).toBe("pool_share_reached");
    core.amend({ user: core.alice, orderId, size: isBuy ? 21 : 2_001 });
    expect(core.rejection).toBe("pool_share_reached");
    core.amend({ user: core.alice, orderId, size: isBuy ? 20 : 2_000 });
    expect(core.rejection).toBeUndefined();
    expect(core.mostMovedOut(sub, owed)).toBe(0n);
  });

  it("share the limit with classic accounts of the same parent, both ways", () => {
    const { core } = family();
    const classic = core.user("classic", [["spot", owned, funds]], { parent: core.alice + 1 });
    core.run({
      ...{ kind: "transfer", fromUser: classic, fromWallet: "spot", toUser: classic },
      ...{ toWallet: "crossed_margin", currency: owned, amount: atoms(BigInt(funds)) },
      ...{ clientTransferId: "", fromInstrument: 0, toInstrument: 0, mayBorrow: false },
    });
    const borrow = (amount: bigint): void => {
      const place = { wallet: "crossed_margin", instrument: 0, currency: owed } as const;
      core.run({ kind: "borrow", user: classic, ...place, amount: atoms(amount) });
    };
    core.moveOut(core.alice, owed, 1_200n);
    borrow(801n);
    expect(core.rejection).toBe("pool_share_reached");
    borrow(300n);
    expect(core.rejection).toBeUndefined();
    // The loan does not change the size of the pool.
    expect(core.mostMovedOut(core.alice, owed)).toBe(500n);
    core.moveOut(core.alice, owed, 501n);
    expect(core.rejection).toBe("pool_share_reached");
    core.moveOut(core.alice, owed, 500n);
    expect(core.rejection).toBeUndefined();
  });
});

it("counts loans of crossed and of isolated margin together", () => {
  const core = new LendingFixture({ pool: 1_000, poolShareE6: SHARE_E6 });
  core.run({
    ...{ kind: "set_loan_terms", realm: "live", instrument: 0, currency: USD, pricedBy: 0 },
    ...{ dailyRateE8: 0, amountMin: atoms(0n), tierAmounts: [900_000], tierLeverages: [10] },
    ...{ tierMaintenanceE6: [0], interestFree: atoms(0n) },
  });
  const alice = core.borrower("alice", { usd: 10_000 });
  core.borrow(alice, USD, 120);
  core.run({
    ...{ kind: "credit", user: alice, wallet: "spot", currency: USD, amount: atoms(10_000n) },
  });
  core.run({
    ...{ kind: "transfer", fromUser: alice, fromWallet: "spot", toUser: alice, currency: USD },
    ...{ toWallet: "crossed_margin", amount: atoms(10_000n), clientTransferId: "" },
    ...{ fromInstrument: 0, toInstrument: 0, mayBorrow: false },
  });
  const place = { wallet: "crossed_margin", instrument: 0, currency: USD } as const;
  core.run({ kind: "borrow", user: alice, ...place, amount: atoms(81n) });
  expect(core.rejection).toBe("pool_share_reached");
  core.run({ kind: "borrow", user: alice, ...place, amount: atoms(80n) });
  expect(core.rejection).toBeUndefined();
});
