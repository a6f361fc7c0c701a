/**
 * Moves the pages of the history's write-ahead log into its file on a thread of its own, so that
 * the history does not wait for the flushes of both (decision 0127).
 */
import { Worker } from "node:worker_threads";
import { CHECKPOINT, type CheckpointTask } from "./checkpoint-states.ts";

const THREAD = new URL("./checkpoint-thread.ts", import.meta.url);

/** Pages of 4 KiB in the log from which a checkpoint begins: 134 MB. */
export const CHECKPOINT_PAGES_MIN = 32_768;

/** Name of the thread in the operating system. */
export const CHECKPOINT_THREAD = "checkpoints";

/** Longest wait at the end for a thread that does not answer, in ms; the log then remains. */
const END_MS_MAX = 10_000;

export class ThreadCheckpoints {
  readonly #path: string;
  readonly #word = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: Worker | undefined;

  /** The thread starts with the first checkpoint. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the thread has ended, after `close` or because it could not open the file. */
  get hasEnded(): boolean {
    return Atomics.load(this.#word, 0) === CHECKPOINT.ended;
  }

  /**
   * Begins a checkpoint after a transaction if the log has many pages, unless one is running.
   * Without effect once the thread has ended: then the store moves pages itself, at twice as many.
   */
  committed(pagesInLog: number): void {
    if (pagesInLog < CHECKPOINT_PAGES_MIN) return;
    Atomics.compareExchange(this.#word, 0, CHECKPOINT.idle, CHECKPOINT.asked);
    Atomics.notify(this.#word, 0);
    this.#thread ??= this.#start();
  }

  /**
   * Blocks until the running checkpoint has ended. A transaction that begins then writes from the
   * start of the log; otherwise it continues at its end, and the log grows.
   */
  wait(): void {
    Atomics.wait(this.#word, 0, CHECKPOINT.running);
  }

  /** Closes the connection of the thread, and thereby ends it. Blocks until then. */
  close(): void {
    if (this.#thread === undefined) return;
    if (Atomics.exchange(this.#word, 0, CHECKPOINT.ending) === CHECKPOINT.ended) return;
    Atomics.notify(this.#word, 0);
    Atomics.wait(this.#word, 0, CHECKPOINT.ending, END_MS_MAX);
  }

  /** Starts the thread, which does not keep the process running. */
  #start(): Worker {
    const workerData: CheckpointTask = {
      path: this.#path,
      state: this.#word.buffer as SharedArrayBuffer,
    };
    const thread = new Worker(THREAD, { workerData, name: CHECKPOINT_THREAD });
    thread.unref();
    // The thread has said `ended` already; the store's own checkpoints replace it.
    thread.on("error", () => undefined);
    return thread;
  }
}
