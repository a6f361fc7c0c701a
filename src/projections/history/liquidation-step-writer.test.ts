import { beforeEach, expect, it } from "vitest";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import { UNWIND_MISSES_MAX, UNWIND_RETRY_MS } from "../../core/base/limits.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { instrumentRow } from "./history.ts";
import { HistoryStore } from "./history-store.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import { LIQUIDATION_STEPS_TABLE } from "./liquidation-step-table.ts";
import { allRows } from "./table-sql.ts";
import { UNWINDS } from "./tables.ts";

const TERMS = { leverage: 5, maintenanceE6: 50_000, feeE6: 0, insurance: 15_580 } as const;

let core: LendingFixture;
let store: SqliteStore;
let history: HistoryStore;
let seq: number;
let alice: number;

/** Passes events of loans to the history as those of one command. */
function record(events: readonly CoreEvent[]): void {
  const buffer = new EventBuffer();
  seq += 1;
  buffer.write("command_applied", { seq, timeMs: core.state.timeMs, command: "tick" });
  for (const event of events) {
    if (/^(unwind|loan|collateral)_/.test(event.kind)) buffer.write(event.kind, event as never);
  }
  history.apply(buffer.copyWords());
}

/** Alice has 50 coins and a debt of 40,000; the book is empty. */
function openedWith(quietUsers: readonly number[]): void {
  core = new LendingFixture(TERMS);
  core.index(1_000);
  alice = core.borrower("alice", { usd: 10_000 });
  const bob = core.rich("bob");
  core.place({ user: bob, side: "sell", price: 1_000, size: 50 });
  core.marginOrder(alice, { side: "buy", price: 1_000, size: 50, loanType: "auto_borrow" });
  seq = 0;
  store = new SqliteStore(":memory:");
  history = new HistoryStore(store, { quietUsers, retention: RETENTION_DEFAULT });
  const { currencies, instruments } = core.state;
  history.listInstruments(instruments.map((one) => instrumentRow(one, currencies)));
}

function passSteps(count: number, index: number): void {
  for (let step = 0; step < count; step++) {
    core.index(index);
    record(core.passMs(UNWIND_RETRY_MS));
  }
}

function stepRows() {
  return allRows(store, LIQUIDATION_STEPS_TABLE).map(({ id: _, createdAtMs: __, ...row }) => row);
}

beforeEach(() => openedWith([]));

it("a forced sale leaves its swaps, its repayment and what fund and pool bore", () => {
  passSteps(UNWIND_MISSES_MAX + 1, 820);
  const [unwind] = allRows(store, UNWINDS);
  const own = { user: alice, liquidationId: unwind?.id };
  const none = { toCurrency: 0, toAmount: 0n, interest: 0n, poolLoss: 0n };
  // 20 coins at 820 less 5 % empty the fund; later it takes the other 30.
  const swap = { ...own, ...none, kind: "fund_swap", currency: COIN, toCurrency: USD } as const;
  expect(stepRows()).toEqual([{ ...swap, amount: 20n, toAmount: 15_580n }]);
  core.endow("insurance_fund", USD, 23_370);
  passSteps(2, 820);
  expect(allRows(store, UNWINDS)).toMatchObject([{ state: "failed", isForced: true }]);
  expect(stepRows()).toEqual([
    { ...swap, amount: 20n, toAmount: 15_580n },
    { ...swap, amount: 30n, toAmount: 23_370n },
    { ...own, ...none, kind: "repayment", currency: USD, amount: 38_950n },
    { ...own, ...none, kind: "cover", currency: USD, amount: 0n, poolLoss: 1_050n },
  ]);
});

it("a flash repayment leaves none", () => {
  const { instrument, wallet } = core.account;
  record(core.run({ kind: "flash_repay", user: alice, wallet, instrument, currency: 0 }));
  passSteps(UNWIND_MISSES_MAX + 3, 1_000);
  expect(allRows(store, UNWINDS)).toMatchObject([{ isForced: false }]);
  expect(stepRows()).toEqual([]);
});

it("a user whose rows are not kept has none", () => {
  openedWith([alice]);
  passSteps(UNWIND_MISSES_MAX + 3, 820);
  expect(stepRows()).toEqual([]);
});
