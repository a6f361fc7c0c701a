import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter, joinedBlocks } from "../../../test/support/rebuilt-history.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [SPOT, PERPETUAL] = [0, 1];
const QUOTE = 100_000_000n;
const [HOUSE, ALICE, BOB] = [0, 10, 11];

/** A position after a fill; one of size 0 has ended. */
function position(script: EventScript, of: { user: number; id: number; size: number }): void {
  script.emit("position_changed", {
    ...{ user: of.user, positionId: of.id, instrument: PERPETUAL, size: lots(of.size) },
    positionSide: of.user === BOB ? "short" : "long",
  });
}

/** A fill of a taker on spot, for so many whole quote coins. */
function taken(script: EventScript, of: { orderId: number; size: number; value: bigint }): void {
  script.emit("order_filled", {
    ...{ user: ALICE, orderId: of.orderId, instrument: SPOT, side: "buy", role: "taker" },
    ...{ price: ticks(5), size: lots(of.size), value: atoms(of.value * QUOTE) },
  });
}

/** The samples; the rows of fills and orders, which need a whole story, are left out. */
const samplesAfter = (blocks: readonly Float64Array[]) =>
  historyRowsAfter(":memory:", blocks, { ...STORY_SETTINGS, quietUsers: [ALICE] })[
    "market_samples"
  ];

describe("samples of the accounts that hold a contract", () => {
  /** Opens in the first command, changes in the second, ends one side in the third. */
  function story(): Float64Array[] {
    const script = new EventScript();
    script.command(1, START_MS);
    position(script, { user: ALICE, id: 1025, size: 1 });
    position(script, { user: BOB, id: 1024, size: 1 });
    position(script, { user: ALICE, id: 1025, size: 3 });
    const first = script.take();
    script.command(2, START_MS + MINUTE_MS);
    position(script, { user: ALICE, id: 1025, size: 2 });
    const second = script.take();
    script.command(3, START_MS + 7 * MINUTE_MS);
    position(script, { user: ALICE, id: 1025, size: 0 });
    position(script, { user: ALICE, id: 3072, size: 1 });
    position(script, { user: ALICE, id: 3072, size: 0 });
    return [first, second, script.take()];
  }
  const rows = [
    { startMs: START_MS, longAccounts: 1, shortAccounts: 1, lastPositionId: 1025 },
    { startMs: START_MS + 5 * MINUTE_MS, longAccounts: 0, shortAccounts: 1, lastPositionId: 3072 },
  ];

  it("count each position once from its opening to its end, however the blocks are cut", () => {
    expect(samplesAfter(story())).toMatchObject(rows);
    expect(samplesAfter([joinedBlocks(story())])).toMatchObject(rows);
  });

  it("continue after a restart between the commands", () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-samples-"));
    const path = join(folder, "history.sqlite");
    const blocks = story();
    for (let count = 1; count < blocks.length; count++) {
      historyRowsAfter(path, blocks.slice(0, count), STORY_SETTINGS);
    }
    expect(historyRowsAfter(path, blocks, STORY_SETTINGS)["market_samples"]).toMatchObject(rows);
    rmSync(folder, { recursive: true });
  });

  it("leave the exchange's own positions out", () => {
    const script = new EventScript().command(1, START_MS);
    position(script, { user: HOUSE, id: 1024, size: 5 });
    expect(samplesAfter([script.take()])).toEqual([]);
  });
});

describe("samples of what takers trade", () => {
  it("class an order by all that one command executed of it", () => {
    const script = new EventScript().command(1, START_MS);
    taken(script, { orderId: 7, size: 4, value: 60_000n });
    taken(script, { orderId: 7, size: 3, value: 40_000n });
    taken(script, { orderId: 8, size: 2, value: 10_000n });
    script.command(2, START_MS + 1);
    taken(script, { orderId: 9, size: 1, value: 9_999n });
    expect(samplesAfter([script.take()])).toMatchObject([
      { instrument: SPOT, price: 5, whaleBuy: 7, dolphinBuy: 2, fishBuy: 1, fishSell: 0 },
    ]);
  });
});

describe("samples of isolated loans", () => {
  it("follow what is borrowed, repaid and covered of each coin of the pair", () => {
    const loan = { user: ALICE, wallet: "isolated_margin", instrument: SPOT + 1 } as const;
    const script = new EventScript()
      .command(1, START_MS)
      .emit("loan_borrowed", { ...loan, loanId: 1024, currency: 0, amount: atoms(900n) })
      .emit("loan_borrowed", { ...loan, loanId: 1025, currency: 1, amount: atoms(50n) })
      .emit("loan_borrowed", { ...loan, instrument: 0, loanId: 1026, amount: atoms(1n) })
      .command(2, START_MS + 1)
      .emit("loan_repaid", {
        ...{ ...loan, repayId: 2048, currency: 0 },
        ...{ interestPart: atoms(3n), principalPart: atoms(300n) },
      })
      .emit("loan_covered", {
        ...{ ...loan, coverId: 2049, currency: 1 },
        ...{ fundPaid: atoms(20n), writtenOff: atoms(30n), interestDropped: atoms(4n) },
      });
    expect(samplesAfter([script.take()])).toMatchObject([{ quoteLoan: 600n, baseLoan: 0n }]);
  });
});

describe("old samples", () => {
  it("are deleted after 31 days but for the newest, which holds the running figures", () => {
    const script = new EventScript().command(1, START_MS);
    position(script, { user: ALICE, id: 1024, size: 1 });
    script.command(2, START_MS + 10 * MINUTE_MS);
    position(script, { user: BOB, id: 2048, size: 1 });
    script.command(3, START_MS + 40 * DAY_MS);
    expect(samplesAfter([script.take()])).toMatchObject([
      { startMs: START_MS + 10 * MINUTE_MS, longAccounts: 1, shortAccounts: 1 },
    ]);
  });
});
