import type { Side } from "../../core/base/vocabulary.ts";
import { type Ticks, ticks } from "../../core/money/units.ts";
import type { BookSide, Level } from "./book-side.ts";

/** Most changed prices between two drains; more than any conflation interval needs. */
export const DIRTY_PRICES_MAX = 200_000;

/** Levels changed since the last drain, with current sizes, 0 for removed levels; best first. */
export type DepthChanges = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

/**
 * Prices whose level changed since the last drain. A conflating channel keeps one cursor per book
 * for all its subscribers and drains it at its interval.
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

  /** Whether too many prices changed: subscribers need a new snapshot. */
  get isOverflown(): boolean {
    return this.#isOverflown;
  }

  mark(side: Side, price: Ticks): void {
    const dirty = side === "buy" ? this.#dirtyBids : this.#dirtyAsks;
    if (dirty.size < DIRTY_PRICES_MAX) dirty.add(price);
    else if (!dirty.has(price)) this.#isOverflown = true;
  }

  /** Clears all changes; the caller takes a snapshot of the current book. */
  reset(): void {
    this.#dirtyBids.clear();
    this.#dirtyAsks.clear();
    this.#isOverflown = false;
  }

  /** Returns the changes since the last drain or reset and clears the cursor. */
  drain(): DepthChanges {
    const bids = currentLevels(this.#bids, this.#dirtyBids);
    const asks = currentLevels(this.#asks, this.#dirtyAsks);
    this.reset();
    return { bids, asks };
  }
}

function currentLevels(side: BookSide, dirty: ReadonlySet<number>): Level[] {
  const levels = Array.from(dirty, (price) => ({
    price: ticks(price),
    size: side.sizeOf(ticks(price)),
  }));
  const direction = side.side === "buy" ? -1 : 1;
  return levels.sort((a, b) => (a.price - b.price) * direction);
}
