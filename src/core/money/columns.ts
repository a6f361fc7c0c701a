/**
 * Growing columns of numbers for frequently used state of the core. A column is read and written by
 * slot; slots below its capacity always hold a number, so a read never returns `undefined`. A
 * column whose slots have a handle type, `S`, accepts no other numbers.
 */
import { assert } from "../base/assert.ts";

const CAPACITY_FIRST = 64;

function grown(capacity: number, slot: number): number {
  let next = Math.max(capacity, CAPACITY_FIRST);
  while (next <= slot) next *= 2;
  return next;
}

export class Uint8Column<S extends number = number> {
  #cells = new Uint8Array(CAPACITY_FIRST);
  get(slot: S): number {
    return this.#cells[slot] as number;
  }
  set(slot: S, value: number): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    const next = new Uint8Array(grown(this.#cells.length, slot));
    next.set(this.#cells);
    this.#cells = next;
  }
}

export class Int32Column<T extends number = number, S extends number = number> {
  #cells = new Int32Array(CAPACITY_FIRST);
  get(slot: S): T {
    return this.#cells[slot] as T;
  }
  set(slot: S, value: T): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    const next = new Int32Array(grown(this.#cells.length, slot));
    next.set(this.#cells);
    this.#cells = next;
  }
}

export class Float64Column<T extends number = number, S extends number = number> {
  #cells = new Float64Array(CAPACITY_FIRST);
  get(slot: S): T {
    return this.#cells[slot] as T;
  }
  set(slot: S, value: T): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    const next = new Float64Array(grown(this.#cells.length, slot));
    next.set(this.#cells);
    this.#cells = next;
  }
}

export class BigInt64Column<T extends bigint = bigint, S extends number = number> {
  #cells = new BigInt64Array(CAPACITY_FIRST);
  get(slot: S): T {
    return this.#cells[slot] as T;
  }
  set(slot: S, value: T): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  /** Adds a signed amount; listing bounds keep every amount within 64 bits. */
  add(slot: S, value: bigint): void {
    const cells = this.#cells;
    cells[slot] = BigInt.asIntN(64, (cells[slot] as bigint) + value);
  }
  #grow(slot: number): void {
    const next = new BigInt64Array(grown(this.#cells.length, slot));
    next.set(this.#cells);
    this.#cells = next;
  }
}

/**
 * Offset of the records of a table in its buffer, in bytes. Large buffers begin 16 bytes into a
 * page, so that records of 64 bytes from this offset are cache lines.
 */
export const RECORDS_AT = 48;

/** Returns a buffer for records of `bytes` bytes in total. */
export function recordBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(RECORDS_AT + bytes);
}

/** Returns a buffer for twice as many records that begins with the present ones. */
export function grownBuffer(records: ArrayBufferView<ArrayBuffer>): ArrayBuffer {
  const buffer = recordBuffer(records.byteLength * 2);
  new Uint8Array(buffer).set(new Uint8Array(records.buffer));
  return buffer;
}

/** Allocates slots of a set of columns: freed slots first, the last freed slot before others. */
export class SlotPool {
  readonly #free: number[] = [];
  #end: number;
  /** Slots below `first` are never allocated, so that 0 means "none". */
  constructor(first = 1) {
    this.#end = first;
  }
  take(): number {
    return this.#free.pop() ?? this.#end++;
  }
  give(slot: number): void {
    assert(slot >= 0 && slot < this.#end, "a freed slot has been allocated");
    this.#free.push(slot);
  }
  /** One more than the highest slot ever allocated. */
  get end(): number {
    return this.#end;
  }
}
