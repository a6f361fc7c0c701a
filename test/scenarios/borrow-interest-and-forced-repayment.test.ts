/**
 * A leveraged purchase on isolated margin, from the first loan to its liquidation. Nothing has
 * decimals: one coin is one atom. Every command ends in the audit of all books.
 */
import { expect, it } from "vitest";
import type { Wallet } from "../../src/core/base/vocabulary.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { only } from "../support/core-fixture.ts";
import { COIN, USD } from "../support/core-listings.ts";
import { LendingFixture } from "../support/lending-fixture.ts";

const HOUR_MS = 3_600_000;

/** What one of the exchange's own accounts holds. */
function house(core: LendingFixture, wallet: Wallet): bigint {
  const { ledger } = core.state;
  return ledger.balance(ledger.find(0, WALLET_INDEX[wallet], USD));
}

it("alice borrows, pays interest, repays from a sale, and is liquidated in a falling market", () => {
  // Loans cost 1 % a day, carry leverage 6, and keep 5 % for maintenance; liquidation costs 2 %.
  const core = new LendingFixture({
    dailyRateE8: 1_000_000,
    leverage: 6,
    maintenanceE6: 50_000,
    feeE6: 20_000,
    pool: 1_000_000,
  });
  const bob = core.rich("bob");
  const alice = core.borrower("alice", { usd: 1_000 });

  // She buys 50 coins at 100 and misses 4,000. An hour of 4,000 costs 1.67, rounded up to 2.
  core.place({ user: bob, side: "sell", price: 100, size: 50 });
  core.marginOrder(alice, { side: "buy", price: 100, size: 50, loanType: "auto_borrow" });
  expect(core.margin(alice, COIN)).toEqual([50n, 0n]);
  expect(core.owed(alice, USD)).toEqual([4_000n, 2n]);
  expect(house(core, "lending_pool")).toBe(996_000n);

  // A day later 24 more hours are charged; nothing has moved yet.
  for (let hour = 0; hour < 24; hour++) core.passMs(HOUR_MS);
  expect(core.owed(alice, USD)).toEqual([4_000n, 50n]);
  expect(house(core, "interest_income")).toBe(0n);

  // Five coins sold at 100 repay the interest first, then principal.
  core.place({ user: bob, side: "buy", price: 100, size: 5 });
  core.marginOrder(alice, { side: "sell", price: 100, size: 5, loanType: "auto_repay" });
  expect(core.owed(alice, USD)).toEqual([3_550n, 0n]);
  expect(house(core, "interest_income")).toBe(50n);
  expect(house(core, "lending_pool")).toBe(996_450n);

  // 3,550 with maintenance are 3,728: 45 coins at 83 are worth 3,735, at 82 only 3,690.
  core.place({ user: bob, side: "buy", price: 82, size: 30 });
  core.place({ user: bob, side: "buy", price: 78, size: 30 });
  core.index(83);
  expect(only(core.passMs(1_000), "unwind_started")).toEqual([]);
  core.index(82);
  const falling = core.passMs(1_000);
  // The second bid is 4.9 % below the index: the bound widens to it in nine more seconds.
  for (let second = 0; second < 10; second++) {
    core.index(82);
    falling.push(...core.passMs(1_000));
  }
  expect(only(falling, "unwind_started")).toMatchObject([
    { user: alice, isForced: true, assets: 3_690n, debts: 3_550n },
  ]);

  // 3,621 are needed with the fee: all 45 coins are sold, 30 at 82 and 15 at 78, for 3,630.
  const sold = only(falling, "order_filled").filter(({ user }) => user === alice);
  expect(sold.map(({ price, size }) => [price, size])).toEqual([
    [82, 30],
    [78, 15],
  ]);
  const end = core.passMs(0);
  expect(only(end, "loan_repaid")).toMatchObject([
    { repayment: "liquidation", principalPart: 3_550n, principal: 0n },
  ]);
  expect(only(end, "unwind_ended")).toMatchObject([{ outcome: "success", fee: 71n }]);

  // The pool has everything back, the fund its fee, and alice what was left.
  expect(house(core, "lending_pool")).toBe(1_000_000n);
  expect(house(core, "insurance_fund")).toBe(71n);
  expect(core.margin(alice, USD)).toEqual([9n, 0n]);
  expect(core.owed(alice, USD)).toEqual([0n, 0n]);
});
