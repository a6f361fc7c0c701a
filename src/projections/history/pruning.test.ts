/** What the history reports of deleted rows of users. */
import { describe, expect, it } from "vitest";
import { FullDiskStore } from "../../../test/support/full-disk-store.ts";
import { longStory, STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { StoreUnavailable } from "../store/sql-store.ts";
import { HistoryStore } from "./history-store.ts";
import type { RemovedRows } from "./limits.ts";

const BATCHES = longStory(4);

function rowsIn(store: SqlStore): number {
  const tables = store.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all([]);
  return tables
    .map(([name]) => store.prepare(`SELECT COUNT(*) FROM "${name}"`).all([])[0]?.[0])
    .reduce<number>((sum, count) => sum + Number(count), 0);
}

/** Writes the story; returns the number of rows that remain and what was reported as removed. */
function written(userRowsMs: number, failsAfterWrites?: number) {
  const store = new FullDiskStore();
  const removed: RemovedRows[] = [];
  const history = new HistoryStore(store, {
    quietUsers: STORY_SETTINGS.quietUsers,
    retention: { ...STORY_SETTINGS.retention, userRowsMs },
    onRemoved: (rows) => removed.push(rows),
  });
  history.listInstruments(STORY_SETTINGS.instruments);
  let failures = 0;
  for (const words of BATCHES) {
    if (failsAfterWrites !== undefined) {
      store.failAt = store.writes + failsAfterWrites;
      try {
        history.apply(words);
        continue;
      } catch (thrown) {
        if (!(thrown instanceof StoreUnavailable)) throw thrown;
        failures += 1;
      } finally {
        store.failAt = Number.POSITIVE_INFINITY;
      }
    }
    history.apply(words);
  }
  return { rows: rowsIn(store), removed, failures };
}

const sumOf = (removed: readonly RemovedRows[]): number =>
  removed.reduce((sum, { rows }) => sum + rows, 0);

describe("the report of deleted rows of users", () => {
  const whole = written(0);
  const pruned = written(STORY_SETTINGS.retention.userRowsMs);

  it("counts exactly the rows that are missing, by day", () => {
    expect(whole.removed).toEqual([]);
    expect(sumOf(pruned.removed)).toBe(whole.rows - pruned.rows);
    expect(sumOf(pruned.removed)).toBeGreaterThan(100);
    const days = pruned.removed.map(({ beforeMs }) => beforeMs);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it("does not count what the store took back", () => {
    const retried = written(STORY_SETTINGS.retention.userRowsMs, 60);
    expect(retried.failures).toBeGreaterThan(3);
    expect(retried.removed).toEqual(pruned.removed);
    expect(retried.rows).toBe(pruned.rows);
  });
});
