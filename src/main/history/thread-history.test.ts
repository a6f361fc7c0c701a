import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appendTicks } from "../../../test/support/append-ticks.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { tickEvents } from "../../../test/support/tick-events.ts";
import type { Seq } from "../../core/money/units.ts";
import { createState, type State } from "../../core/state.ts";
import { FileCommandLog } from "../../journal/file-command-log.ts";
import { Conditions } from "../../ops/conditions.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETENTION_DEFAULT } from "../../projections/history/limits.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
import type { FollowingHistory } from "./following-history.ts";
import { setAside } from "./set-aside.ts";
import { startHistoryThread } from "./start-history-thread.ts";
import { threadHistory } from "./thread-history.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-thread-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function openedLog(): Promise<FileCommandLog> {
  const log = new FileCommandLog({ directory: join(dataDir, "journal") });
  await log.open();
  return log;
}

/** A state after the last command of the journal. */
function stateAt(log: FileCommandLog): State {
  const state = createState();
  state.seq = log.durableEnd.seq as Seq;
  return state;
}

type OpenedOptions = {
  readonly journalDirectory?: string;
  readonly thread?: Worker;
  readonly isNew?: boolean;
};

function opened(
  log: FileCommandLog,
  { journalDirectory = join(dataDir, "journal"), thread, isNew = false }: OpenedOptions = {},
) {
  const ends: Error[] = [];
  const logged: string[] = [];
  const conditions = new Conditions({
    log: {
      warn: (line) => logged.push(JSON.stringify(line)),
      info: (line) => logged.push(JSON.stringify(line)),
    },
    nowMs: () => performance.now(),
  });
  const history = threadHistory({
    path: join(dataDir, "history.sqlite"),
    retention: RETENTION_DEFAULT,
    journalDirectory,
    snapshotDirectory: dataDir,
    firstSeq: 1,
    end: log.durableEnd,
    thread,
    isNew,
    onEnd: (error) => ends.push(error),
    onFault: (error) => ends.push(error),
    conditions,
  });
  return { ends, logged, conditions, history };
}

/** An empty journal beside a history that was written from another one, up to seq 2. */
async function emptyLogBesideHistory(): Promise<FileCommandLog> {
  const log = await openedLog();
  await appendTicks(log, 1, 2);
  const history = await opened(log).history;
  history.start(stateAt(log));
  await history.flush();
  await history[Symbol.asyncDispose]();
  await log.close();
  rmSync(join(dataDir, "journal"), { recursive: true });
  return openedLog();
}

/** Tells a history of the ticks `from` to `to`. */
function follow(
  history: FollowingHistory,
  { from, log, to }: { readonly from: number; readonly to: number; readonly log: FileCommandLog },
): void {
  for (let seq = from; seq <= to; seq++) {
    history.follow(tickEvents(seq), { ...log.durableEnd, seq });
  }
}

