import type { Side } from "../../core/base/vocabulary.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ticks, ZERO_LOTS } from "../../core/money/units.ts";

export type Level = { readonly price: Ticks; readonly size: Lots };

const LEVELS_FIRST = 64;

/**
 * Levels of one side of a book, the best level last: most changes are near the best price, and
 * setting a level moves only the levels that are better.
 */
export class BookSide {
  readonly side: Side;
  /** Keys are prices × direction and ascend, so that one search works for both sides. */
  readonly #direction: 1 | -1;
  #keys = new Int32Array(LEVELS_FIRST);
  #sizes = new Float64Array(LEVELS_FIRST);
  #count = 0;

  constructor(side: Side) {
    this.side = side;
    this.#direction = side === "buy" ? 1 : -1;
  }

  /** Number of levels. */
  get count(): number {
    return this.#count;
  }

  /** 0 when the side is empty. */
  get bestPrice(): Ticks {
    return this.#count === 0 ? NO_PRICE : this.priceAt(0);
  }

  /** 0 when the side is empty. */
  get bestSize(): Lots {
    return this.#count === 0 ? ZERO_LOTS : this.sizeAt(0);
  }

  /** Price of the level `rank` places from the best, which is 0. */
  priceAt(rank: number): Ticks {
    return ticks((this.#keys[this.#count - 1 - rank] ?? 0) * this.#direction);
  }

  sizeAt(rank: number): Lots {
    return lots(this.#sizes[this.#count - 1 - rank] ?? 0);
  }

  /** Returns the total size at a price; 0 when no order rests there. */
  sizeOf(price: Ticks): Lots {
    const key = price * this.#direction;
    const index = this.#find(key);
    return index < this.#count && this.#keys[index] === key
      ? lots(this.#sizes[index] ?? 0)
      : ZERO_LOTS;
  }

  /** The best `depth` levels, best first. */
  top(depth: number): Level[] {
    const levels: Level[] = [];
    const count = Math.min(depth, this.#count);
    for (let rank = 0; rank < count; rank++) {
      levels.push({ price: this.priceAt(rank), size: this.sizeAt(rank) });
    }
    return levels;
  }

  /** Sets a level, or removes it with size 0; returns its rank from the best, which is 0. */
  set(price: Ticks, size: Lots): number {
    const key = price * this.#direction;
    const index = this.#find(key);
    const isThere = index < this.#count && this.#keys[index] === key;
    const rank = this.#count - 1 - index;
    if (size === ZERO_LOTS) {
      if (!isThere) return rank + 1;
      this.#keys.copyWithin(index, index + 1, this.#count);
      this.#sizes.copyWithin(index, index + 1, this.#count);
      this.#count -= 1;
      return rank;
    }
    if (isThere) {
      this.#sizes[index] = size;
      return rank;
    }
    if (this.#count === this.#keys.length) this.#grow();
    this.#keys.copyWithin(index + 1, index, this.#count);
    this.#sizes.copyWithin(index + 1, index, this.#count);
    this.#keys[index] = key;
    this.#sizes[index] = size;
    this.#count += 1;
    return rank + 1;
  }

  /** Returns the first index whose key is not below `key`. */
  #find(key: number): number {
    const keys = this.#keys;
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    const sizes = new Float64Array(this.#sizes.length * 2);
    keys.set(this.#keys);
    sizes.set(this.#sizes);
    this.#keys = keys;
    this.#sizes = sizes;
  }
}
