import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter, joinedBlocks } from "../../../test/support/rebuilt-history.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";

const DAY_MS = 86_400_000;
const START_MS = 20_000 * DAY_MS;
const ID = 1024;
const USER = 5;

function story(): Float64Array[] {
  const script = new EventScript();
  const begun = script
    .command(1, START_MS)
    .emit("liquidation_started", {
      ...{ liquidationId: ID, user: USER, scope: "crossed", wallet: "usdt_futures" },
      ...{ equity: atoms(5n), maintenance: atoms(7n) },
    })
    .emit("position_liquidated", {
      ...{ liquidationId: ID, user: USER, orderId: ID + 1, positionSide: "long" },
      ...{ step: "offset", taker: "own", mark: ticks(8), price: ticks(9), size: lots(3) },
    })
    .take();
  const ended = script
    .command(2, START_MS + 1_000)
    .emit("fund_moved", {
      ...{ moveId: 2 * 1024, liquidationId: ID, user: USER, wallet: "usdt_futures" },
      ...{ reason: "shortfall", isPaidIn: false, amount: atoms(2n) },
    })
    .emit("fund_moved", {
      ...{ moveId: 2 * 1024 + 1, liquidationId: 0, user: USER, wallet: "usdt_futures" },
      ...{ reason: "fees", isPaidIn: true, amount: atoms(1n) },
    })
    .emit("liquidation_ended", {
      ...{ liquidationId: ID, user: USER, outcome: "closed", equity: atoms(-1n) },
    })
    .take();
  return [begun, ended];
}

describe("a liquidation", () => {
  it("is one row, with netting among its parts and the payments of its id alone", () => {
    for (const blocks of [story(), [joinedBlocks(story())]]) {
      const rows = historyRowsAfter(":memory:", blocks, STORY_SETTINGS);
      expect(rows["liquidations"]).toMatchObject([
        {
          ...{ user: USER, id: ID, scope: "crossed", equity: 5n, maintenance: 7n },
          ...{ state: "closed", endEquity: -1n },
          ...{ createdAtMs: START_MS, endedAtMs: START_MS + 1_000 },
        },
      ]);
      expect(rows["liquidation_parts"]).toMatchObject([
        { id: ID + 1, liquidationId: ID, taker: "own", mark: 8, price: 9, size: 3 },
      ]);
      expect(rows["liquidation_payments"]).toMatchObject([
        { id: 2 * 1024, liquidationId: ID, reason: "shortfall", isPaidIn: false, amount: 2n },
      ]);
    }
  });
});
