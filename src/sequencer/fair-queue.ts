import type { QueuedCommand } from "./pending-batch.ts";

/** A command that has not been stamped yet. */
export interface WaitingCommand<C, O> extends QueuedCommand<C, O> {
  /** Encoded length in bytes at the time of submission. */
  readonly bytes: number;
}

/** Commands per owner that enter the open batch directly. */
export const DIRECT_PER_BATCH = 128;
/** Waiting commands that enter a batch, over all owners. */
export const WAITING_PER_BATCH = 256;
/** Commands of one owner that enter before it is the next owner's turn. */
const TURN_COMMANDS = 16;
/** Waiting commands that every owner may have, however full the queue is. */
export const WAITING_MIN = 64;
/** Share of the remaining queue capacity that one owner may fill with waiting commands. */
const WAITING_SHARE = 1 / 8;

/** Waiting commands of one owner, oldest first. */
class Backlog<C, O> {
  #items: WaitingCommand<C, O>[] = [];
  #first = 0;
  bytes = 0;

  get count(): number {
    return this.#items.length - this.#first;
  }

  push(item: WaitingCommand<C, O>): void {
    this.#items.push(item);
    this.bytes += item.bytes;
  }

  get items(): readonly WaitingCommand<C, O>[] {
    return this.#first === 0 ? this.#items : this.#items.slice(this.#first);
  }

  /** Removes and returns the items whose deadline has passed. */
  removeMissed(nowMs: number): WaitingCommand<C, O>[] {
    const missed: WaitingCommand<C, O>[] = [];
    const remaining: WaitingCommand<C, O>[] = [];
    for (const item of this.items) {
      if (item.deadline === undefined || item.deadline.atMs >= nowMs) remaining.push(item);
      else missed.push(item);
    }
    if (missed.length === 0) return missed;
    this.#items = remaining;
    this.#first = 0;
    for (const { bytes } of missed) this.bytes -= bytes;
    return missed;
  }

  shift(): WaitingCommand<C, O> | undefined {
    const item = this.#items[this.#first];
    if (item === undefined) return undefined;
    this.#first += 1;
    this.bytes -= item.bytes;
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

/**
 * Shares batches fairly between the owners of commands. A few commands of each owner enter the open
 * batch directly. Further commands wait and enter round-robin with those of other owners, a bounded
 * number per batch. Batches therefore stay small however many commands one owner sends, and
 * commands of other owners enter the next batch. The order of each owner's commands is kept.
 */
export class FairQueue<C, O> {
  /** Number of commands per owner in the open batch. */
  readonly #directCounts = new Map<number, number>();
  /** Owners with waiting commands; the first owner has the next turn. */
  readonly #backlogs = new Map<number, Backlog<C, O>>();
  #waiting = 0;

  /** Number of waiting commands of all owners. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns whether the next command of the owner has to wait. */
  mustWait(owner: number): boolean {
    if (this.#backlogs.has(owner)) return true;
    return (this.#directCounts.get(owner) ?? 0) >= DIRECT_PER_BATCH;
  }

  /** Returns whether the owner's waiting commands exceed its share of the remaining capacity. */
  isFull(owner: number, free: { readonly commands: number; readonly bytes: number }): boolean {
    const backlog = this.#backlogs.get(owner);
    if (backlog === undefined || backlog.count < WAITING_MIN) return false;
    return (
      backlog.count >= free.commands * WAITING_SHARE || backlog.bytes >= free.bytes * WAITING_SHARE
    );
  }

  /** Records that a command of the owner entered the open batch directly. */
  recordDirect(owner: number): void {
    this.#directCounts.set(owner, (this.#directCounts.get(owner) ?? 0) + 1);
  }

  add(owner: number, item: WaitingCommand<C, O>): void {
    const backlog = this.#backlogs.get(owner) ?? new Backlog<C, O>();
    this.#backlogs.set(owner, backlog);
    backlog.push(item);
    this.#waiting += 1;
  }

  /** Starts a new open batch, which contains no commands yet. */
  beginBatch(): void {
    this.#directCounts.clear();
  }

  /**
   * Returns the last waiting command that matches. The predicate must match commands of one owner
   * only.
   */
  findLast(matches: (command: C) => boolean): C | undefined {
    for (const { items } of this.#backlogs.values()) {
      const found = items.findLast(({ command }) => matches(command));
      if (found !== undefined) return found.command;
    }
    return undefined;
  }

  /** Shortens later deadlines to `atMs`. */
  shortenDeadlines(atMs: number): void {
    for (const { items } of this.#backlogs.values()) {
      for (const { deadline } of items) {
        if (deadline !== undefined) deadline.atMs = Math.min(deadline.atMs, atMs);
      }
    }
  }

  /** Removes and returns the commands whose deadline has passed. */
  removeMissed(nowMs: number): WaitingCommand<C, O>[] {
    const missed: WaitingCommand<C, O>[] = [];
    for (const [owner, backlog] of this.#backlogs) {
      missed.push(...backlog.removeMissed(nowMs));
      if (backlog.count === 0) this.#backlogs.delete(owner);
    }
    this.#waiting -= missed.length;
    return missed;
  }

  /**
   * Moves waiting commands into the next batch, round-robin over the owners, while `hasRoom`. The
   * owner after the last one has the first turn of the following batch.
   */
  fill(enter: (item: WaitingCommand<C, O>) => void, hasRoom: () => boolean): void {
    let remaining = WAITING_PER_BATCH;
    for (const [owner, backlog] of this.#backlogs) {
      let turnCommands = TURN_COMMANDS;
      while (turnCommands > 0 && remaining > 0 && hasRoom()) {
        const item = backlog.shift();
        if (item === undefined) break;
        this.#waiting -= 1;
        turnCommands -= 1;
        remaining -= 1;
        enter(item);
      }
      if (turnCommands === TURN_COMMANDS) return;
      // Moves the owner to the end of the map, where this loop reaches it again.
      this.#backlogs.delete(owner);
      if (backlog.count > 0) this.#backlogs.set(owner, backlog);
    }
  }
}
