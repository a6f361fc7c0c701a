import type { Side } from "../../core/base/vocabulary.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ticks, ZERO_LOTS } from "../../core/money/units.ts";

export type Level = { readonly price: Ticks; readonly size: Lots };

const LEVELS_FIRST = 64;

/**
 * The levels of one side. They lie with the best at the end, because changes gather there: setting
 * a level moves only those better than it.
 */
export class BookSide {
  readonly side: Side;
  /** Prices times this ascend, so that one search serves both sides. */
  readonly #direction: 1 | -1;
  #keys = new Int32Array(LEVELS_FIRST);
  #sizes = new Float64Array(LEVELS_FIRST);
  #count = 0;

  constructor(side: Side) {
    this.side = side;
    this.#direction = side === "buy" ? 1 : -1;
  }

  /** Levels in all. */
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

  /** Whole size at a price; 0 when nothing rests there. */
  sizeOf(price: Ticks): Lots {
    const key = price * this.#direction;
    const at = this.#find(key);
    return at < this.#count && this.#keys[at] === key ? lots(this.#sizes[at] ?? 0) : ZERO_LOTS;
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
    const at = this.#find(key);
    const isThere = at < this.#count && this.#keys[at] === key;
    const rank = this.#count - 1 - at;
    if (size === ZERO_LOTS) {
      if (!isThere) return rank + 1;
      this.#keys.copyWithin(at, at + 1, this.#count);
      this.#sizes.copyWithin(at, at + 1, this.#count);
      this.#count -= 1;
      return rank;
    }
    if (isThere) {
      this.#sizes[at] = size;
      return rank;
    }
    if (this.#count === this.#keys.length) this.#grow();
    this.#keys.copyWithin(at + 1, at, this.#count);
    this.#sizes.copyWithin(at + 1, at, this.#count);
    this.#keys[at] = key;
    this.#sizes[at] = size;
    this.#count += 1;
    return rank + 1;
  }

  /** First place whose key is not below `key`. */
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
