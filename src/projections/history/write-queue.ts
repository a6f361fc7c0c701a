/**
 * Writes in order, and keeps what the store refuses until it takes it: a full disk delays the
 * history and loses nothing. What is kept is bounded by whoever pushes.
 */
import { StoreUnavailable } from "../store/sql-store.ts";

export type WriteQueueSettings<M> = {
  /** Writes one message whole or throws; `StoreUnavailable` means that it may be repeated. */
  readonly write: (message: M) => void;
  /** Hears why writes wait, and an empty text when they no longer do. */
  readonly report: (fault: string) => void;
  /** Calls back after the retry interval. */
  readonly later: (retry: () => void) => void;
};

export class WriteQueue<M> {
  readonly #settings: WriteQueueSettings<M>;
  #refused: M[] = [];

  constructor(settings: WriteQueueSettings<M>) {
    this.#settings = settings;
  }

  /** Whether something pushed is not yet written. */
  get isStalled(): boolean {
    return this.#refused.length > 0;
  }

  push(message: M): void {
    if (this.isStalled || !this.#isWritten(message)) this.#refused.push(message);
  }

  #isWritten(message: M): boolean {
    try {
      this.#settings.write(message);
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.#settings.report(error.message);
      this.#settings.later(() => this.#retry());
      return false;
    }
  }

  #retry(): void {
    let written = 0;
    for (const message of this.#refused) {
      if (!this.#isWritten(message)) break;
      written += 1;
    }
    this.#refused = this.#refused.slice(written);
    if (!this.isStalled) this.#settings.report("");
  }
}
