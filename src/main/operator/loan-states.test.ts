import { expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import type { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import { PledgingFixture } from "../../../test/support/pledging-fixture.ts";
import { UnitFixture } from "../../../test/support/unit-fixture.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { LoanStates } from "../../ops/user-read-rows.ts";
import { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { LiveOrders } from "../../projections/live/live-orders.ts";
import { loanStates } from "./loan-states.ts";

const NONE: LoanStates = { margin: [], unified: [], pledged: [], institutional: [] };

function loansOf({ state }: CoreFixture, index: number): LoanStates {
  const accounts = new LiveAccounts(state, new LiveOrders());
  const user = accounts.user(index);
  if (user === undefined) throw new Error(`a user of the fixture, got ${index}`);
  return loanStates(accounts, user);
}

it("a debt of isolated margin names its instrument, one of crossed margin none", () => {
  for (const isCrossed of [false, true]) {
    const core = new LendingFixture({ isCrossed, dailyRateE8: 24_000_000 });
    core.index(100);
    const alice = core.borrower("alice", { usd: 1_000 });
    expect(loansOf(core, alice)).toEqual(NONE);
    core.borrow(alice, COIN, 20);
    const wallet = isCrossed ? "crossed_margin" : "isolated_margin";
    const { margin, ...others } = loansOf(core, alice);
    expect(others).toEqual({ unified: [], pledged: [], institutional: [] });
    expect(margin).toMatchObject([
      { wallet, principal: "20", dailyRate: "0.24", interest: "1", riskRate: "0.7" },
    ]);
    expect(margin.map(({ symbol }) => symbol !== "")).toEqual([!isCrossed]);
  }
});

it("a coin below zero in a unified account is a debt", () => {
  const core = new BorrowingFixture({ usd: 1_000, dailyRateE8: 24_000_000 });
  expect(loansOf(core, core.alice)).toEqual(NONE);
  core.trade("buy", 20);
  expect(core.rejection).toBeUndefined();
  expect(loansOf(core, core.alice)).toEqual({
    ...NONE,
    unified: [{ coin: "USD", debt: "1000", owed: "1000", interestFree: "0", dailyRate: "0.24" }],
  });
});

it("a loan against a pledge has its debt, pledge, ratio and end", () => {
  const core = new PledgingFixture();
  core.index(100);
  const alice = core.user("alice", [["spot", COIN, 10]]);
  core.take(alice, { pledge: 10, amount: 500, period: "short" });
  expect(core.rejection).toBeUndefined();
  const { pledged, ...others } = loansOf(core, alice);
  expect(others).toEqual({ margin: [], unified: [], institutional: [] });
  expect(pledged).toMatchObject([
    {
      ...{ coin: "USD", principal: "500", pledgeCoin: "COIN", pledge: "10", period: "short" },
      ...{ debt: "505", rate: "0.505", forcedRate: "0.83" },
    },
  ]);
  const [loan] = pledged;
  const span = Date.parse(loan?.expiresAt ?? "") - Date.parse(loan?.takenAt ?? "");
  expect(span).toBe(168 * 3_600_000);
});

it("a loan of a risk unit is one of the unit's account and of the users bound to it", () => {
  const core = new UnitFixture({ dailyRateE8: 0 });
  core.index(100);
  const { unit } = core.indebted();
  const bound = core.user("bound", [], { parent: unit + 1 });
  expect(loansOf(core, bound)).toEqual(NONE);
  core.bind(unit, unit, bound);
  const { institutional } = loansOf(core, bound);
  expect(institutional).toMatchObject([
    { unitUid: uidOf(unit), coin: "USD", principal: "20000", interest: "0" },
  ]);
  expect(loansOf(core, unit).institutional).toEqual(institutional);
});
