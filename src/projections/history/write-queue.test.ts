import { describe, expect, it } from "vitest";
import { longStory, STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter } from "../../../test/support/rebuilt-history.ts";
import { type SqlStatement, type SqlStore, StoreUnavailable } from "../store/sql-store.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { HistoryStore } from "./history-store.ts";
import { allRows } from "./table-sql.ts";
import { WriteQueue } from "./write-queue.ts";

/** A store whose disk is full from the `failAt`-th write on, until there is room again. */
class FullDisk implements SqlStore {
  readonly #inner = new SqliteStore(":memory:");
  failAt = Number.POSITIVE_INFINITY;
  #writes = 0;

  exec(sql: string): void {
    this.#inner.exec(sql);
  }

  prepare(sql: string): SqlStatement {
    const statement = this.#inner.prepare(sql);
    return {
      all: (params) => statement.all(params),
      run: (params) => {
        this.#writes += 1;
        if (this.#writes >= this.failAt) throw new StoreUnavailable("disk is full");
        statement.run(params);
      },
    };
  }

  transaction<T>(work: () => T): T {
    return this.#inner.transaction(work);
  }

  close(): void {
    this.#inner.close();
  }

  get writes(): number {
    return this.#writes;
  }
}

function opened(disk: FullDisk): HistoryStore {
  const history = new HistoryStore(disk, { ...STORY_SETTINGS, durableSeq: 2 ** 53 });
  history.listInstruments(STORY_SETTINGS.instruments);
  return history;
}

describe("a store that cannot write for a while", () => {
  it("keeps what came meanwhile and ends with the same rows", () => {
    const disk = new FullDisk();
    const history = opened(disk);
    const faults: string[] = [];
    const retries: (() => void)[] = [];
    const queue = new WriteQueue<Float64Array>({
      write: (words) => history.apply(words),
      report: (fault) => faults.push(fault),
      later: (retry) => retries.push(retry),
    });
    const story = longStory(21);
    disk.failAt = disk.writes + 500;
    for (const words of story.slice(0, 60)) queue.push(words);
    expect(queue.isStalled).toBe(true);
    const { appliedSeq } = history;
    retries.shift()?.();
    expect(history.appliedSeq).toBe(appliedSeq);
    disk.failAt = disk.writes + 1_500;
    retries.shift()?.();
    expect(history.appliedSeq).toBeGreaterThan(appliedSeq);
    expect(queue.isStalled).toBe(true);
    disk.failAt = Number.POSITIVE_INFINITY;
    retries.shift()?.();
    expect(queue.isStalled).toBe(false);
    expect(retries).toEqual([]);
    expect(faults).toEqual(["disk is full", "disk is full", "disk is full", ""]);
    for (const words of story.slice(60)) queue.push(words);
    const rows = HISTORY_TABLES.map((table) => [table.name, allRows(disk, table)] as const);
    expect(Object.fromEntries(rows)).toEqual(historyRowsAfter(":memory:", story, STORY_SETTINGS));
  });

  it("does not hide a broken invariant", () => {
    const queue = new WriteQueue<Float64Array>({
      write: (words) => opened(new FullDisk()).apply(words),
      report: () => expect.unreachable(),
      later: () => expect.unreachable(),
    });
    expect(() => queue.push(longStory(1)[1] ?? new Float64Array())).toThrow("in order");
  });
});
