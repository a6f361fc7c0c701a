/** The thread of the history: started by `workerHistory`, talks in `worker-messages`. */
import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import { StoreUnavailable } from "../store/sql-store.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import type { HistorySettings } from "./history.ts";
import { HistoryStore } from "./history-store.ts";
import { RETRY_INTERVAL_MS } from "./limits.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

assert(parentPort !== null, "the history's thread is started as a worker");
const port = parentPort;
const settings = workerData as HistorySettings;
const store = new HistoryStore(new SqliteStore(settings.path), settings);

/** Writes that the store did not take, in order; bounded by the owner's backlog. */
const refused: ToWorker[] = [];

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

/** Writes, or keeps the message to be tried again; a later one never overtakes it. */
function writeOrKeep(message: ToWorker): void {
  if (refused.length > 0) {
    refused.push(message);
    return;
  }
  try {
    write(message);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    refused.push(message);
    say({ kind: "fault", message: error.message });
    setTimeout(retry, RETRY_INTERVAL_MS);
  }
}

function retry(): void {
  const waiting = refused.splice(0);
  for (const message of waiting) writeOrKeep(message);
  if (refused.length === 0) say({ kind: "fault", message: "" });
}

function answer(message: Extract<ToWorker, { kind: "query" | "flush" }>): void {
  const { id } = message;
  if (refused.length > 0) {
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
    writeOrKeep(message);
  }
});

say({ kind: "opened", appliedSeq: store.appliedSeq });
