/**
 * Memory of one growing table. A small table moves to a buffer of twice its size. From
 * `IN_PLACE_BYTES` on it lies in memory that grows in place: no byte is copied, and what is added
 * takes no memory until it is written, so that growth takes microseconds however large the table
 * is (decision 0111).
 */
import { assert } from "../base/assert.ts";

/** The memory of WebAssembly, the only part of it that the core uses. */
interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
  }) => GrowingMemory;
};

const PAGE_BYTES = 65_536;
/** Largest memory of a table: 4 GiB. */
const PAGES_MAX = 65_536;
/** Memory that grows in place takes addresses, not bytes, so only large tables have one. */
const IN_PLACE_BYTES = 1024 * 1024;
/** Such a memory grows by this part of its size. */
const GROWTH_DIVISOR = 4;

/**
 * Offset of the records of a small table in its buffer, in bytes. Large buffers begin 16 bytes into
 * a page, so that records of 64 bytes from this offset are cache lines. Memory that grows in place
 * begins with a page.
 */
const RECORDS_AT = 48;

/** Returns memory that grows in place; undefined when the system does not have the addresses. */
function inPlace(bytes: number): GrowingMemory | undefined {
  const initial = Math.ceil(bytes / PAGE_BYTES);
  try {
    return new WebAssembly.Memory({ initial, maximum: PAGES_MAX });
  } catch {
    return undefined;
  }
}

export class TableMemory {
  #memory: GrowingMemory | undefined;
  #buffer: ArrayBuffer;
  #recordsAt: number;

  /** The memory of a table with room for `bytes` of records, all 0. */
  constructor(bytes: number) {
    const memory = bytes < IN_PLACE_BYTES ? undefined : inPlace(bytes);
    this.#memory = memory;
    this.#buffer = memory?.buffer ?? new ArrayBuffer(RECORDS_AT + bytes);
    this.#recordsAt = memory === undefined ? RECORDS_AT : 0;
  }

  /** Buffer with the records; another one after each growth, which ends the views of this one. */
  get buffer(): ArrayBuffer {
    return this.#buffer;
  }

  /** Offset of the first record in the buffer, in bytes; it can change with a growth. */
  get recordsAt(): number {
    return this.#recordsAt;
  }

  /** Makes room for at least `bytes` of records. New records are 0, the others stay. */
  grow(bytes: number): void {
    const present = this.#buffer.byteLength - this.#recordsAt;
    assert(bytes > present, "a table grows");
    if (this.#memory === undefined) this.#move(bytes, present);
    else this.#growInPlace(this.#memory, bytes);
  }

  #growInPlace(memory: GrowingMemory, bytes: number): void {
    const present = this.#buffer.byteLength;
    const wanted = Math.max(bytes, present + present / GROWTH_DIVISOR);
    const pages = Math.min(PAGES_MAX, Math.ceil(wanted / PAGE_BYTES));
    memory.grow(pages - present / PAGE_BYTES);
    this.#buffer = memory.buffer;
    assert(this.#buffer.byteLength >= bytes, "a table takes at most 4 GiB");
  }

  #move(bytes: number, present: number): void {
    let next = present;
    while (next < bytes) next *= 2;
    const moved = new TableMemory(next);
    const records = new Uint8Array(this.#buffer, this.#recordsAt);
    new Uint8Array(moved.#buffer, moved.#recordsAt).set(records);
    this.#memory = moved.#memory;
    this.#buffer = moved.#buffer;
    this.#recordsAt = moved.#recordsAt;
  }
}
