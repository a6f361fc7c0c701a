import type { Snapshot } from "../journal/snapshot-format.ts";
import { OldSnapshotKept, type SnapshotStore } from "../journal/snapshot-store.ts";
import type { Command, EventBuffer } from "../journal/state-machine.ts";
import type { AppliedBatch, SequencerPort } from "./port.ts";

/**
 * Least number of commands between two snapshots; a tail of this length replays in a fraction of a
 * second.
 */
export const SNAPSHOT_EVERY_COMMANDS = 200_000;

/**
 * Largest share of a processor for snapshots made on another thread, in percent. A snapshot that
 * took a second of processor time is followed by the next one after at least nine more seconds.
 */
export const SNAPSHOT_CPU_PERCENT = 10;

/** Delay in ms before a failed snapshot is written again. */
export const SNAPSHOT_RETRY_MS = 60_000;

/** A snapshot, and the processor time in ms that another thread took to make it. */
export interface MadeSnapshot {
  readonly snapshot: Snapshot;
  readonly cpuMs: number;
}

/** Makes snapshots without stopping the sequencer. */
export interface SnapshotMaker {
  /** Returns the snapshot after a batch. Rejects when that is not possible, or after `cancel`. */
  make(last: AppliedBatch): Promise<MadeSnapshot>;
  /** Ends the work in progress. */
  cancel(): Promise<void>;
}

export interface SnapshotScheduleOptions<C extends Command, O, E extends EventBuffer> {
  readonly sequencer: SequencerPort<C, O, E>;
  readonly store: SnapshotStore;
  /** Absent: the sequencer encodes its state, and no command is applied meanwhile. */
  readonly maker?: SnapshotMaker;
  /** Called when the maker failed; the sequencer then encodes its state. */
  readonly onMakerFault?: (thrown: unknown) => void;
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
  /** Seq of the newest snapshot, written or attempted. */
  #lastSeq: number;
  #writtenSeq: number;
  /** Time of the next attempt after a failure; undefined after a success. */
  #retryAtMs: number | undefined;
  /** Cause of the last failure. */
  #lastFault: unknown;
  /** Time before which the share of a processor is used up. */
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  /** Set for the last snapshot, which contains the state after the last command. */
  #isEnding = false;
  #writing: Promise<void> | undefined;

  constructor(options: SnapshotScheduleOptions<C, O, E>) {
    this.#options = options;
    this.#everyCommands = options.everyCommands ?? SNAPSHOT_EVERY_COMMANDS;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#lastSeq = options.snapshotSeq;
    this.#writtenSeq = options.snapshotSeq;
    this.#unsubscribe = options.sequencer.onBatch((_events, _firstSeq, lastSeq) => {
      if (this.#writing !== undefined) return;
      if (lastSeq - this.#lastSeq < this.#everyCommands && !this.#isRetryDue()) return;
      if (this.#monotonicMs() >= this.#notBeforeMs) void this.writeNow();
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

  /**
   * Writes the last snapshot, which the sequencer encodes, after the sequencer has stopped. Rejects
   * with the cause when it could not be written.
   */
  async writeLast(): Promise<void> {
    this.#isEnding = true;
    await this.#options.maker?.cancel();
    await this.writeNow();
    if (this.#retryAtMs !== undefined) throw this.#lastFault;
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
    // A failed attempt counts too; otherwise every batch would trigger another one.
    this.#lastSeq = sequencer.appliedSeq;
    try {
      const snapshot = await this.#make();
      this.#lastSeq = snapshot.seq;
      await this.#store(snapshot);
      this.#retryAtMs = undefined;
      this.#writtenSeq = snapshot.seq;
      onWritten?.(snapshot.seq);
    } catch (thrown) {
      this.#retryAtMs = this.#monotonicMs() + SNAPSHOT_RETRY_MS;
      this.#lastFault = thrown;
      onFault(thrown);
    }
  }

  /** Makes a snapshot elsewhere; where that fails, the sequencer stops for it. */
  async #make(): Promise<Snapshot> {
    const { maker, onMakerFault, sequencer } = this.#options;
    if (maker === undefined || this.#isEnding) return sequencer.snapshot();
    try {
      const { cpuMs, snapshot } = await maker.make(sequencer.applied());
      const restMs = cpuMs * (100 / SNAPSHOT_CPU_PERCENT - 1);
      this.#notBeforeMs = this.#monotonicMs() + restMs;
      return snapshot;
    } catch (thrown) {
      if (!this.#isEnding) onMakerFault?.(thrown);
      return sequencer.snapshot();
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
