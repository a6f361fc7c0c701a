import type { QueuedCommand } from "./pending-batch.ts";

/** A command that has no place yet. */
export interface WaitingCommand<C, O> extends QueuedCommand<C, O> {
  /** Its length when it was taken, in bytes. */
  readonly bytes: number;
}

/** Commands of one owner that enter the open batch as they come. */
export const DIRECT_PER_BATCH = 64;
/** Waiting commands that enter a batch, of all owners together. */
export const WAITING_PER_BATCH = 128;
/** Commands of one owner that enter before the next owner has its turn. */
const TURN_COMMANDS = 16;
/** An owner may have so many commands waiting however full the queue is. */
export const WAITING_MIN = 64;
/** The part of the free queue that one owner may fill with waiting commands. */
const WAITING_SHARE = 1 / 8;

/** Commands of one owner, oldest first. */
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

  /** Removes the items whose deadline passed and answers them. */
  removeMissed(nowMs: number): WaitingCommand<C, O>[] {
    const missed: WaitingCommand<C, O>[] = [];
    const left: WaitingCommand<C, O>[] = [];
    for (const item of this.items) {
      if (item.deadline === undefined || item.deadline.atMs >= nowMs) left.push(item);
      else missed.push(item);
    }
    if (missed.length === 0) return missed;
    this.#items = left;
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
 * Shares batches between the owners of commands. A few commands of each owner enter the open batch
 * as they come. What an owner sends beyond that waits, and enters in turn with what others have
 * waiting, a bounded number per batch. So a batch stays small however much one owner sends, and
 * the commands of the others are in the next one. The order of one owner's commands is kept.
 */
export class FairQueue<C, O> {
  /** Commands of each owner in the open batch. */
  readonly #entered = new Map<number, number>();
  /** Owners with waiting commands; the first has the next turn. */
  readonly #backlogs = new Map<number, Backlog<C, O>>();
  #waiting = 0;

  /** Commands that wait, of all owners. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether the next command of the owner has to wait. */
  mustWait(owner: number): boolean {
    if (this.#backlogs.has(owner)) return true;
    return (this.#entered.get(owner) ?? 0) >= DIRECT_PER_BATCH;
  }

  /** Whether the owner has as much waiting as its share of what is free of the queue. */
  isFull(owner: number, free: { readonly commands: number; readonly bytes: number }): boolean {
    const backlog = this.#backlogs.get(owner);
    if (backlog === undefined || backlog.count < WAITING_MIN) return false;
    return (
      backlog.count >= free.commands * WAITING_SHARE || backlog.bytes >= free.bytes * WAITING_SHARE
    );
  }

  /** A command of the owner entered the open batch as it came. */
  entered(owner: number): void {
    this.#entered.set(owner, (this.#entered.get(owner) ?? 0) + 1);
  }

  add(owner: number, item: WaitingCommand<C, O>): void {
    const backlog = this.#backlogs.get(owner) ?? new Backlog<C, O>();
    this.#backlogs.set(owner, backlog);
    backlog.push(item);
    this.#waiting += 1;
  }

  /** Another batch is open: nobody has a command in it. */
  beginBatch(): void {
    this.#entered.clear();
  }

  /** The last waiting command that `isMeant`, of one owner. */
  findLast(isMeant: (command: C) => boolean): C | undefined {
    for (const { items } of this.#backlogs.values()) {
      const found = items.findLast(({ command }) => isMeant(command));
      if (found !== undefined) return found.command;
    }
    return undefined;
  }

  /** Brings later deadlines forward to `atMs`. */
  hasten(atMs: number): void {
    for (const { items } of this.#backlogs.values()) {
      for (const { deadline } of items) {
        if (deadline !== undefined) deadline.atMs = Math.min(deadline.atMs, atMs);
      }
    }
  }

  /** Removes the commands whose deadline passed and answers them. */
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
   * Takes the waiting commands of the next batch, the owners in turn, while `hasRoom`. The owner
   * after the last one has the first turn of the batch that follows.
   */
  fill(enter: (item: WaitingCommand<C, O>) => void, hasRoom: () => boolean): void {
    let left = WAITING_PER_BATCH;
    for (const [owner, backlog] of this.#backlogs) {
      let turn = TURN_COMMANDS;
      while (turn > 0 && left > 0 && hasRoom()) {
        const item = backlog.shift();
        if (item === undefined) break;
        this.#waiting -= 1;
        turn -= 1;
        left -= 1;
        enter(item);
      }
      if (turn === TURN_COMMANDS) return;
      // To the end of the turns, where this loop meets it again.
      this.#backlogs.delete(owner);
      if (backlog.count > 0) this.#backlogs.set(owner, backlog);
    }
  }
}
