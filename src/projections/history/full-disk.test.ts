import { expect, it } from "vitest";
import { FullDiskStore } from "../../../test/support/full-disk-store.ts";
import { longStory, STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter } from "../../../test/support/rebuilt-history.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { HistoryStore } from "./history-store.ts";
import { allRows } from "./table-sql.ts";

it("what a full disk refused is written by the next try, as if nothing had been", () => {
  const disk = new FullDiskStore();
  const history = new HistoryStore(disk, STORY_SETTINGS);
  history.listInstruments(STORY_SETTINGS.instruments);
  const story = longStory(21);
  let refused = 0;
  for (const [at, words] of story.entries()) {
    if (at % 10 === 5) {
      const { appliedSeq } = history;
      disk.failAt = disk.writes + 1 + (at % 7);
      expect(() => history.apply(words)).toThrow("disk is full");
      expect(history.appliedSeq).toBe(appliedSeq);
      disk.failAt = Number.POSITIVE_INFINITY;
      refused += 1;
    }
    history.apply(words);
  }
  expect(refused).toBeGreaterThan(5);
  const rows = HISTORY_TABLES.map((table) => [table.name, allRows(disk, table)] as const);
  expect(Object.fromEntries(rows)).toEqual(historyRowsAfter(":memory:", story, STORY_SETTINGS));
});
