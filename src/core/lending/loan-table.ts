/**
 * Open classic loans in columns, linked in the order in which they were taken. A loan belongs to a
 * ledger account: a user's margin wallet in one currency. Row 0 means "none".
 */
import { assert } from "../base/assert.ts";
import { BigInt64Column, Float64Column, Int32Column, SlotPool } from "../money/columns.ts";
import { SlotIndex, tagOf } from "../money/slot-index.ts";
import { type Atoms, type RateE8, ZERO_ATOMS } from "../money/units.ts";

export class LoanTable {
  readonly id = new Float64Column();
  readonly account = new Int32Column();
  readonly principal = new BigInt64Column<Atoms>();
  /** Charged and not yet repaid. */
  readonly interest = new BigInt64Column<Atoms>();
  /** Latest charged hour, counted from the Unix epoch. */
  readonly hour = new Int32Column();
  /** Daily rate of the next hours, recorded when an hour is charged. */
  readonly dailyRate = new Int32Column<RateE8>();
  readonly next = new Int32Column();
  readonly #previous = new Int32Column();
  readonly #slots = new SlotPool();
  readonly #byAccount = new SlotIndex();
  #first = 0;
  #last = 0;
  #count = 0;
  /** Next loan of the sweep; 0 between sweeps. */
  cursor = 0;

  /** Oldest loan, or 0. */
  get first(): number {
    return this.#first;
  }

  get count(): number {
    return this.#count;
  }

  /** The loan of a ledger account, or 0. */
  find(account: number): number {
    if (account === 0) return 0;
    const tag = tagOf(account);
    let row = this.#byAccount.find(tag);
    while (row !== 0 && this.account.get(row) !== account)
      row = this.#byAccount.findAfter(tag, row);
    return row;
  }

  /** Adds a loan of zero at the end of the list; the caller sets hour and rate. */
  add(account: number, id: number): number {
    assert(account !== 0, "a loan belongs to a ledger account");
    assert(this.find(account) === 0, "a ledger account has at most one loan");
    const row = this.#slots.take();
    this.id.set(row, id);
    this.account.set(row, account);
    this.principal.set(row, ZERO_ATOMS);
    this.interest.set(row, ZERO_ATOMS);
    this.next.set(row, 0);
    this.#previous.set(row, this.#last);
    if (this.#last === 0) this.#first = row;
    else this.next.set(this.#last, row);
    this.#last = row;
    this.#byAccount.add(tagOf(account), row);
    this.#count += 1;
    return row;
  }

  /** Removes a loan that is repaid or covered; a sweep that would visit it next skips it. */
  remove(row: number): void {
    const next = this.next.get(row);
    const previous = this.#previous.get(row);
    assert(this.find(this.account.get(row)) === row, "a loan is removed once");
    assert((next === 0) === (this.#last === row), "only the newest loan has none after it");
    assert((previous === 0) === (this.#first === row), "only the oldest loan has none before it");
    if (this.cursor === row) this.cursor = next;
    if (previous === 0) this.#first = next;
    else this.next.set(previous, next);
    if (next === 0) this.#last = previous;
    else this.#previous.set(next, previous);
    this.#byAccount.remove(tagOf(this.account.get(row)), row);
    this.#slots.give(row);
    this.#count -= 1;
  }
}
