/**
 * Events as 8-byte words, written while commands are applied and decoded to records by readers. An
 * event is its header (`event-layout.ts`), then its fields in schema order: numbers as doubles,
 * money as 64-bit integers, texts as a length and packed bytes.
 */

import { assert, unreachable } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import { indexIn } from "../base/vocabulary.ts";
import type { FieldKind, RecordOf } from "../commands/schema.ts";
import type { Atoms } from "../money/units.ts";
import {
  EVENT_INDEX,
  type EventHeader,
  eventLayout,
  type FlagOffset,
  headerOf,
  kindIndexOf,
  type MoneyOffset,
  type NumberOffset,
  type TextOffset,
  wordsOf,
} from "./event-layout.ts";
import { type CoreEvent, EVENT_KINDS, EVENTS, type EventKind } from "./events.ts";

const WORDS_FIRST = 4096;
const EVENT_WORDS_MAX = 64;
const TEXT_LENGTH_MAX = 128;
const APPLIED = eventLayout("command_applied");

/** All fields of an event, without its kind and stamp. */
export type EventFields<K extends EventKind> = Readonly<RecordOf<(typeof EVENTS)[K]>>;

/** Returns the number of words of a text in an event: its length, then eight characters each. */
export function textWords(value: string): number {
  return 1 + ((value.length + 7) >> 3);
}

function wordIndex(list: readonly string[], value: unknown): number {
  const index = typeof value === "string" ? indexIn(list, value) : -1;
  assert(index !== -1, "a word in an event is a word of its field's closed list");
  return index;
}

const FIELD_LISTS: readonly (readonly [string, FieldKind][])[] = EVENT_KINDS.map((kind) =>
  Object.entries(EVENTS[kind]),
);

export class EventBuffer {
  #numbers = new Float64Array(WORDS_FIRST);
  #money = new BigInt64Array(this.#numbers.buffer);
  #bytes = new Uint8Array(this.#numbers.buffer);
  #end = 0;
  #count = 0;

  /** Number of words in use. */
  get length(): number {
    return this.#end;
  }

