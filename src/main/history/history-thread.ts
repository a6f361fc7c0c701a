/** The thread of the history: started by `threadHistory`, talks in `history-messages`. */
import { constants, setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import { JournalFollower } from "../../journal/journal-follower.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETRY_INTERVAL_MS } from "../../projections/history/limits.ts";
import { StoreDamaged, StoreUnavailable } from "../../projections/store/sql-store.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
import { failureOf } from "./history-failure.ts";
import { HistoryFollower } from "./history-follower.ts";
import type { FromHistory, HistoryThreadSettings, ToHistory } from "./history-messages.ts";
import { WaitingReads } from "./waiting-reads.ts";

assert(parentPort !== null, "the history's thread is started as a worker");
const port = parentPort;
const settings = workerData as HistoryThreadSettings;

/**
 * Where processors are short the history falls behind for a while rather than slow down orders.
 * Linux knows priorities of threads; elsewhere this would lower that of the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

type Opened = { readonly file: SqliteStore; readonly store: HistoryStore };

const { end, firstSeq, journalDirectory, path, retention, snapshotDirectory } = settings;
const journal = new JournalFollower({ directory: journalDirectory, end });
const reads = new WaitingReads(() => performance.now());
/** Absent until the file could be opened. */
let opened: Opened | undefined;
let news = Promise.withResolvers<void>();
/** Until then the rows are what they were when the store was opened. */
let isStarted = false;
let isClosing = false;
/** Why the store cannot be used at present; empty while it can. */
let fault = "";
/** A read found out that the thread cannot go on. */
let failed: Error | undefined;

function say(message: FromHistory): void {
  port.postMessage(message);
}

function tellProgress({ appliedMs, appliedSeq }: HistoryStore): void {
  say({ kind: "applied", appliedSeq, appliedMs });
}

function take(message: Extract<ToHistory, { kind: "query" | "flush" }>): void {
  const { id, seq } = message;
  const refuse = (code: HistoryFaultCode, text: string): void =>
    say({ kind: "refused", id, code, message: text });
  if (opened === undefined || failed !== undefined) {
    refuse("storage", failed?.message ?? fault);
    return;
  }
  const { store } = opened;
  const answer = (): void => {
    if (message.kind === "flush") {
      say({ kind: "flushed", id });
      return;
    }
    try {
      say({ kind: "page", id, page: store.find(message.asked) });
    } catch (error) {
      refuse("storage", messageOf(error));
      if (error instanceof StoreUnavailable) return;
      // A query that the rows cannot answer contradicts them: the same code wrote both.
      failed ??= new StoreDamaged(messageOf(error), { cause: error });
    }
  };
  if (seq <= store.appliedSeq) answer();
  else if (fault !== "") refuse("storage", fault);
  else reads.add({ seq, isPatient: message.kind === "flush", answer, refuse });
}

port.on("message", (message: ToHistory) => {
  switch (message.kind) {
    case "start":
      isStarted = true;
      break;
    case "durable":
      journal.reach(message.end);
      break;
    case "query":
    case "flush":
      take(message);
      break;
    case "close":
      isClosing = true;
      break;
    default:
      unreachable(message);
  }
  news.resolve();
});

/** Until something is heard, or `waitMs` have passed. */
async function waitForNews(waitMs: number): Promise<void> {
  const timer = setTimeout(news.resolve, waitMs);
  await news.promise;
  clearTimeout(timer);
  news = Promise.withResolvers();
}

function report(message: string): void {
  if (message === fault) return;
  fault = message;
  say({ kind: "fault", message });
}

/** Reports that the store cannot be used and waits before it is tried again; rethrows the rest. */
async function pauseAfter(error: unknown): Promise<void> {
  if (!(error instanceof StoreUnavailable)) throw error;
  report(error.message);
  reads.refuseAll("storage", error.message);
  const retryAtMs = performance.now() + RETRY_INTERVAL_MS;
  for (;;) {
    const waitMs = retryAtMs - performance.now();
    if (isClosing || waitMs <= 0) return;
    await waitForNews(waitMs);
  }
}

function openStore(): Opened {
  const file = new SqliteStore(path);
  try {
    return { file, store: new HistoryStore(file, { quietUsers: [], retention }) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Opens the file, however long it takes until it can be; undefined when the thread is to end. */
async function open(): Promise<Opened | undefined> {
  while (!isClosing) {
    try {
      opened = openStore();
      report("");
      tellProgress(opened.store);
      return opened;
    } catch (error) {
      await pauseAfter(error);
    }
  }
  return undefined;
}

/** One stretch of the journal; false when there is nothing to do but wait. */
async function stepped(follower: HistoryFollower, store: HistoryStore): Promise<boolean> {
  try {
    const isNew = await follower.step();
    report("");
    if (isNew) tellProgress(store);
    return isNew;
  } catch (error) {
    await pauseAfter(error);
    return true;
  }
}

async function follow({ file, store }: Opened): Promise<void> {
  const follower = await HistoryFollower.open({
    store,
    journal,
    extent: { firstSeq, lastSeq: end.seq },
    snapshots: new SnapshotStore({ directory: snapshotDirectory }),
    onSnapshotFault: ({ message }) => say({ kind: "snapshot_fault", message }),
  });
  let checkAtMs = 0;
  while (!isClosing) {
    const hasMore = await stepped(follower, store);
    reads.settle(store.appliedSeq);
    if (failed !== undefined) throw failed;
    if (performance.now() >= checkAtMs) {
      checkAtMs = performance.now() + RETRY_INTERVAL_MS;
      if (!file.isInPlace) throw new StoreDamaged("the file was removed or replaced");
    }
    // Messages are heard between two stretches.
    if (hasMore) await setImmediate();
    else if (!isClosing) await waitForNews(RETRY_INTERVAL_MS);
  }
}

async function work(): Promise<void> {
  const ready = await open();
  while (!isStarted && !isClosing && failed === undefined) await waitForNews(RETRY_INTERVAL_MS);
  if (failed !== undefined) throw failed;
  if (isStarted && ready !== undefined) await follow(ready);
}

function closeStore(): void {
  try {
    opened?.file.close();
  } catch (error) {
    if (!isClosing) return;
    say({ kind: "fault", message: messageOf(error) });
  }
}

try {
  await work();
  reads.refuseAll("closed", "the history is closed");
  await journal.close();
  closeStore();
  say({ kind: "closed" });
} catch (error) {
  reads.refuseAll("storage", messageOf(error));
  closeStore();
  say({ kind: "failed", failure: failureOf(error), message: messageOf(error) });
}
port.close();
