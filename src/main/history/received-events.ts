/** Events that the exchange has handed over and whose rows are not committed yet. */
import type { HistoryStore } from "../../projections/history/history-store.ts";
import type { EventBlock, HandedEvents, Listing } from "./history-messages.ts";

type Block = EventBlock & { readonly afterSeq: number };

export class ReceivedEvents {
  #blocks: Block[] = [];
  #listing: Listing[] = [];

  add({ afterSeq, blocks, listing }: HandedEvents): void {
    this.#listing.push(...listing);
    let seq = afterSeq;
    for (const block of blocks) {
      this.#blocks.push({ ...block, afterSeq: seq });
      seq = block.endSeq;
    }
  }

  /** Last command before the first events; those up to it are in the journal only. */
  get afterSeq(): number {
    return this.#blocks[0]?.afterSeq ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Forgets the events up to `seq`, and returns the next ones: as many blocks as give the number of
   * words, or all there are without a gap; none where they do not continue with `seq`.
   */
  after(seq: number, words: number): Float64Array[] {
    const first = this.#blocks.findIndex(({ endSeq }) => endSeq > seq);
    this.#blocks.splice(0, first < 0 ? this.#blocks.length : first);
    const next: Float64Array[] = [];
    let endSeq = seq;
    let length = 0;
    for (const block of this.#blocks) {
      if (block.afterSeq > endSeq || length >= words) break;
      next.push(block.words);
      length += block.words.length;
      endSeq = block.endSeq;
    }
    return next;
  }

  /** Passes on what the events refer to; repeats all of it when a write fails. */
  list(store: HistoryStore): void {
    for (const { currencies, instruments, paths, quietUsers } of this.#listing) {
      if (currencies !== undefined) store.listCurrencies(currencies);
      if (instruments !== undefined) store.listInstruments(instruments);
      if (paths !== undefined) store.importPaths(paths);
      if (quietUsers !== undefined) store.addQuietUsers(quietUsers);
    }
    this.#listing = [];
  }
}
