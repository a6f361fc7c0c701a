/**
 * Finds the slots of records by a key that the records themselves hold, such as an order's id. An
 * entry is 8 bytes: the slot, and a tag of 32 bits that is computed from the key. Eight entries
 * share a cache line. Records with equal tags are rare; the caller tells them apart by their keys:
 *
 *     let slot = index.find(tag);
 *     while (slot !== 0 && keyOf(slot) !== key) slot = index.findAfter(tag, slot);
 *
 * Open addressing: at most half of the entries are used, and removing closes the gap, so that
 * chains stay short. When the index grows, its entries move to the larger table a few at a time,
 * with each record that is added.
 */
import { assert } from "../base/assert.ts";
import { TableMemory } from "./table-memory.ts";

const ENTRIES_FIRST = 64;

/** An entry is two half words: the tag, then the slot; the slot of an empty entry is 0. */
const ENTRY_SHIFT = 3;
const HALVES_SHIFT = 1;
const SLOT = 1;

const HIGH_SCALE = 2 ** 32;

/**
 * Entries of the former table that one addition looks at. Two are enough to empty it before the
 * present table is full.
 */
const MOVED_ENTRIES = 16;

/**
 * Returns the tag of a key, a whole number from 0 to 2^53 - 1. Keys with equal upper 21 bits have
 * different tags.
 */
export function tagOf(key: number): number {
  let h = Math.imul((key | 0) ^ Math.imul((key / HIGH_SCALE) | 0, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}

/** Entries in open addressing; the number of entries is a power of two. */
class TagTable {
  readonly halves: Int32Array;
  readonly mask: number;

  constructor(entries: number) {
    const { buffer, recordsAt } = new TableMemory(entries << ENTRY_SHIFT);
    this.halves = new Int32Array(buffer, recordsAt);
    this.mask = entries - 1;
  }

  /** Tag of an entry. */
  tagAt(entry: number): number {
    return this.halves[entry << HALVES_SHIFT] as number;
  }

  /** Slot of an entry; 0 while it is empty. */
  slotAt(entry: number): number {
    return this.halves[(entry << HALVES_SHIFT) | SLOT] as number;
  }

  /** Returns the first slot with a tag at or after an entry of its chain, or 0. */
  slotFrom(first: number, tag: number): number {
    const { halves, mask } = this;
    let entry = first & mask;
    for (;;) {
      const slot = halves[(entry << HALVES_SHIFT) | SLOT] as number;
      if (slot === 0 || halves[entry << HALVES_SHIFT] === tag) return slot;
      entry = (entry + 1) & mask;
    }
  }

  /** Returns the entry of a slot with a tag, or -1. */
  entryOf(tag: number, slot: number): number {
    let entry = tag & this.mask;
    for (;;) {
      const found = this.slotAt(entry);
      if (found === slot) return entry;
      if (found === 0) return -1;
      entry = (entry + 1) & this.mask;
    }
  }

  add(tag: number, slot: number): void {
    let entry = tag & this.mask;
    while (this.slotAt(entry) !== 0) entry = (entry + 1) & this.mask;
    this.halves[entry << HALVES_SHIFT] = tag;
    this.halves[(entry << HALVES_SHIFT) | SLOT] = slot;
  }

  /** Empties an entry and closes the gap in its chain. */
  clear(cleared: number): void {
    const { halves, mask } = this;
    let gap = cleared;
    let entry = gap;
    for (;;) {
      entry = (entry + 1) & mask;
      const slot = halves[(entry << HALVES_SHIFT) | SLOT] as number;
      if (slot === 0) break;
      const tag = halves[entry << HALVES_SHIFT] as number;
      // An entry whose home lies after the gap would not be found in it.
      if (((entry - tag) & mask) < ((entry - gap) & mask)) continue;
      halves[gap << HALVES_SHIFT] = tag;
      halves[(gap << HALVES_SHIFT) | SLOT] = slot;
      gap = entry;
    }
    halves[(gap << HALVES_SHIFT) | SLOT] = 0;
  }
}

export class SlotIndex {
  #table = new TagTable(ENTRIES_FIRST);
  #size = 0;
  /** The table before the last growth, until its entries have moved. */
  #former: TagTable | undefined;
  /** Entries of the former table before this one are empty. */
  #movedTo = 0;

  /** Number of slots. */
  get size(): number {
    return this.#size;
  }

  /** Returns a slot whose key may be that of the tag, or 0. */
  find(tag: number): number {
    const slot = this.#table.slotFrom(tag, tag);
    return slot !== 0 || this.#former === undefined ? slot : this.#former.slotFrom(tag, tag);
  }

  /** Returns the next slot with the tag after one that had another key, or 0. */
  findAfter(tag: number, slot: number): number {
    const entry = this.#table.entryOf(tag, slot);
    const former = this.#former;
    if (entry !== -1) {
      const next = this.#table.slotFrom(entry + 1, tag);
      return next !== 0 || former === undefined ? next : former.slotFrom(tag, tag);
    }
    assert(former !== undefined, "a search goes on from a slot of the index");
    return former.slotFrom(former.entryOf(tag, slot) + 1, tag);
  }

  /** Reads where a tag is or would be, for `LookAhead`; the number returned means nothing. */
  readAhead(tag: number): number {
    return this.#table.slotAt(tag & this.#table.mask);
  }

  /** Adds a slot, 1 to 2^31 - 1, that the index does not have. */
  add(tag: number, slot: number): void {
    assert(slot > 0, "an index has slots from 1");
    if (this.#former !== undefined) this.#moveSome(this.#former);
    this.#size += 1;
    if (this.#size * 2 > this.#table.mask) this.#grow();
    this.#table.add(tag, slot);
  }

  /** Removes a slot that was added with the tag. */
  remove(tag: number, slot: number): void {
    let table = this.#table;
    let entry = table.entryOf(tag, slot);
    if (entry === -1 && this.#former !== undefined) {
      table = this.#former;
      entry = table.entryOf(tag, slot);
    }
    assert(entry !== -1, "a removed slot is in the index");
    table.clear(entry);
    this.#size -= 1;
  }

  /** Doubles the table. Its entries move little by little, so that no addition takes long. */
  #grow(): void {
    assert(this.#former === undefined, "a table has emptied the former one before it is full");
    this.#former = this.#table;
    this.#movedTo = 0;
    this.#table = new TagTable((this.#table.mask + 1) * 2);
  }

  /** Moves the next entries of the former table. */
  #moveSome(former: TagTable): void {
    const end = this.#movedTo + MOVED_ENTRIES;
    for (let entry = this.#movedTo; entry < end; entry++) {
      // Clearing an entry can put the next one of its chain in its place.
      while (former.slotAt(entry) !== 0) {
        this.#table.add(former.tagAt(entry), former.slotAt(entry));
        former.clear(entry);
      }
    }
    this.#movedTo = end;
    if (end > former.mask) this.#former = undefined;
  }
}
