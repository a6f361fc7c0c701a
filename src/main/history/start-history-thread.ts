/** Starts the thread of the history (see `history-thread.ts`). */
import { Worker } from "node:worker_threads";

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
