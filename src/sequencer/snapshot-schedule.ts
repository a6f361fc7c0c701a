import type { CommandLog } from "../journal/command-log.ts";
import type { SnapshotStore } from "../journal/snapshot-store.ts";
import type { Command, EventBuffer } from "../journal/state-machine.ts";
import type { SequencerPort } from "./port.ts";

/** A tail of this length replays in a fraction of a second. */
export const SNAPSHOT_EVERY_COMMANDS = 200_000;

export interface SnapshotScheduleOptions<C extends Command, O, E extends EventBuffer> {
  readonly sequencer: SequencerPort<C, O, E>;
  readonly store: SnapshotStore;
  readonly everyCommands?: number;
  /** The newest snapshot that is there already; 0 when there is none. */
  readonly snapshotSeq: number;
  /** Hears of a snapshot that could not be written; the next one is tried in its time. */
  readonly onFault: (thrown: unknown) => void;
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
  #lastSeq: number;
  #writing: Promise<void> | undefined;

  constructor(options: SnapshotScheduleOptions<C, O, E>) {
    this.#options = options;
    this.#everyCommands = options.everyCommands ?? SNAPSHOT_EVERY_COMMANDS;
    this.#lastSeq = options.snapshotSeq;
    this.#unsubscribe = options.sequencer.onBatch((_events, _firstSeq, lastSeq) => {
      if (lastSeq - this.#lastSeq < this.#everyCommands || this.#writing !== undefined) return;
      void this.writeNow();
    });
  }

  /** Writes one of the present state; resolves when it is there or has failed. */
  async writeNow(): Promise<void> {
    await this.#writing;
    if (this.#options.sequencer.appliedSeq === this.#lastSeq) return;
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
  }

  /** Ends the schedule and waits for the snapshot that is being written. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { onFault, onWritten, sequencer, store } = this.#options;
    try {
      const snapshot = sequencer.snapshot();
      // A failed one counts too: otherwise every batch would try again.
      this.#lastSeq = snapshot.seq;
      await store.write(snapshot);
      onWritten?.(snapshot.seq);
      await this.#truncate();
    } catch (thrown) {
      onFault(thrown);
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
