/**
 * Current liquidations, highest risk first, and the progress of the sweep that finds them (decision
 * 0032).
 */

import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import type { LongOrShort } from "../base/position-handle.ts";
import { CalmUsers } from "./calm-users.ts";

/** An account or an isolated position under liquidation. */
export type Liquidation = {
  readonly id: number;
  readonly user: number;
  /** The account that is liquidated: its wallet and coin; of a unified user the coin is 0. */
  readonly wallet: number;
  readonly currency: number;
  /** Index + 1 of an isolated position's instrument, and its side; 0 and 0 for an account. */
  readonly instrument: number;
  readonly side: LongOrShort;
  /** At the start of the liquidation: in settle atoms, or 10^-8 US dollars of a unified user. */
  readonly equity: bigint;
  readonly maintenance: bigint;
};

/** First users to be deleveraged on one side of an instrument; computed in bounded steps. */
export type DeleverageRanking = {
  readonly instrument: number;
  /** The side of the positions ranked. */
  readonly side: LongOrShort;
  readonly beganAtMs: number;
  /** Next user whose position is scored, until all are. */
  nextUser: number;
  isComplete: boolean;
  /** Best first; users and their scores as fractions. */
  readonly best: { readonly user: number; readonly top: bigint; readonly bottom: bigint }[];
};

/** Zero that holds doubles from the start (see `createState`). */
const ZERO_AS_DOUBLE = -0;

/** Whether one has higher risk: larger maintenance ÷ equity; equity of 0 or less comes first. */
function isBefore(one: Liquidation, other: Liquidation): boolean {
  const [oneBroke, otherBroke] = [one.equity <= 0n, other.equity <= 0n];
  if (oneBroke !== otherBroke) return oneBroke;
  if (!oneBroke) {
    const gap = one.maintenance * other.equity - other.maintenance * one.equity;
    if (gap !== 0n) return gap > 0n;
  }
  return one.id < other.id;
}

export class Liquidations {
  /** Next user to check in the sweep; 0 between sweeps. */
  cursor = 0;
  sweptAtMs = ZERO_AS_DOUBLE;
  /** The command in which the last sweep began and ended; for the audit, and in no snapshot. */
  sweptSeq = ZERO_AS_DOUBLE;
  /** Whether a price has changed since the last sweep began. */
  isPriceMoved = false;
  /** Time at which the insurance funds next sell their positions. */
  fundsActAtMs = ZERO_AS_DOUBLE;
  /** Index + 1 of the instrument at which the funds continue; 0 between two rounds. */
  fundsCursor = 0;
  ranking: DeleverageRanking | undefined;
  /** Users that the sweep need not visit. Not part of snapshots. */
  readonly calm = new CalmUsers();
  readonly #heap: Liquidation[] = [];
  readonly #byUser = new Map<number, Liquidation[]>();

  get count(): number {
    return this.#heap.length;
  }

  /** The liquidation with the highest risk. */
  first(): Liquidation | undefined {
    return this.#heap[0];
  }

  ofUser(user: number): readonly Liquidation[] {
    return this.#byUser.get(user) ?? [];
  }

  /** All liquidations, oldest first. */
  all(): Liquidation[] {
    return [...this.#heap].sort((one, other) => one.id - other.id);
  }

  add(liquidation: Liquidation): void {
    const heap = this.#heap;
    assert(
      this.ofUser(liquidation.user).every((other) => other.id !== liquidation.id),
      "a liquidation is added once",
    );
    let at = heap.length;
    heap.push(liquidation);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = elementAt(heap, above);
      if (!isBefore(liquidation, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = liquidation;
    const { user } = liquidation;
    this.#byUser.set(user, [...this.ofUser(user), liquidation]);
  }

  /** Removes the first liquidation. */
  removeFirst(): void {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    assert(first !== undefined && last !== undefined, "a liquidation that ends is under way");
    const ofUser = this.ofUser(first.user);
    const left = ofUser.filter((one) => one !== first);
    assert(left.length + 1 === ofUser.length, "a liquidation is listed once under its user");
    if (left.length === 0) this.#byUser.delete(first.user);
    else this.#byUser.set(first.user, left);
    if (last !== first) this.#sink(last);
  }

  #sink(liquidation: Liquidation): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      const left = heap[below];
      if (left === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, left)) below += 1;
      const next = elementAt(heap, below);
      if (!isBefore(next, liquidation)) break;
      heap[at] = next;
      at = below;
    }
    heap[at] = liquidation;
  }
}
