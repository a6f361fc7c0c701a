import type { PushGroup } from "../../channels/public/push-group.ts";
import type { Outbox } from "./outbox.ts";

/**
 * Outboxes with public data only that are written in one turn: about 5 ms. Thousands of subscribers
 * of a channel therefore delay no request.
 */
export const PUBLIC_PER_TURN = 512;

/** Most groups of connections; beyond them the groups become larger. */
export const GROUPS_MAX = 16;

/** Connections whose public pushes arise and are written together. */
export class ConnectionGroup implements PushGroup {
  readonly index: number;
  readonly #turn: TurnFlush;
  readonly #waiting = new Set<() => void>();
  readonly #onTurn = new Set<() => void>();
  /** Connections in it. */
  size = 0;

  constructor(turn: TurnFlush, index: number) {
    this.#turn = turn;
    this.index = index;
  }

  whenFree(push: () => void): (() => void) | undefined {
    if (this.#turn.isFreeFor(this)) {
      this.#turn.push(this, push);
      return undefined;
    }
    this.#waiting.add(push);
    this.#turn.wait(this);
    return () => this.#waiting.delete(push);
  }

  onTurn(callback: () => void): () => void {
    this.#onTurn.add(callback);
    return () => this.#onTurn.delete(callback);
  }

  /** Makes room for another connection. */
  leave(): void {
    this.size -= 1;
  }

  /** Calls everything that waited for the turn of this group, and what comes with it. */
  pushAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const push of waiting) push();
    if (waiting.length === 0) return;
    for (const callback of this.#onTurn) callback();
  }
}

/**
 * Outboxes with unsent frames, written at the end of the turn of the event loop: those with answers
 * or private data all at once, then a bounded number of the others in the order of their frames.
 * One group of connections at a time has pushes of the paced channels to write; the others wait in
 * the order in which theirs became due.
 */
export class TurnFlush {
  readonly #groupSize: number;
  readonly #groups: ConnectionGroup[] = [];
  readonly #urgent = new Set<Outbox>();
  readonly #public = new Set<Outbox>();
  readonly #waiting = new Set<ConnectionGroup>();
  /** The group that pushes in this turn, or whose pushes of earlier turns are being written. */
  #pushing: ConnectionGroup | undefined;
  #isPlanned = false;
  /** Whether pushes of earlier turns have not been written. */
  #isWriting = false;
  /** Frames written to all sockets. */
  framesSent = 0;

  constructor(groupSize: number) {
    this.#groupSize = groupSize;
  }

  /** Adds a connection to the first group that has room, or to the smallest. */
  joinGroup(): ConnectionGroup {
    let joined = this.#groups.find(({ size }) => size < this.#groupSize);
    if (joined === undefined && this.#groups.length < GROUPS_MAX) {
      joined = new ConnectionGroup(this, this.#groups.length);
      this.#groups.push(joined);
    }
    joined ??= this.#groups.reduce((one, other) => (other.size < one.size ? other : one));
    joined.size += 1;
    return joined;
  }

  /** Whether a group may push now. */
  isFreeFor(group: ConnectionGroup): boolean {
    return !this.#isWriting && (this.#pushing ?? group) === group;
  }

  /** Lets a group push; the others wait until it is written. */
  push(group: ConnectionGroup, push: () => void): void {
    this.#pushing = group;
    push();
    this.#planTurn();
  }

  /** Lets a group push after those that wait already. */
  wait(group: ConnectionGroup): void {
    this.#waiting.add(group);
  }

  /** Plans to write an outbox; `isUrgent` if it has an answer or private data. */
  plan(outbox: Outbox, isUrgent: boolean): void {
    if (isUrgent) this.#urgent.add(outbox);
    else this.#public.add(outbox);
    this.#planTurn();
  }

  #planTurn(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isPlanned = false;
    for (const outbox of this.#urgent) {
      this.#public.delete(outbox);
      outbox.flush();
    }
    this.#urgent.clear();
    let left = PUBLIC_PER_TURN;
    for (const outbox of this.#public) {
      if (left === 0) break;
      left -= 1;
      this.#public.delete(outbox);
      outbox.flush();
    }
    this.#isWriting = this.#public.size > 0;
    if (this.#isWriting) this.#planTurn();
    else this.#pushNext();
  }

  /** Lets the group that has waited the longest push; its pushes are written in the next turn. */
  #pushNext(): void {
    this.#pushing = undefined;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.push(next, () => next.pushAll());
  }
}
