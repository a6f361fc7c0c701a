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
  /** What it took of the fills that opened the position. */
  readonly size: Lots;
  /** Time of the last of them. */
  readonly timeMs: number;
};

/** Records by position; a user of 0 marks one that is free. */
export class CounterpartyTable {
  #cells = new Float64Array(WORDS_FIRST);

  clear(position: PositionIndex): void {
    const first = position * WORDS;
    if (first < this.#cells.length) this.#cells.fill(0, first, first + WORDS);
  }

  /**
   * Adds a fill with a user. A record of that user grows, or begins anew when it is too old; else a
   * free or old record is used, else the smallest one if it is smaller than the fill.
   */
  add(position: PositionIndex, user: number, size: Lots, timeMs: number): void {
    assert(user !== 0 && size > 0, "a counterparty is a user with a size");
    const first = position * WORDS;
    if (first + WORDS > this.#cells.length) this.#grow(first + WORDS);
    const cells = this.#cells;
    const oldest = timeMs - COUNTERPARTY_AGE_MS_MAX;
    let place = first;
    let least = Number.POSITIVE_INFINITY;
    for (let one = first; one < first + WORDS; one += FIELDS) {
      const isOld = (cells[one + TIME] as number) < oldest;
      if (cells[one + USER] === user) {
        cells[one + SIZE] = (isOld ? 0 : (cells[one + SIZE] as number)) + size;
        cells[one + TIME] = timeMs;
        return;
      }
      const held = isOld ? 0 : (cells[one + SIZE] as number);
      if (held >= least) continue;
      least = held;
      place = one;
    }
    if (least >= size) return;
    cells[place + USER] = user;
    cells[place + SIZE] = size;
    cells[place + TIME] = timeMs;
  }

  #grow(length: number): void {
    let next = this.#cells.length;
    while (next < length) next *= 2;
    const cells = new Float64Array(next);
    cells.set(this.#cells);
    this.#cells = cells;
  }

  /** All records of a position, old ones too, in the order in which they lie. */
  of(position: PositionIndex): Counterparty[] {
    const records: Counterparty[] = [];
    for (let one = position * WORDS; one < (position + 1) * WORDS; one += FIELDS) {
      const user = this.#cells[one + USER] ?? 0;
      if (user === 0) break;
      const size = lots(this.#cells[one + SIZE] as number);
      records.push({ user, size, timeMs: this.#cells[one + TIME] as number });
    }
    return records;
  }

  /** Those of the last minutes. */
  recent(position: PositionIndex, timeMs: number): Counterparty[] {
    const oldest = timeMs - COUNTERPARTY_AGE_MS_MAX;
    return this.of(position).filter((record) => record.timeMs >= oldest);
  }

  /** For loading a snapshot: the records as they were. */
  restore(position: PositionIndex, records: readonly Counterparty[]): void {
    assert(
      records.length <= COUNTERPARTIES_PER_POSITION,
      "a position keeps a bounded number of counterparties",
    );
    const end = (position + 1) * WORDS;
    if (end > this.#cells.length) this.#grow(end);
    let place = position * WORDS;
    for (const { size, timeMs, user } of records) {
      this.#cells[place + USER] = user;
      this.#cells[place + SIZE] = size;
      this.#cells[place + TIME] = timeMs;
      place += FIELDS;
    }
  }
}
