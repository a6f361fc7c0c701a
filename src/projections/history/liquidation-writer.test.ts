import { expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter, joinedBlocks } from "../../../test/support/rebuilt-history.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = 20_000 * DAY_MS;

/** A command at an hour in which so much was paid into the fund of coin 0, or out of it. */
function moved(script: EventScript, seq: number, hours: number, amount: bigint): Float64Array {
  const isPaidIn = amount > 0n;
  return script
    .command(seq, START_MS + hours * HOUR_MS)
    .emit("fund_moved", {
      moveId: seq * 1024,
      reason: isPaidIn ? "surplus" : "shortfall",
      isPaidIn,
      user: 5,
      wallet: "usdt_futures",
      amount: atoms(isPaidIn ? amount : -amount),
    })
    .take();
}

it("the funds' movements are summed by hour and by day, however the blocks are cut", () => {
  const script = new EventScript();
  const blocks = [
    moved(script, 1, 1, 500n),
    moved(script, 2, 1.5, -200n),
    moved(script, 3, 3, 50n),
    moved(script, 4, 30, 7n),
  ];
  const row = (hours: number, at: number, amount: bigint, balance: bigint) => {
    const startMs = START_MS + at * HOUR_MS;
    return { realm: "live", currency: 0, hours, startMs, amount, balance };
  };
  const wanted = [
    row(1, 1, 300n, 300n),
    row(1, 3, 50n, 350n),
    row(1, 30, 7n, 357n),
    row(24, 0, 350n, 350n),
    row(24, 24, 7n, 357n),
  ];
  for (const cut of [blocks, [joinedBlocks(blocks)]]) {
    expect(historyRowsAfter(":memory:", cut, STORY_SETTINGS)["fund_periods"]).toEqual(wanted);
  }
});

it("the balance outlives the hours that are pruned", () => {
  const script = new EventScript();
  const blocks = [moved(script, 1, 1, 500n), moved(script, 2, 40 * 24, -100n)];
  const rows = historyRowsAfter(":memory:", blocks, STORY_SETTINGS)["fund_periods"];
  expect(rows).toMatchObject([
    { hours: 1, amount: -100n, balance: 400n },
    { hours: 24, amount: 500n, balance: 500n },
    { hours: 24, amount: -100n, balance: 400n },
  ]);
});

it("what a fund pays of a loan that its pledge did not repay is a movement of the fund", () => {
  const script = new EventScript();
  const paidIn = moved(script, 1, 1, 500n);
  const forced = {
    ...{ forceId: 2_048, loanId: 1_024, user: 5, wallet: "spot" as const },
    ...{ fundPaid: atoms(80n), writtenOff: atoms(3n), interestDropped: atoms(2n) },
  };
  const paid = script
    .command(2, START_MS + HOUR_MS)
    .emit("pledged_loan_forced", forced)
    .take();
  const rows = historyRowsAfter(":memory:", [paidIn, paid], STORY_SETTINGS);
  expect(rows["fund_periods"]).toMatchObject([
    { hours: 1, amount: 420n, balance: 420n },
    { hours: 24, amount: 420n, balance: 420n },
  ]);
  expect(rows["liquidation_steps"]).toMatchObject([
    {
      ...{ user: 5, id: 2_048, liquidationId: 1_024, kind: "cover" },
      ...{ amount: 80n, interest: 2n, poolLoss: 3n },
    },
  ]);
});

it("a liquidated part is a row, but netting is none", () => {
  const script = new EventScript().command(1, START_MS);
  for (const [taker, orderId] of [
    ["own", 1024],
    ["fund", 1025],
  ] as const) {
    const part = { orderId, taker, user: 5, positionSide: "long", step: "close" } as const;
    script.emit("position_liquidated", { ...part, price: ticks(9), size: lots(3) });
  }
  const rows = historyRowsAfter(":memory:", [script.take()], STORY_SETTINGS)["liquidated"];
  expect(rows).toMatchObject([{ id: 1025, taker: "fund", price: 9, size: 3 }]);
});
