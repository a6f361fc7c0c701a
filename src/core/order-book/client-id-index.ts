/**
 * Client order ids of open orders, unique per user while the order is open. The characters of an id
 * are bytes in one array, at a fixed stride by order slot, so that a million ids add no objects for
 * the garbage collector to trace.
 */
import { assert } from "../base/assert.ts";
import { CLIENT_ORDER_ID_LENGTH_MAX } from "../base/limits.ts";
import { Int32Column, Uint8Column } from "../money/columns.ts";
import { TableMemory } from "../money/table-memory.ts";

/** Buckets at first; a power of two, as the number of buckets is at the end of each round. */
const BUCKETS_FIRST = 64;
const STRIDE = CLIENT_ORDER_ID_LENGTH_MAX;
const SLOTS_FIRST = 64;

function hashOf(user: number, clientId: string): number {
  let h = Math.imul(user ^ 0x811c9dc5, 0x01000193);
  for (let i = 0; i < clientId.length; i++) {
    h = Math.imul(h ^ clientId.charCodeAt(i), 0x01000193);
  }
  return h ^ (h >>> 15);
}

export class ClientIdIndex {
  /** First slot of each bucket. */
  readonly #buckets = new Int32Column();
  /** Number of buckets. They are added one by one, each by splitting an older one. */
  #bucketCount = BUCKETS_FIRST;
  /** Buckets at the beginning of the round, less 1; at its end there are twice as many. */
  #roundMask = BUCKETS_FIRST - 1;
  readonly #memory = new TableMemory(STRIDE * SLOTS_FIRST);
  #bytes = new Uint8Array(this.#memory.buffer, this.#memory.recordsAt);
  readonly #length = new Uint8Column();
  readonly #user = new Int32Column();
  readonly #hash = new Int32Column();
  readonly #nextInBucket = new Int32Column();
  #count = 0;

  /** Returns the slot of the user's open order with this id, or 0. */
  find(user: number, clientId: string): number {
    const hash = hashOf(user, clientId);
    let slot = this.#buckets.get(this.#bucketOf(hash));
    while (slot !== 0) {
      if (this.#hash.get(slot) === hash && this.#matches(slot, user, clientId)) return slot;
      slot = this.#nextInBucket.get(slot);
    }
    return 0;
  }

  /** Records the client id of an order; an empty id means that the order has none. */
  add(user: number, slot: number, clientId: string): void {
    assert(clientId.length <= STRIDE, "a client id fits its bytes");
    assert(slot > 0, "a client id belongs to an order");
    this.#length.set(slot, clientId.length);
    if (clientId.length === 0) return;
    if ((slot + 1) * STRIDE > this.#bytes.length) this.#growBytes(slot);
    const first = slot * STRIDE;
    for (let i = 0; i < clientId.length; i++) this.#bytes[first + i] = clientId.charCodeAt(i);
    const hash = hashOf(user, clientId);
    this.#user.set(slot, user);
    this.#hash.set(slot, hash);
    if (this.#count >= this.#bucketCount) this.#splitBucket();
    this.#link(slot, hash);
    this.#count += 1;
  }

  /** Removes the client id of a user's order, if the order has one. */
  remove(user: number, slot: number): void {
    if (this.#length.get(slot) === 0) return;
    assert(this.#user.get(slot) === user, "a client id is removed for the user that added it");
    const bucket = this.#bucketOf(this.#hash.get(slot));
    let linked = this.#buckets.get(bucket);
    if (linked === slot) {
      this.#buckets.set(bucket, this.#nextInBucket.get(slot));
    } else {
      while (this.#nextInBucket.get(linked) !== slot) {
        linked = this.#nextInBucket.get(linked);
        assert(linked !== 0, "a client id is linked in the bucket of its hash");
      }
      this.#nextInBucket.set(linked, this.#nextInBucket.get(slot));
    }
    this.#length.set(slot, 0);
    this.#count -= 1;
    assert(this.#count >= 0, "no more client ids are removed than were added");
  }

  /** Whether an order has a client id. */
  has(slot: number): boolean {
    return this.#length.get(slot) !== 0;
  }

  /** Returns the client id of an order, or "". */
  textOf(slot: number): string {
    const first = slot * STRIDE;
    let text = "";
    const length = this.#length.get(slot);
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.#bytes[first + i] as number);
    return text;
  }

  #matches(slot: number, user: number, clientId: string): boolean {
    if (this.#user.get(slot) !== user || this.#length.get(slot) !== clientId.length) return false;
    const first = slot * STRIDE;
    for (let i = 0; i < clientId.length; i++) {
      if (this.#bytes[first + i] !== clientId.charCodeAt(i)) return false;
    }
    return true;
  }

  /** Bucket of a hash: buckets that the round has not split yet take the hashes of their halves. */
  #bucketOf(hash: number): number {
    const bucket = hash & (this.#roundMask * 2 + 1);
    return bucket < this.#bucketCount ? bucket : hash & this.#roundMask;
  }

  #link(slot: number, hash: number): void {
    const bucket = this.#bucketOf(hash);
    this.#nextInBucket.set(slot, this.#buckets.get(bucket));
    this.#buckets.set(bucket, slot);
  }

  /** Adds a bucket: about one id moves, instead of all ids at once when a table doubles. */
  #splitBucket(): void {
    const bucket = this.#bucketCount & this.#roundMask;
    let slot = this.#buckets.get(bucket);
    this.#buckets.set(bucket, 0);
    this.#buckets.set(this.#bucketCount, 0);
    this.#bucketCount += 1;
    while (slot !== 0) {
      const next = this.#nextInBucket.get(slot);
      this.#link(slot, this.#hash.get(slot));
      slot = next;
    }
    const isRoundOver = bucket === this.#roundMask;
    if (isRoundOver) this.#roundMask = this.#bucketCount - 1;
  }

  #growBytes(slot: number): void {
    this.#memory.grow((slot + 1) * STRIDE);
    this.#bytes = new Uint8Array(this.#memory.buffer, this.#memory.recordsAt);
  }
}
