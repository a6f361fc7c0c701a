import { describe, expect, it } from "vitest";
import { longStory, STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import {
  type HistoryRows,
  historyRowsAfter,
  joinedBlocks,
} from "../../../test/support/rebuilt-history.ts";

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

  it("tells every table of the story, pruned to its retention", () => {
    const batches = longStory(4);
    const pruned = built(batches);
    const keepsAll = { tradesMs: 0, minuteCandlesMs: 0, hourCandlesMs: 0, userRowsMs: 0 };
    const kept = historyRowsAfter(":memory:", batches, { ...STORY_SETTINGS, retention: keepsAll });
    const told = ["orders", "fills", "trades", "bills", "transfers", "closed_positions", "candles"];
    for (const table of told) {
      const [few, all] = [pruned[table] ?? [], kept[table] ?? []];
      expect(few.length, table).toBeGreaterThan(0);
      expect(few.length, table).toBeLessThan(all.length);
      const texts = new Set(all.map((row) => text(row)));
      for (const row of few) expect(texts.has(text(row)), table).toBe(true);
    }
  });
});

function text(row: unknown): string {
  return JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value));
}
