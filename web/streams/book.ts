/** The order book of one market, kept from the channel `books`, outside the component tree. */
import type { ChannelArg, Push } from "../wire/socket.ts";
import { publicSocket } from "../wire/sockets.ts";

/** Price and size as sent: exact decimal text. */
type WireLevel = readonly [price: string, size: string];

type WireBook = {
  readonly a: readonly WireLevel[];
  readonly b: readonly WireLevel[];
  readonly seq: number;
  readonly pseq: number;
};

/** A price level; numbers are for drawing, texts for acting on. */
export type Level = {
  readonly price: number;
  readonly size: number;
  readonly priceText: string;
};

/** Whether the book is complete: `stale` between a gap or lost connection and the next snapshot. */
export type BookHealth = "loading" | "good" | "stale";

/** Book of one market. Listeners are called after each push, not more often than pushes come. */
export class BookStream {
  readonly #bids = new Map<string, Level>();
  readonly #asks = new Map<string, Level>();
  readonly #listeners = new Set<() => void>();
  readonly #arg: ChannelArg;
  #stop: () => void;
  #sortedBids: readonly Level[] | undefined;
  #sortedAsks: readonly Level[] | undefined;
  #seq = 0;
  health: BookHealth = "loading";
  /** Pushes received since the page was opened, and gaps found among them. */
  pushes = 0;
  gaps = 0;

  constructor(key: string) {
    const [instType = "", symbol = ""] = key.split(":");
    this.#arg = { instType, topic: "books", symbol };
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
    this.#stop();
    this.#listeners.clear();
  }

  #subscribe(): () => void {
    return publicSocket.subscribe(this.#arg, {
      push: (push) => this.#take(push),
      restart: () => this.#becomeStale(),
    });
  }

  #becomeStale(): void {
    this.health = "stale";
    this.#changed();
  }

  #take({ action, data }: Push): void {
    const book = data[0] as WireBook;
    this.pushes += 1;
    if (action === "snapshot") {
      this.#bids.clear();
      this.#asks.clear();
      this.health = "good";
    } else if (this.health !== "good") return;
    else if (book.pseq !== this.#seq) {
      this.gaps += 1;
      this.#becomeStale();
      this.#stop();
      this.#stop = this.#subscribe();
      return;
    }
    this.#seq = book.seq;
    if (apply(this.#bids, book.b)) this.#sortedBids = undefined;
    if (apply(this.#asks, book.a)) this.#sortedAsks = undefined;
    if (action === "snapshot") {
      this.#sortedBids = undefined;
      this.#sortedAsks = undefined;
    }
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Applies changes to a side; a size of 0 removes its level. Returns whether there was any. */
function apply(side: Map<string, Level>, changes: readonly WireLevel[]): boolean {
  for (const [priceText, sizeText] of changes) {
    const size = Number(sizeText);
    if (size === 0) side.delete(priceText);
    else side.set(priceText, { price: Number(priceText), size, priceText });
  }
  return changes.length > 0;
}
