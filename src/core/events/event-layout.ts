/**
 * Offsets of the fields of each event in its words, computed from the schema in `events.ts`. The
 * core writes its frequent events through them, and readers use them to read fields without
 * decoding the event.
 */

import { assert } from "../base/assert.ts";
import type { FieldKind, Fields, ValueOf } from "../commands/schema.ts";
import { EVENT_KINDS, EVENTS, type EventKind } from "./events.ts";

/** Word 0 of an event: index of its kind × 65,536 + its length in words. */
const KIND_SCALE = 65_536;

/** Index of each kind, for readers that dispatch without decoding. */
export const EVENT_INDEX: Readonly<Record<EventKind, number>> = Object.fromEntries(
  EVENT_KINDS.map((kind, index) => [kind, index]),
) as Record<EventKind, number>;

/** First word of an event; the length it contains leaves out the event's text. */
export type EventHeader = number & { readonly word: "header" };

/** Offset of a word that is a number, a rate, or the index of a word in its closed list. */
export type NumberOffset<V extends number = number> = number & { readonly numberWord: V };
/** Offset of a word that is 1 for true and 0 for false. */
export type FlagOffset = number & { readonly flagWord: true };
/** Offset of a word that is a 64-bit integer of money. */
export type MoneyOffset = number & { readonly moneyWord: true };
/** Offset of the first word of a text, which is its length. */
export type TextOffset = number & { readonly textWord: true };

type OffsetOf<K extends FieldKind> = K extends readonly string[]
  ? NumberOffset
  : K extends "money"
    ? MoneyOffset
    : K extends "flag"
      ? FlagOffset
      : K extends "text"
        ? TextOffset
        : ValueOf<K> extends number
          ? NumberOffset<ValueOf<K>>
          : never;

/** Offset of each field, counted from the word after the header. */
export type EventLayout<K extends EventKind> = {
  readonly [N in keyof (typeof EVENTS)[K]]: (typeof EVENTS)[K][N] extends FieldKind
    ? OffsetOf<(typeof EVENTS)[K][N]>
    : never;
} & {
  readonly header: EventHeader;
  /** Words of the event, header included and text left out. */
  readonly words: number;
};

/** Returns the first word of an event of `words` words, header included. */
export function headerOf(kindIndex: number, words: number): EventHeader {
  return (kindIndex * KIND_SCALE + words) as EventHeader;
}

/** Returns the index of the event's kind. */
export function kindIndexOf(header: number): number {
  return Math.floor(header / KIND_SCALE);
}

/** Returns the length of the event in words, header included. */
export function wordsOf(header: number): number {
  return header % KIND_SCALE;
}

/** Returns the layout of a kind of event: a constant property per field, and its header. */
export function eventLayout<K extends EventKind>(kind: K): EventLayout<K> {
  const fields: Fields = EVENTS[kind];
  const names = Object.keys(fields);
  const lastText = names.findIndex((name) => fields[name] === "text");
  assert(lastText === -1 || lastText === names.length - 1, "a text is an event's last field");
  const isClear = !names.includes("header") && !names.includes("words");
  assert(isClear, "no field of an event is called header or words");
  const fixedWords = lastText === -1 ? names.length : lastText;
  const words = 1 + fixedWords;
  const layout = Object.fromEntries([
    ...names.map((name, offset): [string, number] => [name, offset]),
    ["header", headerOf(EVENT_INDEX[kind], words)],
    ["words", words],
  ]);
  return Object.freeze(layout) as EventLayout<K>;
}
