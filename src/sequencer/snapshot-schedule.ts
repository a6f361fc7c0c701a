import type { Snapshot } from "../journal/snapshot-format.ts";
import { OldSnapshotKept, type SnapshotStore } from "../journal/snapshot-store.ts";
import type { Command, EventBuffer } from "../journal/state-machine.ts";
import type { SequencerPort } from "./port.ts";

/** Commands between two snapshots; a tail of this length replays in a fraction of a second. */
export const SNAPSHOT_EVERY_COMMANDS = 200_000;

/** Delay in ms before a failed snapshot is written again. */
export const SNAPSHOT_RETRY_MS = 60_000;

export interface SnapshotScheduleOptions<C extends Command, O, E extends EventBuffer> {
  readonly sequencer: SequencerPort<C, O, E>;
  readonly store: SnapshotStore;
  readonly everyCommands?: number;
  /** Seq of the newest existing snapshot; 0 when there is none. */
  readonly snapshotSeq: number;
  /** Called with the reason when a snapshot could not be written; `onWritten` reports success. */
  readonly onFault: (thrown: unknown) => void;
  /** Called when a snapshot was written but an older one could not be removed. */
  readonly onLeftover?: (thrown: OldSnapshotKept) => void;
  /** Monotonic clock in ms; absent: `performance.now`. */
  readonly monotonicMs?: () => number;
  readonly onWritten?: (seq: number) => void;
}

/** Writes snapshots in the background, one at a time. */
export class SnapshotSchedule<C extends Command, O, E extends EventBuffer> {
  readonly #options: SnapshotScheduleOptions<C, O, E>;
  readonly #everyCommands: number;
  readonly #unsubscribe: () => void;
  readonly #monotonicMs: () => number;
  #lastSeq: number;
  #writtenSeq: number;
  /** Time of the next attempt after a failure; undefined after a success. */
  #retryAtMs: number | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: SnapshotScheduleOptions<C, O, E>) {
    this.#options = options;
    this.#everyCommands = options.everyCommands ?? SNAPSHOT_EVERY_COMMANDS;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#lastSeq = options.snapshotSeq;
    this.#writtenSeq = options.snapshotSeq;
    this.#unsubscribe = options.sequencer.onBatch((_events, _firstSeq, lastSeq) => {
      if (lastSeq - this.#lastSeq < this.#everyCommands && !this.#isRetryDue()) return;
      if (this.#writing === undefined) void this.writeNow();
    });
  }

  /** Seq of the newest snapshot that is on disk; 0 before the first one. */
  get writtenSeq(): number {
    return this.#writtenSeq;
  }

  /** Writes a snapshot of the current state; resolves when it is written or has failed. */
  async writeNow(): Promise<void> {
    await this.#writing;
    const isWritten = this.#retryAtMs === undefined;
    if (isWritten && this.#options.sequencer.appliedSeq === this.#lastSeq) return;
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
  }

  /** Ends the schedule and waits for a snapshot in progress. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#writing;
  }

  #isRetryDue(): boolean {
    return this.#retryAtMs !== undefined && this.#monotonicMs() >= this.#retryAtMs;
  }

  async #write(): Promise<void> {
    const { onFault, onWritten, sequencer } = this.#options;
    try {
      const snapshot = sequencer.snapshot();
      // A failed attempt counts too; otherwise every batch would trigger another one.
      this.#lastSeq = snapshot.seq;
      await this.#store(snapshot);
      this.#retryAtMs = undefined;
      this.#writtenSeq = snapshot.seq;
      onWritten?.(snapshot.seq);
    } catch (thrown) {
      this.#retryAtMs = this.#monotonicMs() + SNAPSHOT_RETRY_MS;
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
}
