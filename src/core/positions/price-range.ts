/** Range of the prices of a position's fills. */
import { assert } from "../base/assert.ts";
import type { PositionIndex } from "../base/position-handle.ts";
import type { HalfField } from "../money/records.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";

/**
 * Lowest and highest price per position; 0 without a fill. Notionals of inverse contracts are
 * rounded to atoms, so that their quotient may lie beyond the prices of the fills; the range bounds
 * the average price.
 */
export class PriceRange {
  readonly min: HalfField<Ticks, PositionIndex>;
  readonly max: HalfField<Ticks, PositionIndex>;

  constructor(min: HalfField<Ticks, PositionIndex>, max: HalfField<Ticks, PositionIndex>) {
    this.min = min;
    this.max = max;
  }

  set(position: PositionIndex, min: Ticks, max: Ticks): void {
    assert(min <= max, "the lowest price is at most the highest");
    this.min.set(position, min);
    this.max.set(position, max);
  }

  clear(position: PositionIndex): void {
    this.set(position, NO_PRICE, NO_PRICE);
  }

  /** Counts the price of a fill. */
  widen(position: PositionIndex, price: Ticks): void {
    assert(price > 0, "a fill has a price");
    const min = this.min.get(position);
    const max = this.max.get(position);
    this.set(position, min === 0 || price < min ? price : min, price > max ? price : max);
  }
}
