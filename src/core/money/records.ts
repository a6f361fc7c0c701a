/**
 * Tables of fixed-size records for frequently used state of the core. The fields of a record lie
 * side by side in one buffer, so that a record of 64 bytes costs one cache line to read, where
 * columns of their own would cost one each. A field is read and written by slot like a column; the
 * table grows when a slot is opened, never on a write.
 */
import { assert } from "../base/assert.ts";
import { nearInt64 } from "./arithmetic.ts";
import { TableMemory } from "./table-memory.ts";

const CAPACITY_FIRST = 64;

/** A view of one field over all records of a table. */
interface Field {
  view(memory: TableMemory): void;
}

/** Records of 2^`recordShift` bytes by slot, and the fields that view them. */
export class RecordTable<S extends number = number> {
  readonly #recordShift: number;
  readonly #fields: Field[] = [];
  readonly #memory: TableMemory;
  #capacity = CAPACITY_FIRST;

  constructor(recordShift: number) {
    this.#recordShift = recordShift;
    this.#memory = new TableMemory(CAPACITY_FIRST << recordShift);
  }

  /** Makes room for the record of a slot; its fields are 0 until they are set. */
  open(slot: S): void {
    if (slot < this.#capacity) return;
    const memory = this.#memory;
    const bytes = 2 ** this.#recordShift;
    memory.grow((slot + 1) * bytes);
    this.#capacity = Math.floor((memory.buffer.byteLength - memory.recordsAt) / bytes);
    for (const field of this.#fields) field.view(memory);
  }

  /** Whether the record of a slot can be read. */
  has(slot: S): boolean {
    return slot < this.#capacity;
  }

  #add<F extends Field>(field: F): F {
    field.view(this.#memory);
    this.#fields.push(field);
    return field;
  }

  /** A field of numbers in the 8-byte word `word` of each record. */
  numbers<T extends number>(word: number): NumberField<T, S> {
    return this.#add(new NumberField<T, S>(word, this.#recordShift - 3));
  }

  /** A field of 32-bit numbers in the half word `half` of each record. */
  halves<T extends number>(half: number): HalfField<T, S> {
    return this.#add(new HalfField<T, S>(half, this.#recordShift - 2));
  }

  /** A field of money in the 8-byte word `word` of each record. */
  money<T extends bigint>(word: number): MoneyField<T, S> {
    return this.#add(new MoneyField<T, S>(word, this.#recordShift - 3));
  }
}

/** Numbers of 53 bits, one in each record. */
export class NumberField<T extends number = number, S extends number = number> implements Field {
  readonly #word: number;
  readonly #shift: number;
  #cells = new Float64Array(0);

  constructor(word: number, shift: number) {
    this.#word = word;
    this.#shift = shift;
  }

  view({ buffer, recordsAt }: TableMemory): void {
    this.#cells = new Float64Array(buffer, recordsAt + this.#word * 8);
  }

  get(slot: S): T {
    return this.#cells[slot << this.#shift] as T;
  }

  set(slot: S, value: T): void {
    assert(slot << this.#shift < this.#cells.length, "a written record has been opened");
    this.#cells[slot << this.#shift] = value;
  }
}

/** Numbers of 32 bits, one in each record. */
export class HalfField<T extends number = number, S extends number = number> implements Field {
  readonly #half: number;
  readonly #shift: number;
  #cells = new Int32Array(0);

  constructor(half: number, shift: number) {
    this.#half = half;
    this.#shift = shift;
  }

  view({ buffer, recordsAt }: TableMemory): void {
    this.#cells = new Int32Array(buffer, recordsAt + this.#half * 4);
  }

  get(slot: S): T {
    return this.#cells[slot << this.#shift] as T;
  }

  set(slot: S, value: T): void {
    assert(slot << this.#shift < this.#cells.length, "a written record has been opened");
    this.#cells[slot << this.#shift] = value;
  }
}

/** Amounts of money, one in each record. */
export class MoneyField<T extends bigint = bigint, S extends number = number> implements Field {
  readonly #word: number;
  readonly #shift: number;
  #cells = new BigInt64Array(0);
  /** The same records by half words: the low half of an amount comes first. */
  #halves = new Int32Array(0);

  constructor(word: number, shift: number) {
    this.#word = word;
    this.#shift = shift;
  }

  view({ buffer, recordsAt }: TableMemory): void {
    this.#cells = new BigInt64Array(buffer, recordsAt + this.#word * 8);
    this.#halves = new Int32Array(buffer, recordsAt + this.#word * 8);
  }

  get(slot: S): T {
    return this.#cells[slot << this.#shift] as T;
  }

  /** The amount as a double: exact below 2^53, else the nearest one. */
  near(slot: S): number {
    return nearInt64(this.#halves, slot << (this.#shift + 1));
  }

  set(slot: S, value: T): void {
    assert(slot << this.#shift < this.#cells.length, "a written record has been opened");
    this.#cells[slot << this.#shift] = value;
  }

  /** Adds a signed amount; listing bounds keep every amount within 64 bits. */
  add(slot: S, value: bigint): void {
    const cells = this.#cells;
    const index = slot << this.#shift;
    cells[index] = BigInt.asIntN(64, (cells[index] as bigint) + value);
  }
}
