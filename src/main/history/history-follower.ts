/**
 * Writes the history behind the exchange: turns the events that it hands over into rows. Where they
 * do not continue the rows, the events come from a replay of the journal, at any distance behind
 * the exchange, so memory does not grow with the distance.
 */
import {
  BLOCK_WORDS_MAX,
  BLOCK_WORDS_MIN,
  TRANSACTION_MS,
} from "../../projections/history/limits.ts";
import { JournalReplay, type JournalReplayOptions } from "./journal-replay.ts";
import { ReceivedEvents } from "./received-events.ts";

export type HistoryFollowerOptions = JournalReplayOptions & {
  /** Events that the exchange hands over; absent: all are replayed from the journal. */
  readonly received?: ReceivedEvents;
};

export class HistoryFollower {
  readonly #options: JournalReplayOptions;
  readonly #received: ReceivedEvents;
  /** Absent while the rows continue with events that were handed over. */
  #replay: JournalReplay | undefined;
  /** Words after which a transaction is written. */
  #blockWords = BLOCK_WORDS_MIN;

  private constructor(options: HistoryFollowerOptions) {
    this.#options = options;
    this.#received = options.received ?? new ReceivedEvents();
  }

  /** Opens the follower. Fails with a `RecoveryFault` where the journal does not continue rows. */
  static async open(options: HistoryFollowerOptions): Promise<HistoryFollower> {
    const follower = new HistoryFollower(options);
    const isHanded = follower.#received.afterSeq <= options.store.appliedSeq;
    if (follower.#isBehind && !isHanded) follower.#replay = await JournalReplay.open(options);
    return follower;
  }

  /**
   * Commits the rows of the next events; returns false when there were none. Fails with
   * `StoreUnavailable` when the store accepts no writes: the next call writes the same rows. Other
   * failures, a `LogFault` or a `RecoveryFault`, are permanent.
   */
  async step(): Promise<boolean> {
    const { store } = this.#options;
    const received = this.#received.after(store.appliedSeq, this.#blockWords);
    if (received.length > 0) {
      await this.#endReplay();
      this.#received.list(store);
      this.#write(received);
      return true;
    }
    if (!this.#isBehind) return false;
    this.#replay ??= await JournalReplay.open(this.#options);
    const events = await this.#replay.events(this.#blockWords, this.#received.afterSeq);
    if (events === undefined) return false;
    this.#write([events]);
    return true;
  }

  /** Whether the journal has commands after the rows. */
  get #isBehind(): boolean {
    const { journal, store } = this.#options;
    return store.appliedSeq < journal.endSeq;
  }

  /** Frees the state of the replay, and the file that it reads. */
  async #endReplay(): Promise<void> {
    if (this.#replay === undefined) return;
    this.#replay = undefined;
    await this.#options.journal.close();
  }

  #write(blocks: readonly Float64Array[]): void {
    const words = blocks.reduce((sum, { length }) => sum + length, 0);
    const startedMs = performance.now();
    this.#options.store.apply(...blocks);
    this.#adapt(performance.now() - startedMs, words >= this.#blockWords);
  }

  /** Sizes the next transaction by the time that this one took to write. */
  #adapt(tookMs: number, isFull: boolean): void {
    const words = this.#blockWords;
    if (tookMs > TRANSACTION_MS) this.#blockWords = Math.max(BLOCK_WORDS_MIN, words / 2);
    if (isFull && tookMs < TRANSACTION_MS / 2) {
      this.#blockWords = Math.min(BLOCK_WORDS_MAX, words * 2);
    }
  }
}
