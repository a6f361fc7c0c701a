/**
 * Users that the sweep of liquidations need not visit, and the mark prices between which that
 * holds. A record is made by `liquidation/calm-range.ts` when a user is found safe. It ends when a
 * futures wallet of the user or the margin of a position changes (`Ledger.hasMoved`), or when the
 * user gets a further row of positions, and all records end with a command that may change terms or
 * modes. An order only narrows the prices. Records are derived, and not part of snapshots.
 */
import { assert } from "../base/assert.ts";
import { RecordTable } from "../money/records.ts";
import { NO_PRICE, TICKS_MAX, type Ticks, ticks } from "../money/units.ts";

/** Shift of a user that gives the place of its record, in bytes. */
const RECORD_SHIFT = 4;

/** Epoch of a record that has ended. */
const ENDED = 0;

/** Instrument of users without a row of positions: their record holds at all prices. */
export const NO_INSTRUMENT = -1;

/** Range that holds at all prices. */
export const ALL_PRICES = { from: 0, to: TICKS_MAX } as const;

/** A user's only instrument, and the mark prices at which its positions are safe, in ticks. */
export type CalmRange = {
  /** Index of the instrument, or `NO_INSTRUMENT`. */
  readonly instrument: number;
  readonly from: number;
  readonly to: number;
  /** Rows with a position: none or one. */
  readonly rows: 0 | 1;
};

export class CalmUsers {
  readonly #records = new RecordTable(RECORD_SHIFT);
  readonly #from = this.#records.halves(0);
  readonly #to = this.#records.halves(1);
  readonly #epoch = this.#records.halves(2);
  /** Instrument, and in the lowest bit the rows with a position. */
  readonly #held = this.#records.halves(3);
  #present = ENDED + 1;

  /** Whether a user has a record. */
  has(user: number): boolean {
    return this.#records.has(user) && this.#epoch.get(user) === this.#present;
  }

  /** Instrument of a user's record. */
  instrumentOf(user: number): number {
    return this.#held.get(user) >> 1;
  }

  /** Rows with a position of a user's record. */
  rowsOf(user: number): number {
    return this.#held.get(user) & 1;
  }

  /** Lowest and highest mark price of a user's record. */
  pricesOf(user: number): readonly [from: Ticks, to: Ticks] {
    return [ticks(this.#from.get(user)), ticks(this.#to.get(user))];
  }

  /** Whether a user's record holds at a mark price. */
  isWithin(user: number, mark: Ticks): boolean {
    return mark >= this.#from.get(user) && mark <= this.#to.get(user);
  }

  keep(user: number, { from, instrument, rows, to }: CalmRange): void {
    assert(from >= 0 && to <= TICKS_MAX, "the prices at which a user is safe are mark prices");
    this.#records.open(user);
    this.#from.set(user, Math.ceil(from));
    this.#to.set(user, Math.floor(to));
    this.#epoch.set(user, this.#present);
    this.#held.set(user, (instrument << 1) | rows);
  }

  /** Narrows a user's record to mark prices at which an order of the user does not lose. */
  narrow(user: number, isBuy: boolean, price: Ticks): void {
    if (price === NO_PRICE || !this.has(user)) return;
    if (isBuy) this.#from.set(user, Math.max(this.#from.get(user), price));
    else this.#to.set(user, Math.min(this.#to.get(user), price));
  }

  /** Ends a user's record. */
  forget(user: number): void {
    if (this.#records.has(user)) this.#epoch.set(user, ENDED);
  }

  /** Ends all records. */
  forgetAll(): void {
    this.#present += 1;
  }
}
