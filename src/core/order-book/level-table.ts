/**
 * Price levels of a book as records of 32 bytes, by slot: two levels to a cache line. Slot 0 means
 * "none"; freed slots are handed out first, the last freed before the others.
 */
import { grownBuffer, RECORDS_AT, recordBuffer } from "../money/columns.ts";
import { type Lots, lots, type Ticks, ticks } from "../money/units.ts";

/** The shifts make a slot the place of its record's first word of 8, or half word of 4 bytes. */
const RECORD_BYTES = 32;
const WORDS_SHIFT = 2;
const HALVES_SHIFT = 3;
const SLOTS_FIRST = 64;

/** Places in the record: the total by words, whole numbers of 32 bits by half words. */
const TOTAL = 0;
const PRICE = 2;
const HEAD = 3;
const TAIL = 4;
const PLACE = 5;
/** Of a freed slot: the slot freed before it. */
const NEXT_FREE = HEAD;

export class LevelTable {
  #numbers = new Float64Array(recordBuffer(SLOTS_FIRST * RECORD_BYTES), RECORDS_AT);
  #halves = new Int32Array(this.#numbers.buffer, RECORDS_AT);
  #free = 0;
  #end = 1;

  /** A slot for a new, empty level, which will be put at `place` of its side's price index. */
  take(price: Ticks, place: number): number {
    let level = this.#free;
    if (level !== 0) {
      this.#free = this.#half((level << HALVES_SHIFT) | NEXT_FREE);
    } else {
      level = this.#end++;
      if (level << WORDS_SHIFT >= this.#numbers.length) this.#grow();
    }
    const halves = this.#halves;
    const at = level << HALVES_SHIFT;
    this.#numbers[(level << WORDS_SHIFT) | TOTAL] = 0;
    halves[at | PRICE] = price;
    halves[at | PLACE] = place;
    halves[at | HEAD] = 0;
    halves[at | TAIL] = 0;
    return level;
  }

  give(level: number): void {
    this.#halves[(level << HALVES_SHIFT) | NEXT_FREE] = this.#free;
    this.#free = level;
  }

  #grow(): void {
    const buffer = grownBuffer(this.#numbers);
    this.#numbers = new Float64Array(buffer, RECORDS_AT);
    this.#halves = new Int32Array(buffer, RECORDS_AT);
  }

  #number(place: number): number {
    return this.#numbers[place] as number;
  }

  #half(place: number): number {
    return this.#halves[place] as number;
  }

  price(level: number): Ticks {
    return ticks(this.#half((level << HALVES_SHIFT) | PRICE));
  }

  place(level: number): number {
    return this.#half((level << HALVES_SHIFT) | PLACE);
  }

  /** Whole size of the level's orders. */
  total(level: number): Lots {
    return lots(this.#number((level << WORDS_SHIFT) | TOTAL));
  }

  setTotal(level: number, size: Lots): void {
    this.#numbers[(level << WORDS_SHIFT) | TOTAL] = size;
  }

  /** The level's oldest order. */
  head(level: number): number {
    return this.#half((level << HALVES_SHIFT) | HEAD);
  }

  setHead(level: number, slot: number): void {
    this.#halves[(level << HALVES_SHIFT) | HEAD] = slot;
  }

  /** The level's youngest order. */
  tail(level: number): number {
    return this.#half((level << HALVES_SHIFT) | TAIL);
  }

  setTail(level: number, slot: number): void {
    this.#halves[(level << HALVES_SHIFT) | TAIL] = slot;
  }
}
