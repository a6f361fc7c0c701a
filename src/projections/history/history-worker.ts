/** The thread of the history: started by `workerHistory`, talks in `worker-messages`. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import { StoreUnavailable } from "../store/sql-store.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import type { HistorySettings } from "./history.ts";
import { HistoryStore } from "./history-store.ts";
import { RETRY_INTERVAL_MS } from "./limits.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";
import { WriteQueue } from "./write-queue.ts";

assert(parentPort !== null, "the history's thread is started as a worker");
const port = parentPort;
const settings = workerData as HistorySettings;

/**
 * Where processors are short the history falls behind for a while rather than slow down orders.
 * Linux knows priorities of threads; elsewhere this would lower that of the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const store = new HistoryStore(new SqliteStore(settings.path), settings);

function say(message: FromWorker): void {
  port.postMessage(message);
}

function write(message: ToWorker): void {
  switch (message.kind) {
    case "instruments":
      store.listInstruments(message.instruments);
      break;
    case "quiet_users":
      store.addQuietUsers(message.users);
      break;
    case "block":
      store.apply(message.words);
      say({ kind: "applied", appliedSeq: store.appliedSeq, words: message.words.length });
      break;
    case "query":
    case "flush":
    case "close":
      assert(false, "only writes are written");
      break;
    default:
      unreachable(message);
  }
}

const queue = new WriteQueue<ToWorker>({
  write,
  report: (message) => say({ kind: "fault", message }),
  later: (retry) => setTimeout(retry, RETRY_INTERVAL_MS),
});

function answer(message: Extract<ToWorker, { kind: "query" | "flush" }>): void {
  const { id } = message;
  if (queue.isStalled) {
    say({ kind: "refused", id, message: "the store does not take writes at present" });
    return;
  }
  if (message.kind === "flush") {
    say({ kind: "flushed", id });
    return;
  }
  try {
    say({ kind: "page", id, page: store.find(message.asked) });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    say({ kind: "refused", id, message: error.message });
  }
}

port.on("message", (message: ToWorker) => {
  if (message.kind === "query" || message.kind === "flush") {
    answer(message);
  } else if (message.kind === "close") {
    store.close();
    say({ kind: "closed" });
    port.close();
  } else {
    queue.push(message);
  }
});

say({ kind: "opened", appliedSeq: store.appliedSeq });
