/**
 * Writes the history from the journal: replays the journal through a core of its own and turns the
 * events into rows, at any distance behind the exchange. Events not yet written are in the journal
 * only, so memory does not grow with the distance.
 */
import type { Command } from "../../core/commands/commands.ts";
import { isSameHash, type LogExtent, type LoggedBatch } from "../../journal/command-log.ts";
import type { JournalFollower } from "../../journal/journal-follower.ts";
import { applyBatch, type Recovered, RecoveryFault, replayStart } from "../../journal/recovery.ts";
import type { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { HistoryStore } from "../../projections/history/history-store.ts";
import {
  BLOCK_WORDS_MAX,
  BLOCK_WORDS_MIN,
  TRANSACTION_MS,
} from "../../projections/history/limits.ts";
import { CORE_CODEC, CoreMachine } from "../core-machine.ts";
import { HistoryFeed } from "./history-feed.ts";

export type HistoryFollowerOptions = {
  readonly store: HistoryStore;
  readonly journal: JournalFollower;
  readonly extent: Pick<LogExtent, "firstSeq" | "lastSeq">;
  readonly snapshots: SnapshotStore;
  /** Receives faults of snapshots that could not be used. */
  readonly onSnapshotFault: (fault: Error) => void;
};

export class HistoryFollower {
  readonly #store: HistoryStore;
  readonly #journal: JournalFollower;
  readonly #machine: CoreMachine;
  readonly #feed: HistoryFeed;
  #replayedSeq: number;
  #journalHash: Uint8Array;
  /** Words after which a transaction is written. */
  #blockWords = BLOCK_WORDS_MIN;

  private constructor(options: HistoryFollowerOptions, start: Recovered<CoreMachine>) {
    this.#store = options.store;
    this.#journal = options.journal;
    this.#machine = start.machine;
    this.#feed = new HistoryFeed(options.store, start.machine.state);
    this.#replayedSeq = start.appliedSeq;
    this.#journalHash = start.journalHash;
  }

  /**
   * Opens the follower at the newest snapshot not newer than the rows of the store. Fails with a
   * `RecoveryFault`.
   */
  static async open(options: HistoryFollowerOptions): Promise<HistoryFollower> {
    const { extent, onSnapshotFault, snapshots, store } = options;
    const start = await replayStart<Command, CoreMachine>({
      extent,
      createMachine: () => new CoreMachine(),
      snapshots,
      snapshotSeqMax: store.appliedSeq,
      onSnapshotFault,
    });
    return new HistoryFollower(options, start);
  }

  /**
   * Replays the next part of the journal and commits its rows; returns false when there was none.
   * Fails with `StoreUnavailable` when the store accepts no writes: the next call writes the same
   * rows. Other failures, a `LogFault` or a `RecoveryFault`, are permanent.
   */
  async step(): Promise<boolean> {
    const { events } = this.#machine;
    while (events.length < this.#blockWords) {
      const batch = await this.#journal.read(this.#replayedSeq + 1);
      if (batch === undefined) break;
      this.#replay(batch);
      if (this.#replayedSeq <= this.#store.appliedSeq) events.clear();
    }
    if (events.length === 0) return false;
    const isFull = events.length >= this.#blockWords;
    const startedMs = performance.now();
    this.#feed.update();
    this.#store.apply(events.words());
    events.clear();
    this.#adapt(performance.now() - startedMs, isFull);
    return true;
  }

  /** Sizes the next transaction by the time that this one took to write. */
  #adapt(tookMs: number, isFull: boolean): void {
    const words = this.#blockWords;
    if (tookMs > TRANSACTION_MS) this.#blockWords = Math.max(BLOCK_WORDS_MIN, words / 2);
    if (isFull && tookMs < TRANSACTION_MS / 2) {
      this.#blockWords = Math.min(BLOCK_WORDS_MAX, words * 2);
    }
  }

  #replay(batch: LoggedBatch): void {
    const seq = this.#replayedSeq + 1;
    if (batch.firstSeq !== seq || !isSameHash(batch.previousHash, this.#journalHash)) {
      const message = `the batch at seq ${batch.firstSeq} follows the state at seq ${seq - 1}`;
      throw new RecoveryFault("journal_damaged", `expected that ${message}`);
    }
    applyBatch(this.#machine, CORE_CODEC, batch);
    this.#replayedSeq = batch.firstSeq + batch.count - 1;
    this.#journalHash = batch.hash;
  }
}
