/**
 * What fills, reports and snapshots read of an order and no other command: its time of creation and
 * the totals of its fills. Records of 24 bytes by slot, apart from those of `OrderTable`.
 */
import { assert } from "../base/assert.ts";
import { TableMemory } from "../money/table-memory.ts";
import type { Atoms, TimeMs } from "../money/units.ts";

const RECORD_WORDS = 3;
const RECORD_BYTES = RECORD_WORDS * 8;
const SLOTS_FIRST = 64;

/** Fields of the record, by words. */
const CREATED_AT_MS = 0;
const FILLED_NOTIONAL = 1;
const FEE_TOTAL = 2;

export class OrderTotals {
  readonly #records = new TableMemory(SLOTS_FIRST * RECORD_BYTES);
  #numbers = new Float64Array(this.#records.buffer, this.#records.recordsAt);
  #money = new BigInt64Array(this.#records.buffer, this.#records.recordsAt);

  /** Makes the record of a new order: all totals are 0. */
  open(slot: number): void {
    const first = slot * RECORD_WORDS;
    if (first + RECORD_WORDS > this.#numbers.length) this.#grow(slot);
    this.#numbers[first + CREATED_AT_MS] = 0;
    this.#numbers[first + FILLED_NOTIONAL] = 0;
    this.#numbers[first + FEE_TOTAL] = 0;
  }

  #grow(slot: number): void {
    const records = this.#records;
    records.grow((slot + 1) * RECORD_BYTES);
    this.#numbers = new Float64Array(records.buffer, records.recordsAt);
    this.#money = new BigInt64Array(records.buffer, records.recordsAt);
  }

  createdAtMs(slot: number): TimeMs {
    return this.#numbers[slot * RECORD_WORDS + CREATED_AT_MS] as TimeMs;
  }

  setCreatedAtMs(slot: number, timeMs: TimeMs): void {
    this.#numbers[slot * RECORD_WORDS + CREATED_AT_MS] = timeMs;
  }

  /** Notional of all fills so far, in the atoms of `Match.value`. */
  filledNotional(slot: number): Atoms {
    return this.#money[slot * RECORD_WORDS + FILLED_NOTIONAL] as Atoms;
  }

  addFilledNotional(slot: number, amount: Atoms): void {
    assert(amount >= 0n, "the notional of a fill is not negative");
    this.#add(slot * RECORD_WORDS + FILLED_NOTIONAL, amount);
  }

  /** Fees of all fills so far, in atoms of the fee currency. */
  feeTotal(slot: number): Atoms {
    return this.#money[slot * RECORD_WORDS + FEE_TOTAL] as Atoms;
  }

  addFeeTotal(slot: number, amount: Atoms): void {
    assert(amount >= 0n, "a fee is not negative");
    this.#add(slot * RECORD_WORDS + FEE_TOTAL, amount);
  }

  #add(index: number, amount: Atoms): void {
    this.#money[index] = BigInt.asIntN(64, (this.#money[index] as bigint) + amount);
  }
}
