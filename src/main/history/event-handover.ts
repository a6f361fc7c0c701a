/**
 * Hands the events of applied commands over to the history thread, in memory that both share, so
 * that it need not execute the commands again. Bounded: when the thread lags too far behind, the
 * events of further commands are left out until it has caught up through the journal.
 */
import type { State } from "../../core/state.ts";
import {
  HANDED_LAG_MAX,
  HANDED_WORDS_MAX,
  HANDED_WORDS_OF_CHUNK,
} from "../../projections/history/limits.ts";
import { HistoryFeed, type HistoryTarget } from "./history-feed.ts";
import type { EventBlock, HandedEvents, Listing } from "./history-messages.ts";

/** Unused chunks that are kept for later. */
const SPARE_CHUNKS_MAX = 16;

/** Memory of events that go over together; `used` words of it are written. */
type Chunk = { readonly words: Float64Array; used: number; endSeq: number };

function newChunk(words: number): Chunk {
  const buffer = new SharedArrayBuffer(words * Float64Array.BYTES_PER_ELEMENT);
  return { words: new Float64Array(buffer), used: 0, endSeq: 0 };
}

export class EventHandover {
  readonly #feed: HistoryFeed;
  readonly #wordsMax: number;
  #listing: Listing[] = [];
  /** Whether the events of further commands are handed over. */
  #isOpen = false;
  /** Last command whose events are not needed: they were added, or the thread has its rows. */
  #endSeq: number;
  /** Last command before the events in `#unsent`. */
  #afterSeq = 0;
  /** The last one is being filled. */
  #unsent: Chunk[] = [];
  /** The thread may read these until it has committed their rows. */
  #sent: Chunk[] = [];
  #spare: Chunk[] = [];

  /**
   * `state` changes with the commands whose events are added; `wordsMax` is the number of words
   * that may wait for the thread.
   */
  constructor(state: State, wordsMax = HANDED_WORDS_MAX) {
    this.#endSeq = state.seq;
    this.#wordsMax = wordsMax;
    const list = (listing: Listing): void => {
      if (this.#isOpen) this.#listing.push(listing);
    };
    const target: HistoryTarget = {
      listCurrencies: (currencies) => list({ currencies }),
      listInstruments: (instruments) => list({ instruments }),
      importPaths: (paths) => list({ paths }),
      addQuietUsers: (quietUsers) => list({ quietUsers }),
    };
    this.#feed = new HistoryFeed(target, state);
    // What the first state has is in the rows, or comes with the replay that leads to it.
    this.#feed.update();
  }

  /** Forgets everything: the thread is a new one, and the last one has ended. */
  reset(): void {
    this.#isOpen = false;
    this.#listing = [];
    for (const chunk of [...this.#unsent, ...this.#sent]) this.#keep(chunk);
    this.#unsent = [];
    this.#sent = [];
  }

  /**
   * Adds the events of all commands since the last call, up to `endSeq`. Those of commands before
   * the first state, which a start may replay, are left out.
   */
  add(words: Float64Array, endSeq: number): void {
    if (endSeq <= this.#endSeq) return;
    this.#feed.update();
    if (this.#isOpen) {
      const chunk = this.#chunkFor(words.length);
      if (chunk === undefined) {
        this.#isOpen = false;
      } else {
        chunk.words.set(words, chunk.used);
        chunk.used += words.length;
        chunk.endSeq = endSeq;
      }
    }
    this.#endSeq = endSeq;
  }

  /** Returns what was added since the last call. */
  take(): HandedEvents | undefined {
    if (this.#unsent.length === 0) return undefined;
    const blocks = this.#unsent.map(
      ({ endSeq, used, words }): EventBlock => ({ endSeq, words: words.subarray(0, used) }),
    );
    const handed = { afterSeq: this.#afterSeq, blocks, listing: this.#listing };
    this.#sent.push(...this.#unsent);
    this.#unsent = [];
    this.#listing = [];
    return handed;
  }

  /** The thread has committed the rows up to `seq`: the memory of their events is used again. */
  committed(seq: number): void {
    this.#endSeq = Math.max(this.#endSeq, seq);
    const first = this.#sent.findIndex(({ endSeq }) => endSeq > seq);
    const ended = this.#sent.splice(0, first < 0 ? this.#sent.length : first);
    for (const chunk of ended) this.#keep(chunk);
    const isEmpty = this.#sent.length === 0 && this.#unsent.length === 0;
    if (isEmpty && this.#endSeq - seq <= HANDED_LAG_MAX) this.#isOpen = true;
  }

  /** Returns memory for as many words; undefined when the thread lags too far behind. */
  #chunkFor(words: number): Chunk | undefined {
    const last = this.#unsent.at(-1);
    if (last !== undefined && last.used + words <= last.words.length) return last;
    const length = Math.max(words, HANDED_WORDS_OF_CHUNK);
    const waiting = [...this.#unsent, ...this.#sent].reduce(
      (sum, one) => sum + one.words.length,
      0,
    );
    if (waiting + length > this.#wordsMax) return undefined;
    if (last === undefined) this.#afterSeq = this.#endSeq;
    const spare = length === HANDED_WORDS_OF_CHUNK ? this.#spare.pop() : undefined;
    const chunk = spare ?? newChunk(length);
    this.#unsent.push(chunk);
    return chunk;
  }

  #keep(chunk: Chunk): void {
    chunk.used = 0;
    const isUsual = chunk.words.length === HANDED_WORDS_OF_CHUNK;
    if (isUsual && this.#spare.length < SPARE_CHUNKS_MAX) this.#spare.push(chunk);
  }
}
