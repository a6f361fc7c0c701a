import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { ByteWriter } from "../../core/base/bytes.ts";
import { encodeCommand } from "../../core/commands/command-codec.ts";
import type { Command } from "../../core/commands/commands.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import type { Seq, TimeMs } from "../../core/money/units.ts";
import { FileCommandLog } from "../../journal/file-command-log.ts";
import { beginPayload } from "../../journal/state-machine.ts";
import { Conditions } from "../../ops/conditions.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETENTION_DEFAULT } from "../../projections/history/limits.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
import { CORE_CODEC } from "../core-machine.ts";
import { setAside } from "./set-aside.ts";
import { startHistoryThread } from "./start-history-thread.ts";
import { threadHistory } from "./thread-history.ts";

const NO_EVENTS = new Float64Array(0);

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

type OpenedOptions = {
  readonly journalDirectory?: string;
  readonly thread?: Worker;
  readonly isNew?: boolean;
};

/** Appends ticks from `seq` on, one batch each. */
async function append(log: FileCommandLog, seq: number, count: number): Promise<void> {
  for (let next = seq; next < seq + count; next++) {
    const timeMs = next * 1_000;
    const writer = new ByteWriter();
    const tick: Command = { kind: "tick", seq: next as Seq, timeMs: timeMs as TimeMs };
    beginPayload(CORE_CODEC, writer);
    encodeCommand(tick, writer);
    await log.append(next, 1, { firstSeq: next, count: 1, timeMs, payload: writer.bytes() });
  }
}

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
  await append(log, 1, 2);
  const history = await opened(log).history;
  history.start();
  await history.flush();
  await history[Symbol.asyncDispose]();
  await log.close();
  rmSync(join(dataDir, "journal"), { recursive: true });
  return openedLog();
}

/** The events of a tick. */
function tickEvents(seq: number): Float64Array {
  const events = new EventBuffer();
  events.write("command_applied", { seq, timeMs: seq * 1_000, command: "tick" });
  return events.copyWords();
}

describe("a history on its own thread", () => {
  it("says how far it lags", async () => {
    const log = await openedLog();
    await append(log, 1, 2);
    const history = await opened(log).history;
    expect(history.lagMs, "of the time before the start").toBe(0);
    history.start();
    await history.flush();
    await append(log, 3, 4);
    const seq = 6;
    history.follow(tickEvents(seq), log.durableEnd);
    expect([history.appliedSeq, history.lagMs]).toEqual([2, 4_000]);
    expect(await history.flush()).toBe(seq);
    expect(history.lagMs).toBe(0);
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("resumes where it ended and follows the journal up to the announced end", async () => {
    const log = await openedLog();
    await append(log, 1, 3);
    const first = opened(log);
    const history = await first.history;
    history.start();
    expect(await history.flush()).toBe(3);
    await append(log, 4, 2);
    expect(await history.flush()).toBe(3);
    history.follow(NO_EVENTS, { ...log.durableEnd, seq: 4 });
    expect(await history.flush()).toBe(4);
    history.follow(NO_EVENTS, log.durableEnd);
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
    await append(log, 1, 1);
    const history = await opened(log).history;
    history.start();
    await history.flush();
    await append(log, 2, 2);
    // Without timers nothing but a query reports the new end.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      history.follow(tickEvents(3), log.durableEnd);
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
    await append(log, 1, 3);
    const thread = startHistoryThread();
    const ended = startHistoryThread();
    await ended.terminate();
    for (const started of [thread, ended]) {
      const { ends, history } = opened(log, { thread: started });
      const one = await history;
      one.start();
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
    one.start();
    await append(log, 1, 3);
    one.follow(NO_EVENTS, log.durableEnd);
    expect(readdirSync(dataDir)).not.toContain("history.sqlite");
    if (isLaunched) one.launch();
    const { appliedSeq } = await one.recentMarkets({ instruments: [], fromMs: 0, tradesMax: 1 });
    expect(appliedSeq).toBe(3);
    expect(await one.flush()).toBe(3);
    await one[Symbol.asyncDispose]();
    await log.close();
    expect(ends).toEqual([]);
  });

  it("writes nothing of a new history that is closed before it is launched", async () => {
    const log = await openedLog();
    const { history } = opened(log, { isNew: true });
    const one = await history;
    one.start();
    await one[Symbol.asyncDispose]();
    one.launch();
    await expect(one.flush()).rejects.toMatchObject({ code: "closed" });
    expect(readdirSync(dataDir)).not.toContain("history.sqlite");
    await log.close();
  });

  it("refuses the requests that wait for a new history that cannot be opened", async () => {
    const log = await openedLog();
    await append(log, 1, 1);
    const { conditions, history } = opened(log, { isNew: true });
    const one = await history;
    one.start();
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
    one.start();
    one.launch();
    await eventually("it is set aside", () => logged.join().includes("history.sqlite.damaged-"));
    expect(await eventually("it is open", async () => [await one.flush()])).toEqual([0]);
    expect(ends).toEqual([]);
    await one[Symbol.asyncDispose]();
    await empty.close();
  });

  it("does not open a file that is ahead of the journal", async () => {
    const empty = await emptyLogBesideHistory();
    await expect(opened(empty).history).rejects.toMatchObject({
      historySeq: 2,
      journalSeq: 0,
      path: join(dataDir, "history.sqlite"),
    });
    await empty.close();
  });

  it("turns off and reports it when the journal cannot be read", async () => {
    const log = await openedLog();
    await append(log, 1, 2);
    const {
      conditions,
      ends,
      history: opening,
    } = opened(log, {
      journalDirectory: join(dataDir, "absent"),
    });
    const history = await opening;
    history.start();
    await expect(history.flush()).rejects.toMatchObject({ code: "storage" });
    await eventually("it is off", () => conditions.isActive("history_off"));
    expect(ends).toEqual([]);
    await history[Symbol.asyncDispose]();
    await log.close();
  });

  it("leaves a readable store after closing", async () => {
    const log = await openedLog();
    await append(log, 1, 2);
    const history = await opened(log).history;
    history.start();
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
    await append(log, 1, 200);
    const first = await opened(log).history;
    first.start();
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
    history.start();
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
