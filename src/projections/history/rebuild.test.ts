import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { longStory, STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import {
  type HistoryRows,
  historyRowsAfter,
  joinedBlocks,
} from "../../../test/support/rebuilt-history.ts";
import { lots } from "../../core/money/units.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function built(blocks: readonly Float64Array[]): HistoryRows {
  return historyRowsAfter(":memory:", blocks, STORY_SETTINGS);
}

describe("a history that is dropped and built again", () => {
  it("has the same rows, however the events were grouped into blocks", () => {
    for (const seed of [1, 2]) {
      const batches = longStory(seed);
      const grown = built(batches);
      expect(built([joinedBlocks(batches)])).toEqual(grown);
      const half = batches.length >> 1;
      const halves = [joinedBlocks(batches.slice(0, half)), joinedBlocks(batches.slice(half))];
      expect(built(halves)).toEqual(grown);
    }
  });

  it("keeps exactly the rows within their retention", () => {
    const batches = longStory(4);
    const pruned = built(batches);
    const keepsAll = { tradesMs: 0, minuteCandlesMs: 0, hourCandlesMs: 0, userRowsMs: 0 };
    const kept = historyRowsAfter(":memory:", batches, { ...STORY_SETTINGS, retention: keepsAll });
    const [{ timeMs } = { timeMs: 0 }] = pruned["progress"] as readonly { timeMs: number }[];
    const { tradesMs, minuteCandlesMs, hourCandlesMs, userRowsMs } = STORY_SETTINGS.retention;
    const hourMs = timeMs - (timeMs % HOUR_MS);
    const dayMs = timeMs - (timeMs % DAY_MS);
    const since: Readonly<Record<string, number>> = {
      trades: hourMs - tradesMs,
      fills: dayMs - userRowsMs,
      bills: dayMs - userRowsMs,
      transfers: dayMs - userRowsMs,
      closed_positions: dayMs - userRowsMs,
      "1m": hourMs - minuteCandlesMs,
      "1H": hourMs - hourCandlesMs,
    };
    for (const table of ["trades", "fills", "bills", "transfers", "closed_positions", "candles"]) {
      const all = (kept[table] ?? []) as readonly Dated[];
      const expected = all.filter((row) => timeOf(row) >= (since[row.base ?? table] ?? 0));
      expect(expected.length, table).toBeGreaterThan(0);
      expect(expected.length, table).toBeLessThan(all.length);
      expect(pruned[table], table).toEqual(expected);
    }
  });

  it("keeps orders that are open or closed of late, however old they are", () => {
    const script = new EventScript();
    const startMs = Date.UTC(2026, 0, 1);
    for (const [at, day] of [0, 1, 39].entries()) {
      script.command(at + 1, startMs + day * DAY_MS);
      if (at === 0) {
        for (const orderId of [1024, 1025, 1026]) {
          script.emit("order_accepted", { orderId, user: 1, size: lots(1) });
        }
      } else {
        const closed = { outcome: "cancelled", reason: "user_cancelled" } as const;
        script.emit("order_closed", { orderId: 1023 + at, user: 1, ...closed });
      }
    }
    script.command(4, startMs + 40 * DAY_MS);
    const rows = built([script.take()])["orders"];
    expect(rows).toMatchObject([
      { id: 1025, status: "cancelled" },
      { id: 1026, status: "live" },
    ]);
  });
});

type Dated = { base?: string; startMs?: number; createdAtMs?: number; closedAtMs?: number };

function timeOf(row: Dated): number {
  return row.startMs ?? row.createdAtMs ?? row.closedAtMs ?? 0;
}