  /** Number of events in the buffer. */
  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#end = 0;
    this.#count = 0;
  }

  /** Words of opened events, for numbers and for flags (0 or 1). Read it again after `open`. */
  get numberWords(): Float64Array {
    return this.#numbers;
  }

  /** The same words, for money. */
  get moneyWords(): BigInt64Array {
    return this.#money;
  }

  /**
   * Opens an event and returns the place of its first field in `numberWords` and `moneyWords`. The
   * caller writes every field through the layout of `header`; `tools/tidy` checks it.
   * `textLength` is the `textWords` of the event's text, if its kind has one.
   */
  open(header: EventHeader, textLength = 0): number {
    const start = this.#end;
    if (start + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    this.#numbers[start] = header + textLength;
    this.#end = start + wordsOf(header) + textLength;
    this.#count += 1;
    return start + 1;
  }

  /**
   * Opens three events without texts in one step, as `open` does. Returns the place of the first
   * field of the first one; the places of the others follow by `words` of the layouts.
   */
  openThree(first: EventHeader, second: EventHeader, third: EventHeader): number {
    const start = this.#end;
    if (start + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    const middle = start + wordsOf(first);
    const last = middle + wordsOf(second);
    numbers[start] = first;
    numbers[middle] = second;
    numbers[last] = third;
    this.#end = last + wordsOf(third);
    this.#count += 3;
    return start + 1;
  }

  /** Writes the text of an opened event; at most 128 characters of one byte each. */
  writeText(place: number, value: string): void {
    assert(value.length <= TEXT_LENGTH_MAX, "a text in an event has at most 128 characters");
    this.#numbers[place] = value.length;
    const byte = (place + 1) * 8;
    for (let i = 0; i < value.length; i++) this.#bytes[byte + i] = value.charCodeAt(i);
  }

  /** Appends an event. Frequent events are written through their layout instead, after `open`. */
  write<K extends EventKind>(kind: K, fields: EventFields<K>): void {
    const kindIndex = EVENT_INDEX[kind];
    const values: Readonly<Record<string, unknown>> = fields;
    const start = this.#end;
    if (start + EVENT_WORDS_MAX > this.#numbers.length) this.#grow();
    let place = start + 1;
    for (const [name, field] of FIELD_LISTS[kindIndex] ?? []) {
      place += this.#writeField(place, field, values[name]);
    }
    assert(place - start <= EVENT_WORDS_MAX, "an event fits the words reserved for it");
    this.#numbers[start] = headerOf(kindIndex, place - start);
    this.#end = place;
    this.#count += 1;
  }

  /** Returns the number of words written. */
  #writeField(place: number, field: FieldKind, value: unknown): number {
    if (typeof value === "bigint") {
      this.#money[place] = value;
      return 1;
    }
    if (typeof value === "string" && typeof field === "string") {
      this.writeText(place, value);
      return textWords(value);
    }
    const word = typeof field === "string" ? Number(value) : wordIndex(field, value);
    assert(Number.isSafeInteger(word), "a number in an event is a whole number");
    this.#numbers[place] = word;
    return 1;
  }

  /** Returns a copy of the words in use, to be kept or sent to another thread. */
  copyWords(): Float64Array {
    return this.#numbers.slice(0, this.#end);
  }

  /** Returns the words in use, valid until the next write or `clear`. */
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

/** A record of each kind without values; copying it is faster than adding field by field. */
const BLANKS: readonly Record<string, unknown>[] = EVENT_KINDS.map((kind) => {
  const fields = Object.keys(EVENTS[kind]).map((name) => [name, undefined]);
  return { kind, seq: 0, timeMs: 0, ...Object.fromEntries(fields) };
});

const NO_WORDS = new Float64Array(0);

/**
 * Reads the words of an `EventBuffer` from the first to the last event. `kind` and `number` read
 * from the current event without decoding it; `decode` returns it as a record.
 */
export class EventReader {
  #numbers: Float64Array;
  #money: BigInt64Array;
  #bytes: Uint8Array;
  #at = 0;
  #next = 0;
  #seq = 0;
  #timeMs = 0;
  #kindIndex = 0;

  constructor(words: Float64Array = NO_WORDS) {
    this.#numbers = words;
    this.#money = new BigInt64Array(words.buffer, words.byteOffset, words.length);
    this.#bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  }

  /**
   * Begins to read other words. Readers of many blocks keep one reader: a collection that finds no
   * reader at all discards the compiled code of all functions that read events (decision 0116).
   */
  reset(words: Float64Array): void {
    this.#numbers = words;
    this.#money = new BigInt64Array(words.buffer, words.byteOffset, words.length);
    this.#bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    this.#next = 0;
    this.#seq = 0;
    this.#timeMs = 0;
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
    return elementAt(EVENT_KINDS, this.#kindIndex);
  }

  /** Index of the kind of the event after the current one; -1 at the end. */
  get followingKindIndex(): number {
    return this.#next < this.#numbers.length
      ? kindIndexOf(this.#numbers[this.#next] as number)
      : -1;
  }

  /** Moves to the next event; false at the end. */
  next(): boolean {
    this.#at = this.#next;
    if (this.#at >= this.#numbers.length) return false;
    const head = this.#numbers[this.#at] as number;
    this.#kindIndex = kindIndexOf(head);
    const length = wordsOf(head);
    assert(length > 0, "an event has at least its header word");
    this.#next = this.#at + length;
    assert(this.#next <= this.#numbers.length, "an event ends within its words");
    if (this.#kindIndex === EVENT_INDEX.command_applied) {
      this.#seq = this.number(APPLIED.seq);
      this.#timeMs = this.number(APPLIED.timeMs);
    }
    return true;
  }

  /** Number at an offset of the current event's layout. */
  number<V extends number>(offset: NumberOffset<V>): V {
    return this.#numbers[this.#at + 1 + offset] as V;
  }

  flag(offset: FlagOffset): boolean {
    return this.#numbers[this.#at + 1 + offset] === 1;
  }

  money(offset: MoneyOffset): Atoms {
    return this.#money[this.#at + 1 + offset] as Atoms;
  }

  text(offset: TextOffset): string {
    return this.#textAt(this.#at + 1 + offset);
  }

  /** Reads eight characters at a time, several times faster than spreading a part of the bytes. */
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
    assert(at === this.#next, "the fields of an event fill its words");
    return record as CoreEvent;
  }
}

/** Returns all events in `words` as records, in order. For tests, tools and slow readers. */
export function decodeEvents(words: Float64Array): CoreEvent[] {
  const reader = new EventReader(words);
  const events: CoreEvent[] = [];
  while (reader.next()) events.push(reader.decode());
  return events;
}
