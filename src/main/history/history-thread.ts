/** The thread of the history: started by `threadHistory`, talks in `history-messages`. */
import { constants, setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import { JournalFollower } from "../../journal/journal-follower.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETRY_INTERVAL_MS } from "../../projections/history/limits.ts";
import { StoreUnavailable } from "../../projections/store/sql-store.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
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

const { end, firstSeq, journalDirectory, path, retention, snapshotDirectory } = settings;
const store = new HistoryStore(new SqliteStore(path), {
  quietUsers: [],
  retention,
  durableSeq: end.seq,
});
const journal = new JournalFollower({ directory: journalDirectory, end });
const reads = new WaitingReads(() => performance.now());
let news = Promise.withResolvers<void>();
/** Until then the rows are what they were when the store was opened. */
let isStarted = false;
let isClosing = false;
/** Why the store takes no writes; empty while it does. */
let fault = "";

function say(message: FromHistory): void {
  port.postMessage(message);
}

function tellProgress(): void {
  const { appliedMs, appliedSeq } = store;
  say({ kind: "applied", appliedSeq, appliedMs });
}

function take(message: Extract<ToHistory, { kind: "query" | "flush" }>): void {
  const { id, seq } = message;
  const refuse = (code: HistoryFaultCode, text: string): void =>
    say({ kind: "refused", id, code, message: text });
  const answer = (): void => {
    if (message.kind === "flush") {
      say({ kind: "flushed", id });
      return;
    }
    try {
      say({ kind: "page", id, page: store.find(message.asked) });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      refuse("storage", error.message);
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

/** One stretch of the journal; false when there is nothing to do but wait. */
async function stepped(follower: HistoryFollower): Promise<boolean> {
  try {
    const isNew = await follower.step();
    report("");
    if (isNew) tellProgress();
    return isNew;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    report(error.message);
    reads.refuseAll("storage", error.message);
    const retryAtMs = performance.now() + RETRY_INTERVAL_MS;
    for (;;) {
      const waitMs = retryAtMs - performance.now();
      if (isClosing || waitMs <= 0) return true;
      await waitForNews(waitMs);
    }
  }
}

async function follow(): Promise<void> {
  const follower = await HistoryFollower.open({
    store,
    journal,
    extent: { firstSeq, lastSeq: end.seq },
    snapshots: new SnapshotStore({ directory: snapshotDirectory }),
    onSnapshotFault: ({ message }) => say({ kind: "snapshot_fault", message }),
  });
  while (!isClosing) {
    const hasMore = await stepped(follower);
    reads.settle(store.appliedSeq);
    // Messages are heard between two stretches.
    if (hasMore) await setImmediate();
    else if (!isClosing) await waitForNews(RETRY_INTERVAL_MS);
  }
}

tellProgress();
while (!isStarted && !isClosing) await waitForNews(RETRY_INTERVAL_MS);
if (isStarted) await follow();
reads.refuseAll("closed", "the history is closed");
await journal.close();
store.close();
say({ kind: "closed" });
port.close();
