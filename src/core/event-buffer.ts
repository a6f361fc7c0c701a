/**
 * Events as 8-byte words: written without allocation while commands are applied, decoded to
 * records at the edges. Word 0 of an event is kind × 65,536 + its length in words; then the
 * fields in schema order, numbers as doubles, money as 64-bit integers, texts as a length and
 * packed bytes.
 */

import { assert, unreachable } from "./assert.ts";
import { type CoreEvent, EVENT_KINDS, EVENTS, type EventKind } from "./events.ts";
import type { FieldKind } from "./schema.ts";

const WORDS_FIRST = 4096;
const KIND_SCALE = 65_536;
const EVENT_WORDS_MAX = 64;
const TEXT_LENGTH_MAX = 128;

/** Index of each kind, for `begin` and for readers that dispatch without decoding. */
export const EVENT_INDEX: Readonly<Record<EventKind, number>> = Object.fromEntries(
  EVENT_KINDS.map((kind, index) => [kind, index]),
) as Record<EventKind, number>;

/** Words that a text takes in an event: its length, then eight characters each. */
export function textWords(value: string): number {
  return 1 + ((value.length + 7) >> 3);
}

/** The word before an event of so many words. */
export function headerOf(kindIndex: number, length: number): number {
  return kindIndex * KIND_SCALE + length + 1;
}

export class EventBuffer {
  #numbers = new Float64Array(WORDS_FIRST);
  #money = new BigInt64Array(this.#numbers.buffer);
  #bytes = new Uint8Array(this.#numbers.buffer);
  #end = 0;
  #start = 0;
  #count = 0;

  /** Words in use. */
  get length(): number {
    return this.#end;
  }

