/** Fields of orders on inverse contracts, which few orders are. Records by slot of `OrderTable`. */
import { assert } from "../base/assert.ts";
import { RecordTable } from "../money/records.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";

/** Shift of a slot that gives the place of its record in bytes. */
const RECORD_SHIFT = 4;

export class InverseFields {
  readonly #records = new RecordTable(RECORD_SHIFT);
  readonly #sizingPriceE6 = this.#records.numbers(0);
  readonly #fillPriceMin = this.#records.halves<Ticks>(2);
  readonly #fillPriceMax = this.#records.halves<Ticks>(3);

  /** Takes away the record of the order that had the slot before, if it had one. */
  clear(slot: number): void {
    if (!this.#records.has(slot)) return;
    this.#sizingPriceE6.set(slot, 0);
    this.#fillPriceMin.set(slot, NO_PRICE);
    this.#fillPriceMax.set(slot, NO_PRICE);
  }

  /**
   * Price that converts lots of the order to the base coin, in millionths of a tick; 0 on other
   * instruments. The core keeps it for the clients alone.
   */
  sizingPriceE6(slot: number): number {
    return this.#records.has(slot) ? this.#sizingPriceE6.get(slot) : 0;
  }

  setSizingPriceE6(slot: number, priceE6: number): void {
    if (priceE6 === 0 && !this.#records.has(slot)) return;
    this.#records.open(slot);
    this.#sizingPriceE6.set(slot, priceE6);
  }

  /** Lowest and highest price of the fills so far; 0 before the first and on other instruments. */
  fillPriceMin(slot: number): Ticks {
    return this.#records.has(slot) ? this.#fillPriceMin.get(slot) : NO_PRICE;
  }

  fillPriceMax(slot: number): Ticks {
    return this.#records.has(slot) ? this.#fillPriceMax.get(slot) : NO_PRICE;
  }

  setFillPrices(slot: number, min: Ticks, max: Ticks): void {
    assert(min <= max, "the lowest price of the fills is at most the highest");
    if (max === NO_PRICE && !this.#records.has(slot)) return;
    this.#records.open(slot);
    this.#fillPriceMin.set(slot, min);
    this.#fillPriceMax.set(slot, max);
  }

  /** Counts the price of a fill. */
  widenFillPrices(slot: number, price: Ticks): void {
    assert(price > 0, "a fill has a price");
    const min = this.fillPriceMin(slot);
    const max = this.fillPriceMax(slot);
    this.setFillPrices(slot, min === 0 || price < min ? price : min, price > max ? price : max);
  }
}
