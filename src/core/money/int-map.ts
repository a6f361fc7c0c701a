/**
 * Open-addressing map from whole-number keys to slots: no allocation per entry, and iteration
 * order is never exposed. Keys are whole numbers from 0 to 2^53 - 1, values from 1 to 2^31 - 1.
 */

const CAPACITY_FIRST = 64;
const EMPTY = 0;
const DELETED = -1;

function spread(key: number): number {
  const low = key | 0;
  const high = (key / 4294967296) | 0;
  let h = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 13)) >>> 0;
}

export class IntMap {
  #keys = new Float64Array(CAPACITY_FIRST);
  #values = new Int32Array(CAPACITY_FIRST);
  #mask = CAPACITY_FIRST - 1;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The value of `key`, or 0 when there is none. */
  get(key: number): number {
    let at = spread(key) & this.#mask;
    for (;;) {
      const value = this.#values[at] as number;
      if (value === EMPTY) return 0;
      if (this.#keys[at] === key && value !== DELETED) return value;
      at = (at + 1) & this.#mask;
    }
  }

  set(key: number, value: number): void {
    if ((this.#used + 1) * 4 > this.#values.length * 3) this.#rebuild();
    let at = spread(key) & this.#mask;
    let reusable = -1;
    for (;;) {
      const found = this.#values[at] as number;
      if (found === EMPTY) break;
      if (found === DELETED) {
        if (reusable < 0) reusable = at;
      } else if (this.#keys[at] === key) {
        this.#values[at] = value;
        return;
      }
      at = (at + 1) & this.#mask;
    }
    if (reusable >= 0) at = reusable;
    else this.#used += 1;
    this.#keys[at] = key;
    this.#values[at] = value;
    this.#size += 1;
  }

  delete(key: number): void {
    let at = spread(key) & this.#mask;
    for (;;) {
      const value = this.#values[at] as number;
      if (value === EMPTY) return;
      if (this.#keys[at] === key && value !== DELETED) {
        this.#values[at] = DELETED;
        this.#size -= 1;
        return;
      }
      at = (at + 1) & this.#mask;
    }
  }

  #rebuild(): void {
    const keys = this.#keys;
    const values = this.#values;
    const capacity = this.#size * 2 > values.length ? values.length * 2 : values.length;
    this.#keys = new Float64Array(capacity);
    this.#values = new Int32Array(capacity);
    this.#mask = capacity - 1;
    this.#used = 0;
    this.#size = 0;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      if (value !== EMPTY && value !== DELETED) this.set(keys[at] as number, value);
    }
  }
}
