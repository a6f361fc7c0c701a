/**
 * Open-addressing map from whole-number keys to slots: no allocation per entry, and iteration
 * order is never exposed. Keys are whole numbers from 0 to 2^53 - 1, values from 1 to 2^31 - 1.
 * An entry is a record of 16 bytes, so that a look-up mostly touches one cache line; at most half
 * of the places are taken, and deleting closes the gap, so that chains stay short.
 */

const CAPACITY_FIRST = 64;

/** Places in an entry, by words of 32 bits: both halves of the key, then the value, 0 for none. */
const ENTRY_SHIFT = 2;
const LOW = 0;
const HIGH = 1;
const VALUE = 2;

const HIGH_SCALE = 2 ** 32;

function spread(low: number, high: number): number {
  let h = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}

export class IntMap {
  #cells = new Int32Array(CAPACITY_FIRST << ENTRY_SHIFT);
  #mask = CAPACITY_FIRST - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Place of the key's entry, or of the empty one where it would go. */
  #placeOf(key: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    const low = key | 0;
    const high = (key / HIGH_SCALE) | 0;
    let entry = spread(low, high) & mask;
    for (;;) {
      const at = entry << ENTRY_SHIFT;
      if (cells[at | LOW] === low && cells[at | HIGH] === high) return at;
      if (cells[at | VALUE] === 0) return at;
      entry = (entry + 1) & mask;
    }
  }

  /** The value of `key`, or 0 when there is none. */
  get(key: number): number {
    return this.#cells[this.#placeOf(key) | VALUE] as number;
  }

  set(key: number, value: number): void {
    let at = this.#placeOf(key);
    if (this.#cells[at | VALUE] === 0) {
      this.#size += 1;
      if (this.#size * 2 > this.#mask) {
        this.#grow();
        at = this.#placeOf(key);
      }
    }
    const cells = this.#cells;
    cells[at | LOW] = key | 0;
    cells[at | HIGH] = (key / HIGH_SCALE) | 0;
    cells[at | VALUE] = value;
  }

  delete(key: number): void {
    let gap = this.#placeOf(key);
    const cells = this.#cells;
    if (cells[gap | VALUE] === 0) return;
    this.#size -= 1;
    const mask = this.#mask;
    let entry = gap >>> ENTRY_SHIFT;
    for (;;) {
      entry = (entry + 1) & mask;
      const at = entry << ENTRY_SHIFT;
      if (cells[at | VALUE] === 0) break;
      const home = spread(cells[at | LOW] as number, cells[at | HIGH] as number) & mask;
      // An entry whose home lies after the gap would not be found in it.
      if (((entry - home) & mask) < ((entry - (gap >>> ENTRY_SHIFT)) & mask)) continue;
      this.#move(at, gap);
      gap = at;
    }
    cells[gap | VALUE] = 0;
  }

  #move(from: number, to: number): void {
    const cells = this.#cells;
    cells[to | LOW] = cells[from | LOW] as number;
    cells[to | HIGH] = cells[from | HIGH] as number;
    cells[to | VALUE] = cells[from | VALUE] as number;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += 1 << ENTRY_SHIFT) {
      if (old[at | VALUE] === 0) continue;
      const low = old[at | LOW] as number;
      const key = (old[at | HIGH] as number) * HIGH_SCALE + (low >>> 0);
      const to = this.#placeOf(key);
      this.#cells[to | LOW] = low;
      this.#cells[to | HIGH] = old[at | HIGH] as number;
      this.#cells[to | VALUE] = old[at | VALUE] as number;
    }
  }
}
