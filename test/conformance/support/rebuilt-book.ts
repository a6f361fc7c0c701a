import type { Push } from "./bitget-api-sockets.ts";

type Level = readonly [price: string, size: string];
type BookRow = {
  readonly asks?: readonly Level[];
  readonly bids?: readonly Level[];
  readonly a?: readonly Level[];
  readonly b?: readonly Level[];
  readonly seq: number;
  readonly pseq?: number;
};

/** The levels of a book, best first. */
export type Depth = { readonly asks: readonly Level[]; readonly bids: readonly Level[] };

/** How many states are kept to be compared with. */
const STATES_MAX = 5_000;

/**
 * A book put together from the pushes of the channel `books` as the reference tells clients to
 * (websocket.md section 5.4). Throws when the chain of seq and pseq has a gap.
 */
export class RebuiltBook {
  readonly #asks = new Map<string, string>();
  readonly #bids = new Map<string, string>();
  readonly #states = new Map<number, Depth>();
  readonly #statesMax: number;
  #seq: number | undefined;
  /** Updates after the snapshot. */
  updates = 0;

  /** `statesMax` 0 keeps none, for a book that is followed for long. */
  constructor(statesMax = STATES_MAX) {
    this.#statesMax = statesMax;
  }

  /** The seq of the last push, `undefined` before the first. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /** The book as it was at `seq`, if a push brought it there. */
  at(seq: number): Depth | undefined {
    return this.#states.get(seq);
  }

  /** The book as it is now. */
  get depth(): Depth {
    const sorted = (levels: Map<string, string>, direction: 1 | -1): Level[] =>
      [...levels].sort(([one], [other]) => (Number(one) - Number(other)) * direction);
    return { asks: sorted(this.#asks, 1), bids: sorted(this.#bids, -1) };
  }

  /** True when the best bid is not below the best ask. */
  get isCrossed(): boolean {
    let ask = Number.POSITIVE_INFINITY;
    for (const price of this.#asks.keys()) ask = Math.min(ask, Number(price));
    for (const price of this.#bids.keys()) if (Number(price) >= ask) return true;
    return false;
  }

  take(push: Push): void {
    const row = push.data[0] as unknown as BookRow;
    if (push.action === "snapshot") {
      this.#asks.clear();
      this.#bids.clear();
    } else {
      this.updates += 1;
      if (row.pseq !== this.#seq) {
        throw new Error(`pseq of an update is ${this.#seq}, the seq before it; got ${row.pseq}`);
      }
    }
    this.#change(this.#asks, row.asks ?? row.a ?? []);
    this.#change(this.#bids, row.bids ?? row.b ?? []);
    this.#seq = row.seq;
    if (this.#states.size < this.#statesMax) this.#states.set(row.seq, this.depth);
  }

  #change(levels: Map<string, string>, changes: readonly Level[]): void {
    for (const [price, size] of changes) {
      if (size === "0") levels.delete(price);
      else levels.set(price, size);
    }
  }
}
