/**
 * Executes the commands of the journal again, in a core of its own, for a history whose events are
 * no longer in memory: after a start, after the history was lost, and far behind the exchange.
 */
import type { Command } from "../../core/commands/commands.ts";
import { isSameHash, type LogExtent, type LoggedBatch } from "../../journal/command-log.ts";
import type { JournalFollower } from "../../journal/journal-follower.ts";
import { applyBatch, type Recovered, RecoveryFault, replayStart } from "../../journal/recovery.ts";
import type { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { HistoryStore } from "../../projections/history/history-store.ts";
import { CORE_CODEC, CoreMachine } from "../core-machine.ts";
import { HistoryFeed } from "./history-feed.ts";

export type JournalReplayOptions = {
  readonly store: HistoryStore;
  readonly journal: JournalFollower;
  readonly extent: Pick<LogExtent, "firstSeq">;
  readonly snapshots: SnapshotStore;
  /** Receives faults of snapshots that could not be used. */
  readonly onSnapshotFault: (fault: Error) => void;
};

export class JournalReplay {
  readonly #store: HistoryStore;
  readonly #journal: JournalFollower;
  readonly #machine: CoreMachine;
  readonly #feed: HistoryFeed;
  #replayedSeq: number;
  #journalHash: Uint8Array;

  private constructor(options: JournalReplayOptions, start: Recovered<CoreMachine>) {
    this.#store = options.store;
    this.#journal = options.journal;
    this.#machine = start.machine;
    this.#feed = new HistoryFeed(options.store, start.machine.state);
    this.#replayedSeq = start.appliedSeq;
    this.#journalHash = start.journalHash;
  }

  /**
   * Opens the replay at the newest snapshot not newer than the rows of the store. Newer ones may
   * even end after what is known of the journal, which goes on. Fails with a `RecoveryFault`.
   */
  static async open(options: JournalReplayOptions): Promise<JournalReplay> {
    const { extent, onSnapshotFault, snapshots, store } = options;
    const start = await replayStart<Command, CoreMachine>({
      extent: { firstSeq: extent.firstSeq, lastSeq: Number.POSITIVE_INFINITY },
      createMachine: () => new CoreMachine(),
      snapshots,
      snapshotSeqMax: store.appliedSeq,
      onSnapshotFault,
    });
    return new JournalReplay(options, start);
  }

  /**
   * Replays on until there are so many words of events, or to `untilSeq`, or to the durable end.
   * Returns the events whose rows are not committed, or undefined when there are none; valid until
   * the next call.
   */
  async events(words: number, untilSeq: number): Promise<Float64Array | undefined> {
    const { events } = this.#machine;
    for (;;) {
      if (this.#replayedSeq <= this.#store.appliedSeq) events.clear();
      if (events.length >= words || this.#replayedSeq >= untilSeq) break;
      const batch = await this.#journal.read(this.#replayedSeq + 1);
      if (batch === undefined) break;
      this.#replay(batch);
    }
    if (events.length === 0) return undefined;
    this.#feed.update();
    return events.words();
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