describe("a history on its own thread", () => {
  it("says how far it lags", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 2);
    const history = await opened(log).history;
    expect(history.lagMs, "of the time before the start").toBe(0);
    history.start(stateAt(log));
    await history.flush();
    await appendTicks(log, 3, 4);
    const seq = 6;
    follow(history, { from: 3, to: seq, log });
    expect([history.appliedSeq, history.lagMs]).toEqual([2, 4_000]);
    expect(await history.flush()).toBe(seq);
    expect(history.lagMs).toBe(0);
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("resumes where it ended and follows the journal up to the announced end", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 3);
    const first = opened(log);
    const history = await first.history;
    history.start(stateAt(log));
    expect(await history.flush()).toBe(3);
    await appendTicks(log, 4, 2);
    expect(await history.flush()).toBe(3);
    follow(history, { from: 4, to: 4, log });
    expect(await history.flush()).toBe(4);
    follow(history, { from: 5, to: 5, log });
    await eventually("all is applied", () => history.appliedSeq === 5);
    expect(history.appliedMs).toBe(5_000);
    await history[Symbol.asyncDispose]();
    await expect(history.flush()).rejects.toMatchObject({ code: "closed" });
    const second = await opened(log).history;
    expect(second.appliedSeq).toBe(5);
    await second[Symbol.asyncDispose]();
    await log.close();
    expect(first.ends).toEqual([]);
  });

  it("writes new rows at once for a query that needs them", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 1);
    const history = await opened(log).history;
    history.start(stateAt(log));
    await history.flush();
    await appendTicks(log, 2, 2);
    // Without timers nothing but a query reports the new end.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      follow(history, { from: 2, to: 3, log });
      const query = { instruments: [], fromMs: 0, tradesMax: 1 };
      expect(await history.recentMarkets(query)).toMatchObject({ appliedSeq: 3 });
    } finally {
      vi.useRealTimers();
    }
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("opens on a thread that was started before, and on a new one where that has ended", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 3);
    const thread = startHistoryThread();
    const ended = startHistoryThread();
    await ended.terminate();
    for (const started of [thread, ended]) {
      const { ends, history } = opened(log, { thread: started });
      const one = await history;
      one.start(stateAt(log));
      expect(await one.flush()).toBe(3);
      await one[Symbol.asyncDispose]();
      expect(ends).toEqual([]);
    }
    expect(thread.threadId).toBe(-1);
    await log.close();
  });

  it.each([
    ["when it is launched", true],
    ["for a request", false],
  ])("opens a new history after the start, %s", async (_when, isLaunched) => {
    const log = await openedLog();
    const { ends, history } = opened(log, { isNew: true });
    const one = await history;
    one.start(stateAt(log));
    await appendTicks(log, 1, 3);
    follow(one, { from: 1, to: 3, log });
    expect(readdirSync(dataDir)).not.toContain("history.sqlite");
    if (isLaunched) one.launch();
    const { appliedSeq } = await one.recentMarkets({ instruments: [], fromMs: 0, tradesMax: 1 });
    expect(appliedSeq).toBe(3);
    expect(await one.flush()).toBe(3);
    await one[Symbol.asyncDispose]();
    await log.close();
    expect(ends).toEqual([]);
  });

  it("needs no journal for events that it was handed over", async () => {
    const log = await openedLog();
    const { ends, history } = opened(log, {
      journalDirectory: join(dataDir, "absent"),
      isNew: true,
    });
    const one = await history;
    one.start(stateAt(log));
    for (let seq = 1; seq <= 3; seq++) {
      await appendTicks(log, seq, 1);
      follow(one, { from: seq, to: seq, log });
      expect(await one.flush()).toBe(seq);
    }
    await one[Symbol.asyncDispose]();
    await log.close();
    expect(ends).toEqual([]);
  });

  it("writes nothing of a new history that is closed before it is launched", async () => {
    const log = await openedLog();
    const { history } = opened(log, { isNew: true });
    const one = await history;
    one.start(stateAt(log));
    await one[Symbol.asyncDispose]();
    one.launch();
    await expect(one.flush()).rejects.toMatchObject({ code: "closed" });
    expect(readdirSync(dataDir)).not.toContain("history.sqlite");
    await log.close();
  });

  it("refuses the requests that wait for a new history that cannot be opened", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 1);
    const { conditions, history } = opened(log, { isNew: true });
    const one = await history;
    one.start(stateAt(log));
    mkdirSync(join(dataDir, "history.sqlite"));
    await expect(one.flush()).rejects.toMatchObject({ code: "storage" });
    expect(conditions.isActive("history_unwritable")).toBe(true);
    rmSync(join(dataDir, "history.sqlite"), { recursive: true });
    await eventually("it is opened", () => one.appliedSeq === 1);
    expect(await one.flush()).toBe(1);
    await one[Symbol.asyncDispose]();
    await log.close();
  });

  it("sets aside a foreign file at the place of a new history", async () => {
    const empty = await emptyLogBesideHistory();
    const { ends, logged, history } = opened(empty, { isNew: true });
    const one = await history;
    one.start(stateAt(empty));
    one.launch();
    await eventually("it is set aside", () => logged.join().includes("history.sqlite.damaged-"));
    expect(await eventually("it is open", async () => [await one.flush()])).toEqual([0]);
    expect(ends).toEqual([]);
    await one[Symbol.asyncDispose]();
    await empty.close();
  });

  it("does not open a file that is ahead of the journal", async () => {
    const empty = await emptyLogBesideHistory();
    const path = join(dataDir, "history.sqlite");
    await expect(opened(empty).history).rejects.toMatchObject({
      historySeq: 2,
      journalSeq: 0,
      path,
      message:
        `the journal ends at seq 0, yet ${path} has rows up to seq 2: ` +
        "restore the end of the journal from a copy",
    });
    await empty.close();
  });

  it("turns off and reports it when the journal cannot be read", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 2);
    const {
      conditions,
      ends,
      history: opening,
    } = opened(log, {
      journalDirectory: join(dataDir, "absent"),
    });
    const history = await opening;
    history.start(stateAt(log));
    await expect(history.flush()).rejects.toMatchObject({ code: "storage" });
    await eventually("it is off", () => conditions.isActive("history_off"));
    expect(ends).toEqual([]);
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("leaves a readable store after closing", async () => {
    const log = await openedLog();
    await appendTicks(log, 1, 2);
    const history = await opened(log).history;
    history.start(stateAt(log));
    await history.flush();
    await history[Symbol.asyncDispose]();
    await log.close();
    const storeOptions = { quietUsers: [], retention: RETENTION_DEFAULT };
    const store = new HistoryStore(new SqliteStore(join(dataDir, "history.sqlite")), storeOptions);
    expect([store.appliedSeq, store.appliedMs]).toEqual([2, 2_000]);
    store.close();
  });

  it.each([
    ["lost a table", "DROP TABLE fills"],
    ["has pages of zeros", ""],
  ])("rebuilds a file that %s", async (_name, sql) => {
    const log = await openedLog();
    await appendTicks(log, 1, 200);
    const first = await opened(log).history;
    first.start(stateAt(log));
    await first.flush();
    await first[Symbol.asyncDispose]();
    const path = join(dataDir, "history.sqlite");
    if (sql === "") {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, 4096, 3 * 4096));
    } else {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    }
    const { conditions, ends, logged, history: opening } = opened(log);
    const history = await opening;
    history.start(stateAt(log));
    await eventually("all is applied", () => history.appliedSeq === 200);
    await eventually("the condition ends", () => !conditions.isActive("history_rebuilding"));
    expect(logged.join()).toContain("history.sqlite.damaged-");
    expect(ends).toEqual([]);
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("keeps the newest two damaged files", async () => {
    const path = join(dataDir, "history.sqlite");
    const names: (string | undefined)[] = [];
    const removed: string[] = [];
    for (let seq = 10; seq < 14; seq++) {
      writeFileSync(path, "damaged");
      writeFileSync(`${path}-wal`, "its log");
      const aside = await setAside(path, seq);
      names.push(aside.name);
      removed.push(...aside.removed);
    }
    expect(removed).toEqual(names.slice(0, 2));
    const kept = names.slice(2).flatMap((name) => [name, `${name}-wal`]);
    expect(readdirSync(dataDir).sort()).toEqual(kept);
  });
});
