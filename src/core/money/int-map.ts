/**
 * Open-addressing map from whole-number keys to slots, without an allocation per entry and without
 * iteration. Keys are whole numbers from 0 to 2^53 - 1, values from 1 to 2^31 - 1. An entry is a
 * record of 16 bytes, so that a look-up mostly touches one cache line. At most half of the entries
 * are used, and deleting closes the gap, so that chains stay short.
 */
import { assert } from "../base/assert.ts";

const CAPACITY_FIRST = 64;

/** An entry is two words of 8 bytes: the key, then the value in the next half word; 0 for none. */
const WORDS_SHIFT = 1;
const HALVES_SHIFT = 2;
const VALUE = 2;

const HIGH_SCALE = 2 ** 32;

function spread(key: number): number {
  let h = Math.imul((key | 0) ^ Math.imul((key / HIGH_SCALE) | 0, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}

export class IntMap {
  #keys = new Float64Array(CAPACITY_FIRST << WORDS_SHIFT);
  #values = new Int32Array(this.#keys.buffer);
  #mask = CAPACITY_FIRST - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the entry of a key, or the empty entry where it would be inserted. */
  #entryOf(key: number): number {
    const keys = this.#keys;
    const values = this.#values;
    const mask = this.#mask;
    let entry = spread(key) & mask;
    while (keys[entry << WORDS_SHIFT] !== key && values[(entry << HALVES_SHIFT) | VALUE] !== 0) {
      entry = (entry + 1) & mask;
    }
    return entry;
  }

  /** Returns the value of `key`, or 0 when there is none. */
  get(key: number): number {
    return this.#values[(this.#entryOf(key) << HALVES_SHIFT) | VALUE] as number;
  }

  set(key: number, value: number): void {
    assert(key >= 0 && value > 0, "a key is not negative and its value is positive");
    let entry = this.#entryOf(key);
    if (this.#values[(entry << HALVES_SHIFT) | VALUE] === 0) {
      this.#size += 1;
      if (this.#size * 2 > this.#mask) {
        this.#grow();
        entry = this.#entryOf(key);
      }
    }
    this.#keys[entry << WORDS_SHIFT] = key;
    this.#values[(entry << HALVES_SHIFT) | VALUE] = value;
  }

  delete(key: number): void {
    let gap = this.#entryOf(key);
    const keys = this.#keys;
    const values = this.#values;
    if (values[(gap << HALVES_SHIFT) | VALUE] === 0) return;
    this.#size -= 1;
    const mask = this.#mask;
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

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Int32Array(this.#keys.buffer);
    const entries = this.#mask + 1;
    this.#mask = entries * 2 - 1;
    for (let entry = 0; entry < entries; entry++) {
      const value = values[(entry << HALVES_SHIFT) | VALUE] as number;
      if (value === 0) continue;
      const key = keys[entry << WORDS_SHIFT] as number;
      const to = this.#entryOf(key);
      this.#keys[to << WORDS_SHIFT] = key;
      this.#values[(to << HALVES_SHIFT) | VALUE] = value;
    }
  }
}
