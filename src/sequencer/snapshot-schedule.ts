import type { CommandLog } from "../journal/command-log.ts";
import type { Snapshot } from "../journal/snapshot-format.ts";
import { OldSnapshotKept, type SnapshotStore } from "../journal/snapshot-store.ts";
import type { Command, EventBuffer } from "../journal/state-machine.ts";
import type { SequencerPort } from "./port.ts";

/** A tail of this length replays in a fraction of a second. */
export const SNAPSHOT_EVERY_COMMANDS = 200_000;

/** A snapshot that could not be written is tried again after this time, in ms. */
export const SNAPSHOT_RETRY_MS = 60_000;

export interface SnapshotScheduleOptions<C extends Command, O, E extends EventBuffer> {
  readonly sequencer: SequencerPort<C, O, E>;
  readonly store: SnapshotStore;
  readonly everyCommands?: number;
  /** The newest snapshot that is there already; 0 when there is none. */
  readonly snapshotSeq: number;
  /** Hears why a snapshot could not be written; `onWritten` ends it. */
  readonly onFault: (thrown: unknown) => void;
  /** Hears what does not concern a snapshot that was written: an older one cannot be removed. */
  readonly onLeftover?: (thrown: OldSnapshotKept) => void;
  /** A clock that never steps back, in ms; absent: the monotonic clock. */
  readonly steadyMs?: () => number;
  readonly onWritten?: (seq: number) => void;
  /**
   * Given: the journal is cut below the older of the verified snapshots. Absent: the journal is
   * kept whole, so that everything can be replayed from the first command.
   */
  readonly truncate?: CommandLog;
}

/** Writes snapshots beside the work, one at a time. */
export class SnapshotSchedule<C extends Command, O, E extends EventBuffer> {
  readonly #options: SnapshotScheduleOptions<C, O, E>;
  readonly #everyCommands: number;
  readonly #unsubscribe: () => void;
  readonly #steadyMs: () => number;
  #lastSeq: number;
  /** After a failure: when to try again. */
  #retryAtMs: number | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: SnapshotScheduleOptions<C, O, E>) {
    this.#options = options;
    this.#everyCommands = options.everyCommands ?? SNAPSHOT_EVERY_COMMANDS;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
    this.#lastSeq = options.snapshotSeq;
    this.#unsubscribe = options.sequencer.onBatch((_events, _firstSeq, lastSeq) => {
      if (lastSeq - this.#lastSeq < this.#everyCommands && !this.#isRetryDue()) return;
      if (this.#writing === undefined) void this.writeNow();
    });
  }

  /** Writes one of the present state; resolves when it is there or has failed. */
  async writeNow(): Promise<void> {
    await this.#writing;
    const isWritten = this.#retryAtMs === undefined;
    if (isWritten && this.#options.sequencer.appliedSeq === this.#lastSeq) return;
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
  }

  /** Ends the schedule and waits for the snapshot that is being written. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#writing;
  }

  #isRetryDue(): boolean {
    return this.#retryAtMs !== undefined && this.#steadyMs() >= this.#retryAtMs;
  }

  async #write(): Promise<void> {
    const { onFault, onWritten, sequencer } = this.#options;
    try {
      const snapshot = sequencer.snapshot();
      // A failed one counts too: otherwise every batch would try again.
      this.#lastSeq = snapshot.seq;
      await this.#store(snapshot);
      this.#retryAtMs = undefined;
      onWritten?.(snapshot.seq);
      await this.#truncate();
    } catch (thrown) {
      this.#retryAtMs = this.#steadyMs() + SNAPSHOT_RETRY_MS;
      onFault(thrown);
    }
  }

  async #store(snapshot: Snapshot): Promise<void> {
    try {
      await this.#options.store.write(snapshot);
    } catch (thrown) {
      if (!(thrown instanceof OldSnapshotKept)) throw thrown;
      this.#options.onLeftover?.(thrown);
    }
  }

  async #truncate(): Promise<void> {
    const { store, truncate } = this.#options;
    if (truncate === undefined) return;
    const seqs = await store.list();
    const oldest = seqs[seqs.length - 1];
    // With one snapshot alone there would be nothing to fall back to.
    if (oldest === undefined || seqs.length < 2) return;
    for (const seq of seqs) await store.read(seq);
    await truncate.truncateBefore(oldest + 1);
  }
}