  /** Events in the buffer. */
  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#end = 0;
    this.#count = 0;
  }

  /** Where fields of an event opened with `open` go: numbers and flags (0 or 1). */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** The same words as money. */
  get amounts(): BigInt64Array {
    return this.#money;
  }

  /**
   * A whole event of `length` words after its header: answers the place of the first in `numbers`
   * and `amounts`. The caller writes every one of them.
   */
  open(kindIndex: number, length: number): number {
    const at = this.#end;
    if (at + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    this.#numbers[at] = headerOf(kindIndex, length);
    this.#end = at + length + 1;
    this.#count += 1;
    return at + 1;
  }

  /**
   * Several whole events at once, `length` words with their headers: answers the place of the first
   * header. The caller writes every word, the headers as `headerOf` tells them.
   */
  openAll(events: number, length: number): number {
    const at = this.#end;
    if (at + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    this.#end = at + length;
    this.#count += events;
    return at;
  }

  /** Opens an event; room for 64 words is made at once, so field writes need no check. */
  begin(kindIndex: number): void {
    if (this.#end + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    this.#start = this.#end;
    this.#numbers[this.#end++] = kindIndex * KIND_SCALE;
  }

  num(value: number): void {
    this.#numbers[this.#end++] = value;
  }

  flag(value: boolean): void {
    this.#numbers[this.#end++] = value ? 1 : 0;
  }

  money(value: bigint): void {
    this.#money[this.#end++] = value;
  }

  /** At most 128 characters, one byte each. */
  text(value: string): void {
    this.writeText(this.#end, value);
    this.#end += textWords(value);
  }

  /** Writes a text into the words of an opened event, from place `at` on. */
  writeText(at: number, value: string): void {
    assert(value.length <= TEXT_LENGTH_MAX, "a text in an event has at most 128 characters");
    this.#numbers[at] = value.length;
    const byte = (at + 1) * 8;
    for (let i = 0; i < value.length; i++) this.#bytes[byte + i] = value.charCodeAt(i);
  }

  end(): void {
    const start = this.#start;
    this.#numbers[start] = (this.#numbers[start] as number) + (this.#end - start);
    this.#count += 1;
  }

  /** A copy of the words in use, to be kept or sent to another thread. */
  copyWords(): Float64Array {
    return this.#numbers.slice(0, this.#end);
  }

  /** The words in use, valid until the next write or `clear`. */
  words(): Float64Array {
    return this.#numbers.subarray(0, this.#end);
  }

  #grow(): void {
    const next = new Float64Array(this.#numbers.length * 2);
    next.set(this.#numbers);
    this.#numbers = next;
    this.#money = new BigInt64Array(next.buffer);
    this.#bytes = new Uint8Array(next.buffer);
  }
}

const FIELD_LISTS: readonly (readonly [string, FieldKind][])[] = EVENT_KINDS.map((kind) =>
  Object.entries(EVENTS[kind]),
);

/** A record of each kind without its values: copies of one shape, where field by field is slow. */
const BLANKS: readonly Record<string, unknown>[] = EVENT_KINDS.map((kind) => {
  const fields = Object.keys(EVENTS[kind]).map((name) => [name, undefined]);
  return { kind, seq: 0, timeMs: 0, ...Object.fromEntries(fields) };
});

/**
 * Reads the words of an `EventBuffer` from the first to the last event. `kind` and `number` look at
 * the present event without decoding it; `decode` makes a record of it.
 */
export class EventReader {
  readonly #numbers: Float64Array;
  readonly #money: BigInt64Array;
  readonly #bytes: Uint8Array;
  #at = 0;
  #next = 0;
  #seq = 0;
  #timeMs = 0;
  #kindIndex = 0;

  constructor(words: Float64Array) {
    this.#numbers = words;
    this.#money = new BigInt64Array(words.buffer, words.byteOffset, words.length);
    this.#bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  }

  get seq(): number {
    return this.#seq;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  get kindIndex(): number {
    return this.#kindIndex;
  }

  get kind(): EventKind {
    return EVENT_KINDS[this.#kindIndex] as EventKind;
  }

  /** Moves to the next event; false at the end. */
  next(): boolean {
    this.#at = this.#next;
    if (this.#at >= this.#numbers.length) return false;
    const head = this.#numbers[this.#at] as number;
    this.#kindIndex = Math.floor(head / KIND_SCALE);
    const length = head % KIND_SCALE;
    assert(length > 0, "an event has at least its header word");
    this.#next = this.#at + length;
    if (this.#kindIndex === 0) {
      this.#seq = this.number(0);
      this.#timeMs = this.number(1);
    }
    return true;
  }

  /** The field at word `offset` of an event without texts before it, as a number. */
  number(offset: number): number {
    return this.#numbers[this.#at + 1 + offset] as number;
  }

  /** The same as money. */
  money(offset: number): bigint {
    return this.#money[this.#at + 1 + offset] as bigint;
  }

  /** The text whose length stands at word `offset`, of an event without texts before it. */
  text(offset: number): string {
    return this.#textAt(this.#at + 1 + offset);
  }

  /** By eights: several times faster than spreading a part of the bytes. */
  #textAt(at: number): string {
    const bytes = this.#bytes;
    let next = (at + 1) * 8;
    const end = next + (this.#numbers[at] as number);
    let text = "";
    for (; next + 8 <= end; next += 8) {
      text += String.fromCharCode(
        bytes[next] as number,
        bytes[next + 1] as number,
        bytes[next + 2] as number,
        bytes[next + 3] as number,
        bytes[next + 4] as number,
        bytes[next + 5] as number,
        bytes[next + 6] as number,
        bytes[next + 7] as number,
      );
    }
    for (; next < end; next++) text += String.fromCharCode(bytes[next] as number);
    return text;
  }

  decode(): CoreEvent {
    const record: Record<string, unknown> = { ...BLANKS[this.#kindIndex] };
    record["seq"] = this.#seq;
    record["timeMs"] = this.#timeMs;
    let at = this.#at + 1;
    for (const [name, field] of FIELD_LISTS[this.#kindIndex] ?? []) {
      if (typeof field !== "string") {
        record[name] = field[this.#numbers[at++] as number];
        continue;
      }
      switch (field) {
        case "int":
        case "rate":
        case "ticks":
        case "lots":
          record[name] = this.#numbers[at++];
          break;
        case "money":
          record[name] = this.#money[at++];
          break;
        case "flag":
          record[name] = this.#numbers[at++] === 1;
          break;
        case "text": {
          const length = this.#numbers[at] as number;
          record[name] = this.#textAt(at);
          at += 1 + ((length + 7) >> 3);
          break;
        }
        case "ints":
        case "bytes":
          assert(false, "events carry no lists and no bytes");
          break;
        default:
          unreachable(field);
      }
    }
    return record as CoreEvent;
  }
}

/** All events in `words` as records, in order. For tests, tools and slow readers. */
export function decodeEvents(words: Float64Array): CoreEvent[] {
  const reader = new EventReader(words);
  const events: CoreEvent[] = [];
  while (reader.next()) events.push(reader.decode());
  return events;
}
