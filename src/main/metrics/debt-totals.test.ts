/** Sums of debts that follow the events equal those counted again, after every command. */
import { expect, it } from "vitest";
import type { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import { PledgingFixture } from "../../../test/support/pledging-fixture.ts";
import { UnitFixture } from "../../../test/support/unit-fixture.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { DEBT_KINDS, DebtTotals } from "./debt-totals.ts";

const HOUR_MS = 3_600_000;

/** Has the sums of a fixture checked after each further command. */
function followed(core: CoreFixture): DebtTotals {
  const totals = new DebtTotals(core.state);
  core.onApplied = (words) => {
    const reader = new EventReader(words);
    while (reader.next()) totals.handlers[reader.kindIndex]?.(reader);
    const counted = new DebtTotals(core.state);
    for (const kind of DEBT_KINDS) {
      for (const currency of [USD, COIN]) {
        const sum = totals.of(kind, "live", currency);
        expect([kind, currency, sum]).toEqual([kind, currency, counted.of(kind, "live", currency)]);
      }
    }
  };
  return totals;
}

it("loans of margin accounts, their interest, repayment and losses", () => {
  const core = new LendingFixture({ dailyRateE8: 24_000_000, insurance: 100 });
  const totals = followed(core);
  const margin = (): bigint => totals.of("margin", "live", USD);
  const alice = core.borrower("alice", { usd: 1_000 });
  core.borrow(alice, USD, 500);
  // The hour in which a loan is taken is charged at once, at 1 %.
  expect(margin()).toBe(505n);
  for (let hour = 0; hour < 3; hour += 1) core.passMs(HOUR_MS);
  expect(margin()).toBe(520n);
  core.repay(alice, USD, 120);
  expect(margin()).toBe(400n);
  // She buys coins that fall to a fraction of their price: her loan is covered in the end.
  const seller = core.rich("seller");
  core.place({ user: seller, side: "sell", price: 100, size: 13 });
  core.marginOrder(alice, { side: "buy", price: 100, size: 13 });
  core.place({ user: seller, side: "buy", price: 20, size: 100 });
  core.index(20);
  for (let tick = 0; tick < 20; tick += 1) core.passMs(1_000);
  expect(margin()).toBe(0n);
});

it("loans against a pledge, repaid and ended by force", () => {
  const core = new PledgingFixture();
  const totals = followed(core);
  const pledged = (): bigint => totals.of("pledged", "live", USD);
  const alice = core.user("alice", [
    ["spot", COIN, 100],
    ["spot", USD, 10_000],
  ]);
  core.take(alice, { amount: 1_000, pledge: 20 });
  const first = core.orderId;
  expect(pledged()).toBe(1_010n);
  core.passMs(HOUR_MS);
  core.passMs(2_000);
  expect(pledged()).toBe(1_020n);
  core.repay(alice, first, { amount: 120n as never });
  expect(pledged()).toBe(900n);
  core.take(alice, { amount: 3_000, pledge: 50 });
  core.index(30);
  for (let tick = 0; tick < 5; tick += 1) core.passMs(1_000);
  expect(pledged()).toBe(0n);
});

it("loans of risk units", () => {
  const core = new UnitFixture();
  const totals = followed(core);
  const { loan, unit } = core.indebted(11_000);
  const owed = totals.of("institutional", "live", USD);
  expect(owed).toBeGreaterThanOrEqual(20_000n);
  core.passMs(HOUR_MS);
  core.passMs(2_000);
  expect(totals.of("institutional", "live", USD)).toBeGreaterThan(owed);
  core.repay(unit, loan, 5_000);
  expect(core.rejection).toBeUndefined();
  expect(totals.of("institutional", "live", USD)).toBeLessThan(owed);
  expect(new DebtTotals(core.state).of("institutional", "demo", USD)).toBe(0n);
});
