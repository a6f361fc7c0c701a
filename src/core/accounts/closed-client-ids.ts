/**
 * Client ids of closed orders and plans. They stay taken for `CLIENT_ID_KEPT_MS`, so that a client
 * that repeats a request after losing the response does not execute it twice. Ids are kept as
 * digests of 53 bits; two ids of one user with the same digest count as one id.
 */
import { assert } from "../base/assert.ts";
import { CLIENT_ID_KEPT_MS, CLOSED_CLIENT_IDS_MAX } from "../base/limits.ts";

/** Orders and plans have separate client ids. */
export type ClientIdSpace = "order" | "plan";

const SEEDS: Record<ClientIdSpace, number> = { order: 0x0b0d5e11, plan: 0x51a2c3d4 };
const HIGH_BITS = 21;
const HIGH_SCALE = 2 ** 32;

/** Returns the digest of an id, a whole number below 2^53. */
function digestOf(space: ClientIdSpace, clientId: string): number {
  let low = SEEDS[space] ^ 0xdeadbeef;
  let high = SEEDS[space] ^ 0x41c6ce57;
  for (let i = 0; i < clientId.length; i++) {
    const code = clientId.charCodeAt(i);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (high >>> (32 - HIGH_BITS)) * HIGH_SCALE + (low >>> 0);
}

export class ClosedClientIds {
  /** Time at which the order or plan closed, in ms, by digest; the oldest first. */
  readonly #closedAtMs = new Map<number, number>();

  get size(): number {
    return this.#closedAtMs.size;
  }

  /** Whether an order or plan with this id closed less than `CLIENT_ID_KEPT_MS` ago. */
  isTaken(space: ClientIdSpace, clientId: string, nowMs: number): boolean {
    const closedAtMs = this.#closedAtMs.get(digestOf(space, clientId));
    return closedAtMs !== undefined && nowMs - closedAtMs < CLIENT_ID_KEPT_MS;
  }

  /** Records that an order or plan with this id closed, and drops the ids that have expired. */
  remember(space: ClientIdSpace, clientId: string, nowMs: number): void {
    const digest = digestOf(space, clientId);
    this.#closedAtMs.delete(digest);
    this.restore(digest, nowMs);
    for (const [oldest, closedAtMs] of this.#closedAtMs) {
      const isOver = nowMs - closedAtMs >= CLIENT_ID_KEPT_MS;
      if (!isOver && this.#closedAtMs.size <= CLOSED_CLIENT_IDS_MAX) return;
      this.#closedAtMs.delete(oldest);
    }
  }

  /** Frees the id of an order that was replaced by an order with the same id. */
  forget(space: ClientIdSpace, clientId: string): void {
    this.#closedAtMs.delete(digestOf(space, clientId));
  }

  /** Returns the digests with the times of closing, the oldest first, as they are encoded. */
  entries(): Iterable<[digest: number, closedAtMs: number]> {
    return this.#closedAtMs;
  }

  /** Adds a digest as the latest. */
  restore(digest: number, closedAtMs: number): void {
    this.#closedAtMs.set(digest, closedAtMs);
    assert(this.#closedAtMs.size <= CLOSED_CLIENT_IDS_MAX + 1, "kept client ids are bounded");
  }
}

/** The part of a user that keeps client ids. */
type ClientIdOwner = {
  readonly isUnified: boolean;
  closedClientIds: ClosedClientIds | undefined;
};

/** Whether the id is still taken by a closed order or plan of the user. */
export function isClientIdKept(
  user: ClientIdOwner,
  space: ClientIdSpace,
  clientId: string,
  nowMs: number,
): boolean {
  return clientId !== "" && user.closedClientIds?.isTaken(space, clientId, nowMs) === true;
}

/**
 * Keeps the id of a closed order or plan. Ids of unified users are free at once (specification,
 * Place Order).
 */
export function keepClientId(
  user: ClientIdOwner,
  space: ClientIdSpace,
  clientId: string,
  nowMs: number,
): void {
  if (clientId === "" || user.isUnified) return;
  user.closedClientIds ??= new ClosedClientIds();
  user.closedClientIds.remember(space, clientId, nowMs);
}
