/** Longest wait for reads on their way, in ms. */
export const READS_WAIT_MS = 1_000;

/** Holds reads back while the session that they belong to ends. */
export class ReadGate {
  readonly #pending = new Set<Promise<unknown>>();
  #opening: Promise<void> | undefined;

  /** Starts a read, once the gate is open. */
  async through<T>(read: () => Promise<T>): Promise<T> {
    while (this.#opening !== undefined) await this.#opening;
    const answer = read();
    this.#pending.add(answer);
    try {
      return await answer;
    } finally {
      this.#pending.delete(answer);
    }
  }

  /**
   * Ends the session by `end` when no read is on its way any more, or `READS_WAIT_MS` later, and
   * starts no read meanwhile. Once the session has ended the gate stays shut: the page is loaded
   * again. It opens when `end` fails.
   */
  async shutFor(end: () => Promise<void>): Promise<void> {
    const opening = Promise.withResolvers<void>();
    this.#opening = opening.promise;
    const bound = new Promise((resolve) => setTimeout(resolve, READS_WAIT_MS));
    await Promise.race([Promise.allSettled(this.#pending), bound]);
    try {
      await end();
    } catch (thrown) {
      this.#opening = undefined;
      opening.resolve();
      throw thrown;
    }
  }
}

/** Gate of the reads of this page. */
export const PAGE_READS = new ReadGate();
