/** History thread: started by `threadHistory`, communicates with `history-messages`. */
import { constants, setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "../../core/base/assert.ts";
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
 * Below-normal priority: with few processors the history lags for a while and does not slow down
 * orders. Linux has priorities per thread; elsewhere this would affect the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

type Opened = { readonly file: SqliteStore; readonly store: HistoryStore };

const { end, firstSeq, journalDirectory, path, retention, snapshotDirectory } = settings;
const journal = new JournalFollower({ directory: journalDirectory, end });
const reads = new WaitingReads(() => performance.now());
/** Undefined until the file has been opened. */
let opened: Opened | undefined;
let wakeUp = Promise.withResolvers<void>();
/** Set by `start`; until then no rows are appended. */
let isStarted = false;
let isClosing = false;
/** Reason why the store cannot be used now; empty while it can. */
let fault = "";
/** Permanent failure found by a read. */
let failed: Error | undefined;

function send(message: FromHistory): void {
  port.postMessage(message);
}

function sendProgress({ appliedMs, appliedSeq }: HistoryStore): void {
  send({ kind: "applied", appliedSeq, appliedMs });
}

function handleRead(message: Extract<ToHistory, { kind: "query" | "flush" }>): void {
  const { id, seq } = message;
  const refuse = (code: HistoryFaultCode, text: string): void =>
    send({ kind: "refused", id, code, message: text });
  if (opened === undefined || failed !== undefined) {
    refuse("storage", failed?.message ?? fault);
    return;
  }
  const { store } = opened;
  const answer = (): void => {
    if (message.kind === "flush") {
      send({ kind: "flushed", id });
      return;
    }
    try {
      send({ kind: "page", id, page: store.find(message.request) });
    } catch (error) {
      refuse("storage", messageOf(error));
      if (error instanceof StoreUnavailable) return;
      // A query that fails for another reason contradicts the rows: the same code wrote both.
      failed ??= new StoreDamaged(messageOf(error), { cause: error });
    }
  };
  if (seq <= store.appliedSeq) answer();
  else if (fault !== "") refuse("storage", fault);
  else reads.add({ seq, isUnlimited: message.kind === "flush", answer, refuse });
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
      handleRead(message);
      break;
    case "close":
      isClosing = true;
      break;
    default:
      unreachable(message);
  }
  wakeUp.resolve();
});

/** Waits for a message, at most `waitMs`. */
async function waitForMessage(waitMs: number): Promise<void> {
  const timer = setTimeout(wakeUp.resolve, waitMs);
  await wakeUp.promise;
  clearTimeout(timer);
  wakeUp = Promise.withResolvers();
}

function report(message: string): void {
  if (message === fault) return;
  fault = message;
  send({ kind: "fault", message });
}

/** Reports that the store cannot be used and waits for the next attempt; rethrows other errors. */
async function pauseAfter(error: unknown): Promise<void> {
  if (!(error instanceof StoreUnavailable)) throw error;
  report(error.message);
  reads.refuseAll("storage", error.message);
  const retryAtMs = performance.now() + RETRY_INTERVAL_MS;
  for (;;) {
    const waitMs = retryAtMs - performance.now();
    if (isClosing || waitMs <= 0) return;
    await waitForMessage(waitMs);
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

/** Opens the file, retrying without limit; returns undefined when the thread is to close. */
async function open(): Promise<Opened | undefined> {
  while (!isClosing) {
    try {
      opened = openStore();
      report("");
      sendProgress(opened.store);
      return opened;
    } catch (error) {
      await pauseAfter(error);
    }
  }
  return undefined;
}

/** Processes one part of the journal; returns false when there is nothing to do until a message. */
async function runStep(follower: HistoryFollower, store: HistoryStore): Promise<boolean> {
  try {
    const hasNewRows = await follower.step();
    report("");
    if (hasNewRows) sendProgress(store);
    return hasNewRows;
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
    onSnapshotFault: ({ message }) => send({ kind: "snapshot_fault", message }),
  });
  let checkAtMs = 0;
  while (!isClosing) {
    const hasMore = await runStep(follower, store);
    reads.settle(store.appliedSeq);
    if (failed !== undefined) throw failed;
    if (performance.now() >= checkAtMs) {
      checkAtMs = performance.now() + RETRY_INTERVAL_MS;
      if (!file.isInPlace) throw new StoreDamaged("the file was removed or replaced");
    }
    // Lets pending messages arrive before the next part.
    if (hasMore) await setImmediate();
    else if (!isClosing) await waitForMessage(RETRY_INTERVAL_MS);
  }
}

async function work(): Promise<void> {
  const ready = await open();
  while (!isStarted && !isClosing && failed === undefined) await waitForMessage(RETRY_INTERVAL_MS);
  if (failed !== undefined) throw failed;
  if (isStarted && ready !== undefined) await follow(ready);
}

function closeStore(): void {
  try {
    opened?.file.close();
  } catch (error) {
    if (!isClosing) return;
    send({ kind: "fault", message: messageOf(error) });
  }
}

try {
  await work();
  reads.refuseAll("closed", "the history is closed");
  await journal.close();
  closeStore();
  send({ kind: "closed" });
} catch (error) {
  reads.refuseAll("storage", messageOf(error));
  closeStore();
  send({ kind: "failed", failure: failureOf(error), message: messageOf(error) });
}
port.close();
