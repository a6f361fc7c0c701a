/**
 * Price levels of a book as records of 32 bytes, by slot; two levels share a cache line. Slot 0
 * means "none". Freed slots are reused before new ones, the last freed first.
 */
import { assert } from "../base/assert.ts";
import { TableMemory } from "../money/table-memory.ts";
import type { Lots, Ticks } from "../money/units.ts";

/** Shifts of a slot that give the index of its record's first 8-byte word or 4-byte half word. */
const RECORD_BYTES = 32;
const WORDS_SHIFT = 2;
const HALVES_SHIFT = 3;
const SLOTS_FIRST = 64;

/** Fields of the record: the total by words, 32-bit numbers by half words. */
const TOTAL = 0;
const PRICE = 2;
const HEAD = 3;
const TAIL = 4;
/** Cell of the level in its side's price index. */
const CELL = 5;
/** Field of a freed slot: the slot that was freed before it. */
const NEXT_FREE = HEAD;
/** Marks a freed slot in its price field; no level has it. */
const FREED = 0;

export class LevelTable {
  readonly #records = new TableMemory(SLOTS_FIRST * RECORD_BYTES);
  #numbers = new Float64Array(this.#records.buffer, this.#records.recordsAt);
  #halves = new Int32Array(this.#records.buffer, this.#records.recordsAt);
  #free = 0;
  #end = 1;

  /** Returns the slot of a new, empty level; the caller puts it into `cell` of the price index. */
  take(price: Ticks, cell: number): number {
    assert(price > 0, "a level has a positive price");
    let level = this.#free;
    if (level !== 0) {
      this.#free = this.#half((level << HALVES_SHIFT) | NEXT_FREE);
    } else {
      level = this.#end++;
      if (level << WORDS_SHIFT >= this.#numbers.length) this.#grow(level);
    }
    const halves = this.#halves;
    const first = level << HALVES_SHIFT;
    this.#numbers[(level << WORDS_SHIFT) | TOTAL] = 0;
    halves[first | PRICE] = price;
    halves[first | CELL] = cell;
    halves[first | HEAD] = 0;
    halves[first | TAIL] = 0;
    return level;
  }

  /** Frees the slot of a level that has lost its last order. */
  give(level: number): void {
    assert(level > 0 && level < this.#end, "a freed level has been taken");
    assert(this.price(level) !== FREED, "a level is freed once");
    this.#halves[(level << HALVES_SHIFT) | PRICE] = FREED;
    this.#halves[(level << HALVES_SHIFT) | NEXT_FREE] = this.#free;
    this.#free = level;
  }

  #grow(level: number): void {
    const records = this.#records;
    records.grow((level + 1) * RECORD_BYTES);
    this.#numbers = new Float64Array(records.buffer, records.recordsAt);
    this.#halves = new Int32Array(records.buffer, records.recordsAt);
  }

  #number(index: number): number {
    return this.#numbers[index] as number;
  }

  #half(index: number): number {
    return this.#halves[index] as number;
  }

  price(level: number): Ticks {
    return this.#half((level << HALVES_SHIFT) | PRICE) as Ticks;
  }

  /** Cell of the level in its side's price index. */
  cell(level: number): number {
    return this.#half((level << HALVES_SHIFT) | CELL);
  }

  /** Remaining size of all orders of the level, in lots. */
  total(level: number): Lots {
    return this.#number((level << WORDS_SHIFT) | TOTAL) as Lots;
  }

  setTotal(level: number, size: Lots): void {
    this.#numbers[(level << WORDS_SHIFT) | TOTAL] = size;
  }

  /** Slot of the level's oldest order. */
  head(level: number): number {
    return this.#half((level << HALVES_SHIFT) | HEAD);
  }

  setHead(level: number, slot: number): void {
    this.#halves[(level << HALVES_SHIFT) | HEAD] = slot;
  }

  /** Slot of the level's youngest order. */
  tail(level: number): number {
    return this.#half((level << HALVES_SHIFT) | TAIL);
  }

  setTail(level: number, slot: number): void {
    this.#halves[(level << HALVES_SHIFT) | TAIL] = slot;
  }
}
