/**
 * Open-addressing map from whole-number keys to slots, without an allocation per entry and without
 * iteration. Keys are whole numbers from 0 to 2^53 - 1, values from 1 to 2^31 - 1. An entry is a
 * record of 16 bytes, so that a look-up mostly touches one cache line. At most half of the entries
 * are used, and deleting closes the gap, so that chains stay short. When the map grows, its entries
 * move to the larger table a few at a time, with each insertion.
 */
import { assert } from "../base/assert.ts";
import { TableMemory } from "./table-memory.ts";

const CAPACITY_FIRST = 64;

/** An entry is two words of 8 bytes: the key, then the value in the next half word; 0 for none. */
const ENTRY_SHIFT = 4;
const WORDS_SHIFT = 1;
const HALVES_SHIFT = 2;
const VALUE = 2;

const HIGH_SCALE = 2 ** 32;

/**
 * Entries of the former table that one insertion looks at. Two are enough to empty it before the
 * present table is full.
 */
const MOVED_ENTRIES = 16;

function spread(key: number): number {
  let h = Math.imul((key | 0) ^ Math.imul((key / HIGH_SCALE) | 0, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}

/** Entries in open addressing; the number of entries is a power of two. */
class IntTable {
  readonly keys: Float64Array;
  readonly values: Int32Array;
  readonly mask: number;

  constructor(entries: number) {
    const { buffer, recordsAt } = new TableMemory(entries << ENTRY_SHIFT);
    this.keys = new Float64Array(buffer, recordsAt);
    this.values = new Int32Array(buffer, recordsAt);
    this.mask = entries - 1;
  }

  /** Returns the entry of a key, or the empty entry where it would be inserted. */
  entryOf(key: number): number {
    const { keys, mask, values } = this;
    let entry = spread(key) & mask;
    while (keys[entry << WORDS_SHIFT] !== key && values[(entry << HALVES_SHIFT) | VALUE] !== 0) {
      entry = (entry + 1) & mask;
    }
    return entry;
  }

  readAhead(key: number): number {
    return this.values[((spread(key) & this.mask) << HALVES_SHIFT) | VALUE] as number;
  }

  keyAt(entry: number): number {
    return this.keys[entry << WORDS_SHIFT] as number;
  }

  /** Value of an entry; 0 while it is empty. */
  valueAt(entry: number): number {
    return this.values[(entry << HALVES_SHIFT) | VALUE] as number;
  }

  put(entry: number, key: number, value: number): void {
    this.keys[entry << WORDS_SHIFT] = key;
    this.values[(entry << HALVES_SHIFT) | VALUE] = value;
  }

  /** Empties an entry and closes the gap in its chain. */
  clear(cleared: number): void {
    const { keys, mask, values } = this;
    let gap = cleared;
    let entry = gap;
    for (;;) {
      entry = (entry + 1) & mask;
      const value = values[(entry << HALVES_SHIFT) | VALUE] as number;
      if (value === 0) break;
      const moved = keys[entry << WORDS_SHIFT] as number;
      const home = spread(moved) & mask;
      // An entry whose home lies after the gap would not be found in it.
      if (((entry - home) & mask) < ((entry - gap) & mask)) continue;
      keys[gap << WORDS_SHIFT] = moved;
      values[(gap << HALVES_SHIFT) | VALUE] = value;
      gap = entry;
    }
    values[(gap << HALVES_SHIFT) | VALUE] = 0;
  }
}

export class IntMap {
  #table = new IntTable(CAPACITY_FIRST);
  #size = 0;
  /** The table before the last growth, until its entries have moved. */
  #former: IntTable | undefined;
  /** Entries of the former table before this one are empty. */
  #movedTo = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the value of `key`, or 0 when there is none. */
  get(key: number): number {
    const table = this.#table;
    const value = table.valueAt(table.entryOf(key));
    if (value !== 0 || this.#former === undefined) return value;
    return this.#former.valueAt(this.#former.entryOf(key));
  }

  /** Reads where the key is or would be, for `LookAhead`; the number returned means nothing. */
  readAhead(key: number): number {
    return this.#table.readAhead(key);
  }

  set(key: number, value: number): void {
    assert(key >= 0 && value > 0, "a key is not negative and its value is positive");
    if (this.#former !== undefined) this.#moveSome(this.#former, key);
    let entry = this.#table.entryOf(key);
    if (this.#table.valueAt(entry) === 0) {
      this.#size += 1;
      if (this.#size * 2 > this.#table.mask) {
        this.#grow();
        entry = this.#table.entryOf(key);
      }
    }
    this.#table.put(entry, key, value);
  }

  delete(key: number): void {
    if (this.#deleteIn(this.#table, key)) this.#size -= 1;
    else if (this.#former !== undefined && this.#deleteIn(this.#former, key)) this.#size -= 1;
  }

  #deleteIn(table: IntTable, key: number): boolean {
    const entry = table.entryOf(key);
    if (table.valueAt(entry) === 0) return false;
    table.clear(entry);
    return true;
  }

  /** Doubles the table. Its entries move little by little, so that no insertion takes long. */
  #grow(): void {
    assert(this.#former === undefined, "a table has emptied the former one before it is full");
    this.#former = this.#table;
    this.#movedTo = 0;
    this.#table = new IntTable((this.#table.mask + 1) * 2);
  }

  /** Moves the entry of `key`, if it is there, and the next ones of the former table. */
  #moveSome(former: IntTable, key: number): void {
    const entry = former.entryOf(key);
    if (former.valueAt(entry) !== 0) this.#move(former, entry);
    const end = this.#movedTo + MOVED_ENTRIES;
    for (let next = this.#movedTo; next < end; next++) {
      // Clearing an entry can put the next one of its chain in its place.
      while (former.valueAt(next) !== 0) this.#move(former, next);
    }
    this.#movedTo = end;
    if (end > former.mask) this.#former = undefined;
  }

  #move(former: IntTable, entry: number): void {
    const key = former.keyAt(entry);
    const value = former.valueAt(entry);
    former.clear(entry);
    this.#table.put(this.#table.entryOf(key), key, value);
  }
}
