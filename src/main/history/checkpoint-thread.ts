/**
 * Entry of the thread that moves pages from the history's write-ahead log into its file whenever it
 * is asked to (see `thread-checkpoints.ts`).
 */
import { workerData } from "node:worker_threads";
import { SqliteCheckpoints } from "../../projections/store/sqlite-checkpoints.ts";
import { CHECKPOINT, type CheckpointTask } from "./checkpoint-states.ts";

const { path, state } = workerData as CheckpointTask;
const word = new Int32Array(state);

function work(checkpoints: SqliteCheckpoints): void {
  while (Atomics.load(word, 0) !== CHECKPOINT.ending) {
    Atomics.wait(word, 0, CHECKPOINT.idle);
    const found = Atomics.compareExchange(word, 0, CHECKPOINT.asked, CHECKPOINT.running);
    if (found !== CHECKPOINT.asked) continue;
    try {
      checkpoints.run();
    } catch {
      // The disk is full or failing: the log keeps its pages until the next checkpoint.
    }
    Atomics.compareExchange(word, 0, CHECKPOINT.running, CHECKPOINT.idle);
    Atomics.notify(word, 0);
  }
}

try {
  const checkpoints = new SqliteCheckpoints(path);
  try {
    work(checkpoints);
  } finally {
    checkpoints.close();
  }
} finally {
  Atomics.store(word, 0, CHECKPOINT.ended);
  Atomics.notify(word, 0);
}
