/** Starts the thread of the history (see `history-thread.ts`). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** File name of the history in the data directory. */
export const HISTORY_FILE = "history.sqlite";

const THREAD = new URL("./history-thread.ts", import.meta.url);

/**
 * Returns a thread that loads its modules and waits for its settings, its first message. It does
 * not keep the process running until it is given a `ref`.
 */
export function startHistoryThread(): Worker {
  const thread = new Worker(THREAD);
  thread.unref();
  return thread;
}

/** Starts the thread if the data directory has a history, which a start waits for. */
export function startThreadOfExisting(dataDir: string): Worker | undefined {
  return existsSync(join(dataDir, HISTORY_FILE)) ? startHistoryThread() : undefined;
}
