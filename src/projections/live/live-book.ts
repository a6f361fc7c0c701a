import type { Side } from "../../core/base/vocabulary.ts";
import type { Lots, Ticks } from "../../core/money/units.ts";
import { BookSide, type Level } from "./book-side.ts";
import { DepthCursor } from "./depth-cursor.ts";

/** Depths that channels push; the book knows when each of them last changed. */
export const CHANNEL_DEPTHS = [1, 5, 15, 50] as const;
export type ChannelDepth = (typeof CHANNEL_DEPTHS)[number];

/** Cursors per book: one for each dialect and group of subscribers. */
export const CURSORS_PER_BOOK_MAX = 32;

export type BookDepth = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

/** The aggregated book of one instrument, built from `level_changed`. */
export class LiveBook {
  readonly bids = new BookSide("buy");
  readonly asks = new BookSide("sell");
  readonly #cursors: DepthCursor[] = [];
  readonly #depthSeqs: number[] = CHANNEL_DEPTHS.map(() => 0);
  #seq = 0;
  #timeMs = 0;

  /** Seq of the last command that changed the book; 0 before the first change. */
  get seq(): number {
    return this.#seq;
  }

  /** Time of that command. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Seq of the last change within the best `depth` levels of either side. */
  seqWithin(depth: ChannelDepth): number {
    return this.#depthSeqs[CHANNEL_DEPTHS.indexOf(depth)] ?? 0;
  }

  sideOf(side: Side): BookSide {
    return side === "buy" ? this.bids : this.asks;
  }

  /** The best `depth` levels of both sides, best first. */
  top(depth: number): BookDepth {
    return { bids: this.bids.top(depth), asks: this.asks.top(depth) };
  }

  /** Opens an empty cursor; `undefined` when the book has `CURSORS_PER_BOOK_MAX` already. */
  openCursor(): DepthCursor | undefined {
    if (this.#cursors.length >= CURSORS_PER_BOOK_MAX) return undefined;
    const cursor = new DepthCursor(this.bids, this.asks);
    this.#cursors.push(cursor);
    return cursor;
  }

  closeCursor(cursor: DepthCursor): void {
    const index = this.#cursors.indexOf(cursor);
    if (index >= 0) this.#cursors.splice(index, 1);
  }

  /** Takes over one level of a state snapshot. */
  seed(side: Side, level: Level, seq: number, timeMs: number): void {
    this.change(side, level.price, level.size, seq, timeMs);
  }

  /** Sets the total size resting at a price; 0 removes the level. */
  change(side: Side, price: Ticks, size: Lots, seq: number, timeMs: number): void {
    const rank = this.sideOf(side).set(price, size);
    for (let index = 0; index < CHANNEL_DEPTHS.length; index++) {
      if (rank < (CHANNEL_DEPTHS[index] ?? 0)) this.#depthSeqs[index] = seq;
    }
    for (const cursor of this.#cursors) cursor.mark(side, price);
    this.#seq = seq;
    this.#timeMs = timeMs;
  }
}
