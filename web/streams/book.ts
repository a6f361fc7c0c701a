/** The order book of one market, kept from the channel `books`, outside the component tree. */
import type { ChannelArg, ChannelListener, ExchangeSocket, Push } from "../wire/socket.ts";

/** Price and size as sent: exact decimal text. */
type WireLevel = readonly [price: string, size: string];

type WireBook = {
  readonly a: readonly WireLevel[];
  readonly b: readonly WireLevel[];
  readonly seq: number;
  readonly pseq: number;
};

/** A price level; numbers are for ordering and drawing, texts for sums and for acting on. */
export type Level = {
  readonly price: number;
  readonly size: number;
  readonly priceText: string;
  readonly sizeText: string;
};

/**
 * Whether the book is complete: `loading` before the first snapshot, `stale` between a gap or lost
 * connection and the next snapshot.
 */
export type BookHealth = "loading" | "good" | "stale";

/** Pause before a refused channel is asked for again, in ms: requests per hour are limited. */
const REFUSED_RETRY_MS = 60_000;
/** Least time between two requests after gaps, in ms. */
const GAP_RETRY_MS = 15_000;

/** Book of one market. Listeners are called after each push, not more often than pushes come. */
export class BookStream {
  /** Levels by price: the same price may be written with more or fewer zeros. */
  readonly #bids = new Map<number, Level>();
  readonly #asks = new Map<number, Level>();
  readonly #listeners = new Set<() => void>();
  readonly #arg: ChannelArg;
  readonly #socket: Pick<ExchangeSocket, "subscribe">;
  readonly #channel: ChannelListener = {
    push: (push) => this.#take(push),
    restart: () => this.#becomeStale(),
    refused: (_code, message) => this.#beRefused(message),
  };
  #stop: () => void;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #sortedBids: readonly Level[] | undefined;
  #sortedAsks: readonly Level[] | undefined;
  #seq = 0;
  /** Time of the latest gap, by `performance.now()`. */
  #gapAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the latest push was the snapshot. */
  #isFresh = false;
  health: BookHealth = "loading";
  /** Why the exchange refuses the channel; undefined if it does not. */
  refusal: string | undefined;
  /** Pushes received since the stream was opened, and gaps found among them. */
  pushes = 0;
  gaps = 0;

  /** `key` is `category:symbol`. */
  constructor(key: string, socket: Pick<ExchangeSocket, "subscribe">) {
    const [instType = "", symbol = ""] = key.split(":");
    this.#arg = { instType, topic: "books", symbol };
    this.#socket = socket;
    this.#stop = this.#subscribe();
  }

  /** Levels from the best price outwards. */
  get bids(): readonly Level[] {
    this.#sortedBids ??= [...this.#bids.values()].sort((one, other) => other.price - one.price);
    return this.#sortedBids;
  }

  get asks(): readonly Level[] {
    this.#sortedAsks ??= [...this.#asks.values()].sort((one, other) => one.price - other.price);
    return this.#sortedAsks;
  }

  /** Calls a listener after each change; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#retryTimer);
    this.#stop();
    this.#listeners.clear();
  }

  /** Asks for the channel; an open channel answers with another snapshot. */
  #subscribe(): () => void {
    return this.#socket.subscribe(this.#arg, this.#channel);
  }

  #becomeStale(): void {
    if (this.health === "good") this.health = "stale";
    this.#changed();
  }

  #beRefused(message: string): void {
    this.refusal = message;
    this.#becomeStale();
    this.#subscribeIn(REFUSED_RETRY_MS);
  }

  #subscribeIn(pauseMs: number): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#stop = this.#subscribe();
    }, pauseMs);
  }

  #findGap(): void {
    this.gaps += 1;
    this.#becomeStale();
    const nowMs = performance.now();
    const sinceMs = nowMs - this.#gapAtMs;
    this.#gapAtMs = nowMs;
    if (sinceMs < GAP_RETRY_MS) this.#subscribeIn(GAP_RETRY_MS);
    else this.#stop = this.#subscribe();
  }

  #take({ action, data }: Push): void {
    const book = data[0] as WireBook | undefined;
    if (book === undefined) return;
    this.pushes += 1;
    if (action === "snapshot") this.#begin();
    else if (this.health !== "good") return;
    else if (this.#isFresh && book.seq <= this.#seq) {
      // The snapshot, which was made later, contains these changes.
      return;
    } else if (!this.#follows(book)) {
      this.#findGap();
      return;
    } else this.#isFresh = false;
    this.#seq = book.seq;
    if (apply(this.#bids, book.b)) this.#sortedBids = undefined;
    if (apply(this.#asks, book.a)) this.#sortedAsks = undefined;
    this.#changed();
  }

  #begin(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#sortedBids = undefined;
    this.#sortedAsks = undefined;
    this.#isFresh = true;
    this.health = "good";
    this.refusal = undefined;
  }

  /**
   * Whether nothing is missing between the book and an update: its pseq is the seq of the push
   * before it, and the seq of the snapshot lies within the first update (websocket.md section 5.4).
   */
  #follows({ pseq }: WireBook): boolean {
    return this.#isFresh ? pseq <= this.#seq : pseq === this.#seq;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Applies changes to a side; a size of 0 removes its level. Returns whether there was any. */
function apply(side: Map<number, Level>, changes: readonly WireLevel[]): boolean {
  for (const [priceText, sizeText] of changes) {
    const price = Number(priceText);
    const size = Number(sizeText);
    if (size === 0) side.delete(price);
    else side.set(price, { price, size, priceText, sizeText });
  }
  return changes.length > 0;
}
