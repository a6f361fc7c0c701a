/** Fields of orders on inverse contracts, in the last words of the records of `OrderTable`. */
import { assert } from "../base/assert.ts";
import type { TableMemory } from "../money/table-memory.ts";
import type { Ticks } from "../money/units.ts";

/** Index in a record, by words. */
const SIZING_PRICE_E6 = 15;
/** Indexes in a record, by half words. */
const FILL_PRICE_MIN = 28;
const FILL_PRICE_MAX = 29;

export class InverseFields {
  /** Shifts from a slot to the first word and half word of its record. */
  readonly #wordsShift: number;
  readonly #halvesShift: number;
  #numbers: Float64Array<ArrayBuffer>;
  #halves: Int32Array<ArrayBuffer>;

  constructor(records: TableMemory, wordsShift: number) {
    this.#wordsShift = wordsShift;
    this.#halvesShift = wordsShift + 1;
    this.#numbers = new Float64Array(records.buffer, records.recordsAt);
    this.#halves = new Int32Array(records.buffer, records.recordsAt);
  }

  /** Takes the records' new buffer after they have grown. */
  follow(records: TableMemory): void {
    this.#numbers = new Float64Array(records.buffer, records.recordsAt);
    this.#halves = new Int32Array(records.buffer, records.recordsAt);
  }

  /**
   * Price that converts lots of the order to the base coin, in millionths of a tick. The core keeps
   * it for the clients alone.
   */
  sizingPriceE6(slot: number): number {
    return this.#numbers[(slot << this.#wordsShift) | SIZING_PRICE_E6] as number;
  }

  setSizingPriceE6(slot: number, priceE6: number): void {
    this.#numbers[(slot << this.#wordsShift) | SIZING_PRICE_E6] = priceE6;
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
