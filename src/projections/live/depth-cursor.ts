import type { Side } from "../../core/base/vocabulary.ts";
import { type Ticks, ticks } from "../../core/money/units.ts";
import type { BookSide, Level } from "./book-side.ts";

/** Prices a cursor remembers between two drains before it gives up; far above any conflation. */
export const DIRTY_PRICES_MAX = 200_000;

/** What changed since the drain before: present sizes, 0 where a level is gone; best first. */
export type DepthChanges = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

/**
 * The prices whose level changed since the last drain. A channel that conflates keeps one cursor
 * per book, however many subscribers it has, and drains it at its interval.
 */
export class DepthCursor {
  readonly #bids: BookSide;
  readonly #asks: BookSide;
  readonly #dirtyBids = new Set<number>();
  readonly #dirtyAsks = new Set<number>();
  #isOverflown = false;

  constructor(bids: BookSide, asks: BookSide) {
    this.#bids = bids;
    this.#asks = asks;
  }

  get isDirty(): boolean {
    return this.#dirtyBids.size > 0 || this.#dirtyAsks.size > 0 || this.#isOverflown;
  }

  /** Too much changed to be told: what was sent before can only be replaced by a new snapshot. */
  get isOverflown(): boolean {
    return this.#isOverflown;
  }

  mark(side: Side, price: Ticks): void {
    const dirty = side === "buy" ? this.#dirtyBids : this.#dirtyAsks;
    if (dirty.size < DIRTY_PRICES_MAX) dirty.add(price);
    else if (!dirty.has(price)) this.#isOverflown = true;
  }

  /** Forgets all: what follows counts from the present book, whose snapshot the caller takes. */
  reset(): void {
    this.#dirtyBids.clear();
    this.#dirtyAsks.clear();
    this.#isOverflown = false;
  }

  /** The changes since the drain or reset before; the cursor is clean afterwards. */
  drain(): DepthChanges {
    const bids = presentLevels(this.#bids, this.#dirtyBids);
    const asks = presentLevels(this.#asks, this.#dirtyAsks);
    this.reset();
    return { bids, asks };
  }
}

function presentLevels(side: BookSide, dirty: ReadonlySet<number>): Level[] {
  const levels = Array.from(dirty, (price) => ({
    price: ticks(price),
    size: side.sizeOf(ticks(price)),
  }));
  const direction = side.side === "buy" ? -1 : 1;
  return levels.sort((a, b) => (a.price - b.price) * direction);
}
