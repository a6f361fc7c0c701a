/**
 * Growing columns of numbers for frequently used state of the core. A column is read and written by
 * slot; slots below its capacity always hold a number, so a read never returns `undefined`. A
 * column whose slots have a handle type, `S`, accepts no other numbers.
 */
import { assert } from "../base/assert.ts";
import { TableMemory } from "./table-memory.ts";

const CAPACITY_FIRST = 64;

export class Uint8Column<S extends number = number> {
  readonly #memory = new TableMemory(CAPACITY_FIRST);
  #cells = new Uint8Array(this.#memory.buffer, this.#memory.recordsAt);
  get(slot: S): number {
    return this.#cells[slot] as number;
  }
  set(slot: S, value: number): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    this.#memory.grow(slot + 1);
    this.#cells = new Uint8Array(this.#memory.buffer, this.#memory.recordsAt);
  }
}

export class Int32Column<T extends number = number, S extends number = number> {
  readonly #memory = new TableMemory(CAPACITY_FIRST * 4);
  #cells = new Int32Array(this.#memory.buffer, this.#memory.recordsAt);
  get(slot: S): T {
    return this.#cells[slot] as T;
  }
  set(slot: S, value: T): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    this.#memory.grow((slot + 1) * 4);
    this.#cells = new Int32Array(this.#memory.buffer, this.#memory.recordsAt);
  }
}

export class Float64Column<T extends number = number, S extends number = number> {
  readonly #memory = new TableMemory(CAPACITY_FIRST * 8);
  #cells = new Float64Array(this.#memory.buffer, this.#memory.recordsAt);
  get(slot: S): T {
    return this.#cells[slot] as T;
  }
  set(slot: S, value: T): void {
    if (slot >= this.#cells.length) this.#grow(slot);
    this.#cells[slot] = value;
  }
  #grow(slot: number): void {
    this.#memory.grow((slot + 1) * 8);
    this.#cells = new Float64Array(this.#memory.buffer, this.#memory.recordsAt);
  }
}

export class BigInt64Column<T extends bigint = bigint, S extends number = number> {
  readonly #memory = new TableMemory(CAPACITY_FIRST * 8);
  #cells = new BigInt64Array(this.#memory.buffer, this.#memory.recordsAt);
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
    this.#memory.grow((slot + 1) * 8);
    this.#cells = new BigInt64Array(this.#memory.buffer, this.#memory.recordsAt);
  }
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
