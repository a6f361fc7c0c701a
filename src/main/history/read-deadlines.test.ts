import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { createState } from "../../core/state.ts";
import { FileCommandLog } from "../../journal/file-command-log.ts";
import { Conditions } from "../../ops/conditions.ts";
import { READ_WAIT_MS, RETENTION_DEFAULT } from "../../projections/history/limits.ts";
import type { FromHistory, HistoryThreadSettings, ToHistory } from "./history-messages.ts";
import { monotonicMs } from "./read-queue.ts";
import { startHistoryThread } from "./start-history-thread.ts";
import { threadHistory } from "./thread-history.ts";

const CANDLES = { instrument: 0, priceKind: "last", interval: "30m", fromMs: 0, toMs: 1 } as const;
const FILLS = { user: 1, limit: 1 } as const;
/** Longer than any read is waited for, in ms. */
const LONG_MS = 4 * READ_WAIT_MS;

let dataDir = "";
let settings: HistoryThreadSettings;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-deadlines-"));
  const log = new FileCommandLog({ directory: join(dataDir, "journal") });
  await log.open();
  settings = {
    path: join(dataDir, "history.sqlite"),
    retention: RETENTION_DEFAULT,
    journalDirectory: join(dataDir, "journal"),
    snapshotDirectory: dataDir,
    firstSeq: 1,
    end: log.durableEnd,
  };
  await log.close();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

it("the history thread does not execute a read whose time has passed", async () => {
  const thread = startHistoryThread();
  const answers: string[] = [];
  thread.on("message", (message: FromHistory) => {
    if (message.kind === "page") answers.push(`${message.id} page`);
    if (message.kind === "refused") answers.push(`${message.id} ${message.code}`);
  });
  const query = (id: number, untilMs: number, request: object): void =>
    thread.postMessage({ kind: "query", id, seq: 0, untilMs, request });
  const nowMs = monotonicMs();
  thread.postMessage(settings);
  query(1, nowMs, { kind: "fills", query: FILLS });
  query(2, nowMs, { kind: "combinedCandles", query: CANDLES });
  query(3, nowMs + 3_600_000, { kind: "combinedCandles", query: CANDLES });
  query(4, nowMs + 3_600_000, { kind: "fills", query: FILLS });
  query(5, Number.POSITIVE_INFINITY, { kind: "combinedCandles", query: CANDLES });
  await eventually("all are answered", () => answers.length === 5);
  expect(answers.sort()).toEqual(["1 busy", "2 busy", "3 page", "4 page", "5 page"]);
  thread.postMessage({ kind: "close" });
  await once(thread, "exit");
});

/** A thread that records what it is sent; the test answers. */
class StubThread extends EventEmitter {
  readonly threadId = 1;
  readonly sent: ToHistory[] = [];

  postMessage(message: HistoryThreadSettings | ToHistory): void {
    if (!("kind" in message)) return;
    this.sent.push(message);
    if (message.kind === "close") this.answer({ kind: "closed" });
  }

  ref(): void {}

  async terminate(): Promise<number> {
    return 0;
  }

  answer(message: FromHistory): void {
    this.emit("message", message);
  }
}

async function setUp() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
  const thread = new StubThread();
  const log = { warn: () => undefined, info: () => undefined };
  const conditions = new Conditions({ log, nowMs: () => 0 });
  const opening = threadHistory({
    ...settings,
    thread: thread as unknown as Worker,
    isNew: false,
    onEnd: (error) => expect.unreachable(error.message),
    onFault: (error) => expect.unreachable(error.message),
    conditions,
  });
  thread.answer({ kind: "applied", appliedSeq: 0, appliedMs: 0 });
  const history = await opening;
  history.start(createState());
  return { conditions, history, thread };
}

describe("a read that the history thread did not answer in time", () => {
  it("is reported as a fault of the file when the thread sent nothing", async () => {
    const { conditions, history, thread } = await setUp();
    const read = expect(history.fills(FILLS)).rejects.toMatchObject({ code: "storage" });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await read;
    expect(conditions.isActive("history_unwritable")).toBe(true);
    thread.answer({ kind: "applied", appliedSeq: 0, appliedMs: 0 });
    expect(conditions.isActive("history_unwritable")).toBe(false);
    await history[Symbol.asyncDispose]();
  });

  it("is no fault of the file while the thread answers others", async () => {
    const { conditions, history, thread } = await setUp();
    const read = expect(history.combinedCandles(CANDLES)).rejects.toMatchObject({
      code: "storage",
    });
    for (let elapsedMs = 0; elapsedMs < LONG_MS; elapsedMs += 1_000) {
      await vi.advanceTimersByTimeAsync(1_000);
      thread.answer({ kind: "applied", appliedSeq: 0, appliedMs: 0 });
    }
    await read;
    expect(conditions.isActive("history_unwritable")).toBe(false);
    await history[Symbol.asyncDispose]();
  });

  it("was sent with the time at which the thread refuses it", async () => {
    const { history, thread } = await setUp();
    const nowMs = monotonicMs();
    const read = expect(history.combinedCandles(CANDLES)).rejects.toMatchObject({ code: "busy" });
    const query = thread.sent.find(({ kind }) => kind === "query");
    expect(query).toMatchObject({ untilMs: nowMs + READ_WAIT_MS });
    thread.answer({ kind: "refused", id: 1, code: "busy", message: "late" });
    await read;
    await history[Symbol.asyncDispose]();
  });
});
