/**
 * Users on the other side of the fills that opened a position, for deleveraging (decision 0037):
 * the largest few of the last minutes. Small trades with others do not displace a large one.
 */

import { assert } from "../base/assert.ts";
import { COUNTERPARTIES_PER_POSITION, COUNTERPARTY_AGE_MS_MAX } from "../base/limits.ts";
import type { PositionIndex } from "../base/position-handle.ts";
import { type Lots, lots } from "../money/units.ts";

const FIELDS = 3;
const USER = 0;
const SIZE = 1;
const TIME = 2;
const WORDS = COUNTERPARTIES_PER_POSITION * FIELDS;
const WORDS_FIRST = 64 * WORDS;

export type Counterparty = {
  readonly user: number;
  /** Sum of the fills with this user that opened the position. */
  readonly size: Lots;
  /** Time of the last such fill. */
  readonly timeMs: number;
};

/** Fixed number of records per position; user 0 marks an unused record. */
export class CounterpartyTable {
  #cells = new Float64Array(WORDS_FIRST);

  clear(position: PositionIndex): void {
    const first = position * WORDS;
    if (first < this.#cells.length) this.#cells.fill(0, first, first + WORDS);
  }

  /**
   * Adds a fill with a user. The user's record grows, or restarts at this size if it is too old. A
   * user without a record gets an unused or old one, else replaces the smallest one if it is
   * smaller than the fill.
   */
  add(position: PositionIndex, user: number, size: Lots, timeMs: number): void {
    assert(user !== 0 && size > 0, "a counterparty is a user with a size");
    const first = position * WORDS;
    if (first + WORDS > this.#cells.length) this.#grow(first + WORDS);
    const cells = this.#cells;
    const oldestMs = timeMs - COUNTERPARTY_AGE_MS_MAX;
    let target = first;
    let least = Number.POSITIVE_INFINITY;
    for (let record = first; record < first + WORDS; record += FIELDS) {
      const isOld = (cells[record + TIME] as number) < oldestMs;
      if (cells[record + USER] === user) {
        cells[record + SIZE] = (isOld ? 0 : (cells[record + SIZE] as number)) + size;
        cells[record + TIME] = timeMs;
        return;
      }
      const held = isOld ? 0 : (cells[record + SIZE] as number);
      if (held >= least) continue;
      least = held;
      target = record;
    }
    if (least >= size) return;
    cells[target + USER] = user;
    cells[target + SIZE] = size;
    cells[target + TIME] = timeMs;
  }

  #grow(length: number): void {
    let next = this.#cells.length;
    while (next < length) next *= 2;
    const cells = new Float64Array(next);
    cells.set(this.#cells);
    this.#cells = cells;
  }

  /** Returns all records of a position, old ones included, in storage order. */
  of(position: PositionIndex): Counterparty[] {
    const records: Counterparty[] = [];
    for (let record = position * WORDS; record < (position + 1) * WORDS; record += FIELDS) {
      const user = this.#cells[record + USER] ?? 0;
      if (user === 0) break;
      const size = lots(this.#cells[record + SIZE] as number);
      records.push({ user, size, timeMs: this.#cells[record + TIME] as number });
    }
    return records;
  }

  /** Returns the records that are not older than `COUNTERPARTY_AGE_MS_MAX`. */
  recent(position: PositionIndex, timeMs: number): Counterparty[] {
    const oldestMs = timeMs - COUNTERPARTY_AGE_MS_MAX;
    return this.of(position).filter((record) => record.timeMs >= oldestMs);
  }

  /** Writes the records of a position from a snapshot, in storage order. */
  restore(position: PositionIndex, records: readonly Counterparty[]): void {
    assert(
      records.length <= COUNTERPARTIES_PER_POSITION,
      "a position keeps a bounded number of counterparties",
    );
    const end = (position + 1) * WORDS;
    if (end > this.#cells.length) this.#grow(end);
    let target = position * WORDS;
    for (const { size, timeMs, user } of records) {
      this.#cells[target + USER] = user;
      this.#cells[target + SIZE] = size;
      this.#cells[target + TIME] = timeMs;
      target += FIELDS;
    }
  }
}
