/**
 * Binary encoding of the journal, of snapshots and of messages between threads. Little-endian.
 * Texts have one byte per UTF-16 code unit, or, with a mark, two bytes.
 */
import { assert } from "./assert.ts";

const CAPACITY_FIRST = 1024;
/** 2^53 - 1 in groups of seven bits. */
const VARINT_BYTES_MAX = 8;
/** Numbers below it are split by bit operations. */
const INT_LIMIT = 2 ** 31;
/** Bits of the low part of larger numbers: four groups of seven bits. */
const LOW_BITS = 28;
const LOW_SCALE = 2 ** LOW_BITS;

/** A growing byte buffer. `bytes()` is a view valid until the next write. */
export class ByteWriter {
  #cells: Uint8Array;
  #view: DataView;
  #length = 0;

  /** Reserves `capacity` bytes; growing beyond them copies all bytes written so far. */
  constructor(capacity = CAPACITY_FIRST) {
    this.#cells = new Uint8Array(capacity);
    this.#view = new DataView(this.#cells.buffer);
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Drops the bytes written past `length`, for example those of a half-encoded value. */
  rewind(length: number): void {
    if (length > this.#length) throw new RangeError(`${length} bytes were never written`);
    this.#length = length;
  }

  bytes(): Uint8Array {
    return this.#cells.subarray(0, this.#length);
  }

  #room(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#cells.length) {
      const next = new Uint8Array(Math.max(needed, this.#cells.length * 2));
      next.set(this.#cells);
      this.#cells = next;
      this.#view = new DataView(next.buffer);
    }
    this.#length = needed;
    return at;
  }

  /** Writes a whole number from 0 to 255. Throws `RangeError` for any other. */
  u8(value: number): void {
    if ((value & 255) !== value) throw new RangeError(`a whole number below 256, got ${value}`);
    const at = this.#room(1);
    this.#cells[at] = value;
  }

  u16(value: number): void {
    assert(value >= 0 && value <= 0xffff, "a number of two bytes fits them");
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    assert(value >= 0 && value <= 0xffff_ffff, "a number of four bytes fits them");
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }

  f64(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }

  i64(value: bigint): void {
    const at = this.#room(8);
    this.#view.setBigInt64(at, value, true);
  }

  /**
   * Writes a whole number from 0 to 2^53 - 1 in 1 to 8 bytes, seven bits each. Throws `RangeError`
   * for others, which could not be read back.
   */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`a whole number from 0 to 2^53 - 1, got ${value}`);
    }
    let rest = value;
    let at = this.#room(VARINT_BYTES_MAX);
    const cells = this.#cells;
    if (rest >= INT_LIMIT) {
      const high = Math.floor(rest / LOW_SCALE);
      const low = rest - high * LOW_SCALE;
      for (let shift = 0; shift < LOW_BITS; shift += 7) cells[at++] = ((low >>> shift) & 127) + 128;
      rest = high;
    }
    while (rest >= 128) {
      cells[at++] = (rest & 127) + 128;
      rest >>>= 7;
    }
    cells[at++] = rest;
    this.#length = at;
  }

  /** Writes a length and a text; a code unit above 255 makes all units two bytes wide. */
  text(value: string): void {
    let wide = 0;
    for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 255) wide = 1;
    this.varint(value.length * 2 + wide);
    const at = this.#room(value.length * (wide + 1));
    for (let i = 0; i < value.length; i++) {
      if (wide === 0) this.#cells[at + i] = value.charCodeAt(i);
      else this.#view.setUint16(at + i * 2, value.charCodeAt(i), true);
    }
  }

  blob(value: Uint8Array): void {
    this.varint(value.length);
    const at = this.#room(value.length);
    this.#cells.set(value, at);
  }
}

/** Thrown when bytes end early or hold a value outside its domain. */
export class BytesDamaged extends Error {
  readonly code = "bytes_damaged";
}

/** Reads the bytes of a `ByteWriter`; every read checks its bounds. */
export class ByteReader {
  #cells: Uint8Array;
  #view: DataView;
  #at = 0;

  constructor(cells: Uint8Array) {
    this.#cells = cells;
    this.#view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
  }

  /** Begins to read other bytes; reasons to keep a reader are those of `EventReader.reset`. */
  reset(cells: Uint8Array): void {
    this.#cells = cells;
    this.#view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
    this.#at = 0;
  }

  get remaining(): number {
    return this.#cells.length - this.#at;
  }

  get at(): number {
    return this.#at;
  }

  #take(count: number): number {
    const at = this.#at;
    if (at + count > this.#cells.length) {
      throw new BytesDamaged(`expected ${count} more bytes at ${at} of ${this.#cells.length}`);
    }
    this.#at = at + count;
    return at;
  }

  u8(): number {
    return this.#cells[this.#take(1)] as number;
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8), true);
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#cells[this.#take(1)] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 53) throw new BytesDamaged(`varint too long at ${this.#at}`);
    }
  }

  text(): string {
    const head = this.varint();
    const wide = head % 2;
    const length = (head - wide) / 2;
    const at = this.#take(length * (wide + 1));
    let value = "";
    for (let i = 0; i < length; i++) {
      const unit =
        wide === 0 ? (this.#cells[at + i] as number) : this.#view.getUint16(at + i * 2, true);
      value += String.fromCharCode(unit);
    }
    return value;
  }

  blob(): Uint8Array {
    const length = this.varint();
    const at = this.#take(length);
    return this.#cells.slice(at, at + length);
  }
}

/** Returns the word of a closed list at a stored index. Throws `BytesDamaged` if there is none. */
export function wordOf<T>(list: readonly T[], index: number): T {
  const word = list[index];
  if (word === undefined) throw new BytesDamaged(`a word of its list, got ${index}`);
  return word;
}
