/** Fields of orders on inverse contracts, in the last words of the records of `OrderTable`. */
import { assert } from "../base/assert.ts";
import { RECORDS_AT } from "../money/columns.ts";
import type { Ticks } from "../money/units.ts";

/** Indexes in a record, by half words. */
const FILL_PRICE_MIN = 28;
const FILL_PRICE_MAX = 29;

export class InverseFields {
  /** Shift from a slot to the first half word of its record. */
  readonly #halvesShift: number;
  #halves: Int32Array<ArrayBuffer>;

  constructor(records: ArrayBuffer, wordsShift: number) {
    this.#halvesShift = wordsShift + 1;
    this.#halves = new Int32Array(records, RECORDS_AT);
  }

  /** Follows the records to a larger buffer. */
  moveTo(records: ArrayBuffer): void {
    this.#halves = new Int32Array(records, RECORDS_AT);
  }

  /** Lowest and highest price of the fills so far; 0 before the first. */
  fillPriceMin(slot: number): Ticks {
    return this.#halves[(slot << this.#halvesShift) | FILL_PRICE_MIN] as Ticks;
  }

  fillPriceMax(slot: number): Ticks {
    return this.#halves[(slot << this.#halvesShift) | FILL_PRICE_MAX] as Ticks;
  }

  setFillPrices(slot: number, min: Ticks, max: Ticks): void {
    assert(min <= max, "the lowest price of the fills is at most the highest");
    this.#halves[(slot << this.#halvesShift) | FILL_PRICE_MIN] = min;
    this.#halves[(slot << this.#halvesShift) | FILL_PRICE_MAX] = max;
  }

  /** Counts the price of a fill. */
  widenFillPrices(slot: number, price: Ticks): void {
    assert(price > 0, "a fill has a price");
    const min = this.fillPriceMin(slot);
    const max = this.fillPriceMax(slot);
    this.setFillPrices(slot, min === 0 || price < min ? price : min, price > max ? price : max);
  }
}
