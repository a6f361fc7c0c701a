/** Makes snapshots on a thread of its own, so that orders do not wait (decision 0110). */
import { Worker } from "node:worker_threads";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { SnapshotPlace } from "../../journal/replayed-snapshot.ts";
import type { AppliedBatch } from "../../sequencer/port.ts";
import type { MadeSnapshot, SnapshotMaker } from "../../sequencer/snapshot-schedule.ts";

const THREAD = new URL("./snapshot-thread.ts", import.meta.url);

export type ThreadSnapshotsOptions = Pick<
  SnapshotPlace,
  "journalDirectory" | "snapshotDirectory" | "firstSeq"
> & {
  /** Returns the durable end of the journal. */
  readonly durableEnd: () => DurableEnd;
};

/** Starts a thread for each snapshot; its state and its memory end with it. */
export class ThreadSnapshots implements SnapshotMaker {
  readonly #options: ThreadSnapshotsOptions;
  #thread: Worker | undefined;

  constructor(options: ThreadSnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Returns the snapshot after a batch that is durable. Rejects with the failure of the thread, or
   * when it ends without a snapshot.
   */
  async make({ journalHash, seq }: AppliedBatch): Promise<MadeSnapshot> {
    const { durableEnd, ...places } = this.#options;
    const place: SnapshotPlace = { ...places, end: { ...durableEnd(), seq }, journalHash };
    const thread = new Worker(THREAD, { workerData: place });
    this.#thread = thread;
    thread.unref();
    try {
      return await madeBy(thread);
    } finally {
      this.#thread = undefined;
    }
  }

  async cancel(): Promise<void> {
    await this.#thread?.terminate();
  }
}

/** Waits for the snapshot of a thread, which then ends. Whatever ends it earlier is a rejection. */
function madeBy(thread: Worker): Promise<MadeSnapshot> {
  return new Promise((resolve, reject) => {
    thread.on("message", resolve);
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("the thread ended without a snapshot")));
  });
}
