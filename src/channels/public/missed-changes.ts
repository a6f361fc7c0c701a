import type { Side } from "../../core/base/vocabulary.ts";
import { ticks } from "../../core/money/units.ts";
import type { Level } from "../../projections/live/book-side.ts";
import type { DepthChanges } from "../../projections/live/depth-cursor.ts";
import type { LiveBook } from "../../projections/live/live-book.ts";

/** Prices of both sides of one book that are kept at most, for all subscribers together. */
const PRICES_MAX = 200_000;

/**
 * The prices of a book that changed while any subscriber was behind, with the seq of the last
 * change of each: what a subscriber has missed since its own last push. One map serves all of them.
 */
export class MissedChanges {
  readonly #seqs: Readonly<Record<Side, Map<number, number>>> = { buy: new Map(), sell: new Map() };
  /** Changes up to this seq are not kept. */
  #lostSeq = 0;

  /** Adds the changes of a push that brings a book to `seq`. */
  add({ asks, bids }: DepthChanges, seq: number): void {
    for (const { price } of bids) this.#seqs.buy.set(price, seq);
    for (const { price } of asks) this.#seqs.sell.set(price, seq);
    if (this.#seqs.buy.size + this.#seqs.sell.size > PRICES_MAX) this.lose(seq);
  }

  /** Forgets all changes: whoever has an older state than `seq` needs a snapshot. */
  lose(seq: number): void {
    this.#lostSeq = seq;
    this.clear();
  }

  /** Called while no subscriber is behind. */
  clear(): void {
    this.#seqs.buy.clear();
    this.#seqs.sell.clear();
  }

  /**
   * Returns the present levels at the prices that changed after `seq`, best first; undefined if
   * some of them are not known any more.
   */
  since(seq: number, book: LiveBook): DepthChanges | undefined {
    if (seq < this.#lostSeq) return undefined;
    return { bids: this.#levels("buy", seq, book), asks: this.#levels("sell", seq, book) };
  }

  #levels(side: Side, seq: number, book: LiveBook): Level[] {
    const direction = side === "buy" ? -1 : 1;
    const prices: number[] = [];
    for (const [price, changedSeq] of this.#seqs[side]) if (changedSeq > seq) prices.push(price);
    prices.sort((a, b) => (a - b) * direction);
    return prices.map((price) => {
      return { price: ticks(price), size: book.sideOf(side).sizeOf(ticks(price)) };
    });
  }
}
