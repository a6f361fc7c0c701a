/** Counts of liquidations, deleveraging, funds, funding, rejections and halts. */
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import { atoms } from "../../core/money/units.ts";
import { DebtTotals } from "./debt-totals.ts";
import { EventCounts } from "./event-counts.ts";
import type { LabelledCounts } from "./labelled-counts.ts";

function counted(core: CoreFixture): EventCounts {
  const counts = new EventCounts(core.state, new DebtTotals(core.state));
  core.onApplied = (words) => counts.onBatch(words);
  return counts;
}

function rows(counts: LabelledCounts<string>): (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  counts.forEach((labels, count) => {
    if (count !== 0) found.push([Object.values(labels).join(" "), count]);
  });
  return found;
}

/** Victim that bought 100 at 1,000 with 6,000 USD from another, and an index fallen to 944. */
function fallen(victimName: string): EventCounts {
  const core = new CoreFixture({ takerRateE6: 600 });
  const counts = counted(core);
  core.index(1_000);
  const other = core.rich("mallory");
  const victim = core.user(victimName, [["usdt_futures", USD, 6_000]]);
  core.place({ user: other, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
  core.place({ user: victim, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
  core.index(944);
  for (let tick = 0; tick < 10; tick += 1) core.passMs(0);
  return counts;
}

it("series with few labels begin at 0", () => {
  const counts = counted(new CoreFixture());
  const begun: string[] = [];
  counts.deleveragings.forEach(({ category, owner }, count) => {
    if (count === 0) begun.push(`${category} ${owner}`);
  });
  expect(begun).toHaveLength(12);
  expect(begun).toContain("usdt_futures user");
});

describe("a liquidation", () => {
  it("raises its counts by one, for the product and for the deleveraged user", () => {
    const { deleveragings, fundDraws, liquidationSteps, liquidations } = fallen("victim");
    expect(rows(liquidations)).toEqual([["usdt_futures user", 1]]);
    expect(rows(liquidationSteps)).toEqual([["usdt_futures user", 1]]);
    expect(rows(deleveragings)).toEqual([["usdt_futures user", 1]]);
    expect(rows(fundDraws)).toEqual([]);
  });

  it("of an agent counts apart from the user whose position is deleveraged", () => {
    const { deleveragings, liquidations } = fallen("agent-crowd-1");
    expect(rows(liquidations)).toEqual([["usdt_futures agent", 1]]);
    expect(rows(deleveragings)).toEqual([["usdt_futures user", 1]]);
  });
});

it("a shortfall counts as a draw on the fund, with its amount", () => {
  const core = new CoreFixture({ takerRateE6: 600 });
  const counts = counted(core);
  core.index(1_000);
  const bob = core.rich("bob");
  const victim = core.user("victim", [["usdt_futures", USD, 6_000]]);
  core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
  core.place({ user: victim, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
  const fund = { realm: "live", wallet: "insurance_fund", currency: USD } as const;
  core.run({ kind: "endow", ...fund, amount: atoms(20_000n) });
  const deliveryAtMs = core.state.timeMs + 7_200_000;
  core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
  core.passMs(7_199_000);
  core.index(800);
  for (const ms of [1_000, 0, 1_000]) core.passMs(ms);
  // Delivered at 800 before the account could be liquidated: 5,940 − 20,000 = −14,060.
  expect(rows(counts.fundDraws)).toEqual([["usdt_futures", 1]]);
  expect(rows(counts.fundPaid)).toEqual([["live USD", 14_060]]);
});

it("a payment of the exchange's own account for a fund counts apart", () => {
  const core = new CoreFixture();
  const counts = counted(core);
  const batch = new EventBuffer();
  batch.write("fund_moved", {
    ...{ moveId: 1, reason: "backstop", isPaidIn: true, liquidationId: 0, user: 0 },
    ...{ wallet: "house", currency: USD, amount: atoms(70n) },
    ...{ balance: atoms(-70n), fundBalance: atoms(0n) },
  });
  counts.onBatch(batch.copyWords());
  expect(rows(counts.fundBackstopped)).toEqual([["live USD", 70]]);
  expect(rows(counts.fundDraws)).toEqual([]);
});

it("a loan without collateral counts as a liquidation and as a loss of fund and pool", () => {
  const core = new LendingFixture({ insurance: 50 });
  const counts = counted(core);
  const alice = core.borrower("alice", { usd: 1_000 });
  core.borrow(alice, USD, 1_000);
  const seller = core.rich("seller");
  core.place({ user: seller, side: "sell", price: 100, size: 20 });
  core.marginOrder(alice, { side: "buy", price: 100, size: 20 });
  core.place({ user: seller, side: "buy", price: 20, size: 100 });
  core.index(20);
  for (let tick = 0; tick < 20; tick += 1) core.passMs(1_000);
  expect(rows(counts.liquidations)).toEqual([["isolated_margin user", 1]]);
  expect(rows(counts.fundDraws)).toEqual([["isolated_margin", 1]]);
  const [[paidBy, paid] = ["", 0]] = rows(counts.fundPaid);
  const [[lostBy, lost] = ["", 0]] = rows(counts.poolLosses);
  expect([paidBy, lostBy]).toEqual(["live USD", "live USD"]);
  expect([paid > 0, lost > 0]).toEqual([true, true]);
  expect(BigInt(lost)).toBe(1_000_000n - core.state.lending.poolFunds.of("live", USD));
});

it("rejections count by what was rejected, reason and owner", () => {
  const core = new CoreFixture();
  const counts = counted(core);
  const [alice, agent] = [core.user("alice"), core.user("agent-noise-live-1")];
  for (const user of [alice, alice, agent]) {
    core.place({ user, side: "buy", price: 100, size: 1 });
  }
  core.transfer({ user: alice, from: "spot", to: "funding", currency: COIN, amount: 5 });
  expect(rows(counts.rejections)).toEqual([
    ["order insufficient_available user", 2],
    ["order insufficient_available agent", 1],
    ["command insufficient_available user", 1],
  ]);
});

it("halts count, and a resumption does not", () => {
  const core = new CoreFixture();
  const counts = counted(core);
  for (const status of ["halted", "online", "halted"] as const) {
    core.run({ kind: "set_instrument_status", instrument: SPOT, status });
  }
  expect(rows(counts.halts)).toEqual([["spot", 2]]);
});

it("settlements of funding count by contract, payments by position", () => {
  const core = new CoreFixture();
  const counts = counted(core);
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  core.place({ user: alice, instrument: LINEAR, side: "sell", price: 105, size: 5_000 });
  core.place({ user: bob, instrument: LINEAR, side: "buy", price: 105, size: 5_000 });
  for (let hour = 0; hour < 9; hour += 1) {
    core.index(100);
    core.passMs(3_600_000);
  }
  for (let tick = 0; tick < 5; tick += 1) core.passMs(100);
  const settlements = new Map(rows(counts.fundingSettlements));
  expect(settlements.get("usdt_futures")).toBeGreaterThan(0);
  expect(settlements.get("coin_futures")).toBe(settlements.get("usdt_futures"));
  const paid = 2 * (settlements.get("usdt_futures") ?? 0);
  expect(rows(counts.fundingPayments)).toEqual([["usdt_futures", paid]]);
});
