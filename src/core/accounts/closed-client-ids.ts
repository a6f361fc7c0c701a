/**
 * Client ids of closed orders and plans, which stay taken for a while: a request that is repeated
 * late, because its answer was lost, must not be executed a second time. Ids are kept as digests of
 * 53 bits; two ids of one user with the same digest would be taken for one.
 */
import { CLIENT_ID_KEPT_MS, CLOSED_CLIENT_IDS_MAX } from "../base/limits.ts";
import type { User } from "./user.ts";

/** Orders and plans have ids of their own. */
export type ClientIdSpace = "order" | "plan";

const SEEDS: Record<ClientIdSpace, number> = { order: 0x0b0d5e11, plan: 0x51a2c3d4 };
const HIGH_BITS = 21;

/** A whole number below 2^53 that stands for the id. */
function digestOf(space: ClientIdSpace, clientId: string): number {
  let one = SEEDS[space] ^ 0xdeadbeef;
  let two = SEEDS[space] ^ 0x41c6ce57;
  for (let at = 0; at < clientId.length; at++) {
    const code = clientId.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  const high = two >>> (32 - HIGH_BITS);
  return Number((BigInt(high) << 32n) | BigInt(one >>> 0));
}

export class ClosedClientIds {
  /** When the order or plan closed, in ms, by digest; the oldest first. */
  readonly #closedAtMs = new Map<number, number>();

  get size(): number {
    return this.#closedAtMs.size;
  }

  isTaken(space: ClientIdSpace, clientId: string, nowMs: number): boolean {
    const closedAtMs = this.#closedAtMs.get(digestOf(space, clientId));
    return closedAtMs !== undefined && nowMs - closedAtMs < CLIENT_ID_KEPT_MS;
  }

  /** An order or plan with this id closed. */
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

  /** The id is free again: its order was replaced by one that bears it, too. */
  forget(space: ClientIdSpace, clientId: string): void {
    this.#closedAtMs.delete(digestOf(space, clientId));
  }

  /** Digests with the times of closing, the oldest first, as they are encoded. */
  entries(): Iterable<[digest: number, closedAtMs: number]> {
    return this.#closedAtMs;
  }

  restore(digest: number, closedAtMs: number): void {
    this.#closedAtMs.set(digest, closedAtMs);
  }
}

/** Whether the id still stands for an order or plan of the user that has closed. */
export function isClientIdKept(
  user: User,
  space: ClientIdSpace,
  clientId: string,
  nowMs: number,
): boolean {
  return clientId !== "" && user.closedClientIds?.isTaken(space, clientId, nowMs) === true;
}

/** An order or plan closed. Ids of unified users are free at once (specification, Place Order). */
export function keepClientId(
  user: User,
  space: ClientIdSpace,
  clientId: string,
  nowMs: number,
): void {
  if (clientId === "" || user.isUnified) return;
  user.closedClientIds ??= new ClosedClientIds();
  user.closedClientIds.remember(space, clientId, nowMs);
}
