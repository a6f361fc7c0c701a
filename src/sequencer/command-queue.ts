/**
 * Commands that were accepted and not yet applied: commands that wait for a turn of their owner,
 * the open batch, and the complete batches. A command gets its seq and time when it enters a batch.
 * When commands miss their deadline they are removed, and the commands behind them get new seqs, as
 * long as none of them is being written to disk.
 */
import { ByteWriter } from "../core/base/bytes.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { Command, CommandCodec } from "../journal/state-machine.ts";
import { FairQueue, type WaitingCommand } from "./fair-queue.ts";
import { PendingBatch, type QueuedCommand } from "./pending-batch.ts";
import { SubmissionFault } from "./port.ts";

/** Batches kept for reuse. */
const BATCHES_IDLE_MAX = 4;
/** Maximum bytes of one command. */
export const COMMAND_BYTES_MAX = 512 * 1024;
/** Share of the bytes reserved for urgent commands. */
const BYTES_URGENT_SHARE = 1 / 8;

export type QueueLimits = {
  readonly commandsMax: number;
  /** Number of commands reserved for urgent ones. */
  readonly commandsUrgent: number;
  readonly bytesMax: number;
  readonly batchCommandsMax: number;
  readonly batchBytesMax: number;
};

export type QueueOptions<C extends Command> = {
  readonly codec: CommandCodec<C>;
  readonly limits: QueueLimits;
  readonly nowMs: () => number;
  /** The last command before the first one of this queue. */
  readonly start: { readonly seq: number; readonly timeMs: number };
};

export class CommandQueue<C extends Command, O> {
  readonly #options: QueueOptions<C>;
  readonly #limits: QueueLimits;
  /** Complete batches that wait for the disk, oldest first. */
  #sealed: PendingBatch<C, O>[] = [];
  readonly #idle: PendingBatch<C, O>[] = [];
  readonly #fair = new FairQueue<C, O>();
  /**
   * Buffer for a trial encoding of commands that must wait, to refuse those that cannot be encoded.
   */
  readonly #trialWriter = new ByteWriter();
  #openBatch: PendingBatch<C, O>;
  #commands = 0;
  #bytes = 0;
  #stampedSeq: number;
  #stampedMs: number;

  constructor(options: QueueOptions<C>) {
    this.#options = options;
    this.#limits = options.limits;
    this.#openBatch = new PendingBatch(options.codec);
    this.#stampedSeq = options.start.seq;
    this.#stampedMs = options.start.timeMs;
  }

  /** Commands accepted and not yet applied, including those being written to disk. */
  get commands(): number {
    return this.#commands;
  }

  /** Returns the clock, but never less than the last stamp. */
  nowMs(): number {
    return Math.max(this.#stampedMs, this.#options.nowMs());
  }

  isFull(isUrgent: boolean): boolean {
    const { bytesMax, commandsMax, commandsUrgent } = this.#limits;
    if (this.#commands >= commandsMax - (isUrgent ? 0 : commandsUrgent)) return true;
    return this.#bytes >= bytesMax * (isUrgent ? 1 : 1 - BYTES_URGENT_SHARE);
  }

  /**
   * Accepts a command; returns false when too many commands of its owner are waiting. Throws
   * `SubmissionFault` `unencodable`.
   */
  accept(queued: QueuedCommand<C, O>, owner: number | undefined, isUrgent: boolean): boolean {
    if (owner !== undefined && (this.#fair.mustWait(owner) || !this.#hasRoom())) {
      if (!isUrgent && this.#fair.isFull(owner, this.#remainingCapacity())) return false;
      this.#enqueueWaiting(owner, queued);
    } else {
      if (!this.#hasRoom()) this.#seal();
      this.#addToBatch(queued);
      if (owner !== undefined) this.#fair.recordDirect(owner);
    }
    this.#commands += 1;
    return true;
  }

  /** Returns the next batch for the disk; undefined when no command waits. */
  next(): PendingBatch<C, O> | undefined {
    const batch = this.#sealed.shift();
    if (batch !== undefined) return batch;
    if (this.#fair.waiting > 0) this.#fair.fill(this.#addWaiting, this.#hasRoomNow);
    if (this.#openBatch.count === 0) return undefined;
    const complete = this.#openBatch;
    this.#openNextBatch();
    return complete;
  }

  /** Releases the capacity of an applied batch. */
  releaseApplied(batch: PendingBatch<C, O>): void {
    this.#commands -= batch.count;
    this.#bytes -= batch.commandBytes;
  }

  /** Resets a batch and keeps it for reuse. */
  recycle(batch: PendingBatch<C, O>): void {
    batch.reset();
    if (this.#idle.length < BATCHES_IDLE_MAX) this.#idle.push(batch);
  }

  /** Discards all commands; none of them has been acknowledged. */
  clear(): void {
    this.#commands = 0;
  }

  /**
   * Removes and returns the commands whose deadline has passed. `retracted` is a batch that was
   * retracted from the journal: its commands precede all others and are renumbered with them.
   */
  removeMissed(nowMs: number, retracted?: PendingBatch<C, O>): QueuedCommand<C, O>[] {
    const missed: QueuedCommand<C, O>[] = [];
    for (const item of this.#fair.removeMissed(nowMs)) {
      this.#bytes -= item.bytes;
      this.#commands -= 1;
      missed.push(item);
    }
    const isLate = this.#sealed.some((batch) => batch.earliestDeadlineMs < nowMs);
    if (retracted === undefined && !isLate && this.#openBatch.earliestDeadlineMs >= nowMs) {
      return missed;
    }
    this.#renumber(nowMs, retracted, missed);
    return missed;
  }

  /**
   * Returns the last command that matches and is not yet being written to disk. The predicate must
   * match commands of one owner only.
   */
  findLast(matches: (command: C) => boolean): C | undefined {
    const waiting = this.#fair.findLast(matches) ?? this.#openBatch.commands.findLast(matches);
    if (waiting !== undefined) return waiting;
    for (let index = this.#sealed.length - 1; index >= 0; index--) {
      const found = this.#sealed[index]?.commands.findLast(matches);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Shortens the deadlines of all waiting commands to `atMs` at the latest. */
  shortenDeadlines(atMs: number): void {
    this.#openBatch.shortenDeadlines(atMs);
    for (const batch of this.#sealed) batch.shortenDeadlines(atMs);
    this.#fair.shortenDeadlines(atMs);
  }

  #renumber(
    nowMs: number,
    retracted: PendingBatch<C, O> | undefined,
    missed: QueuedCommand<C, O>[],
  ): void {
    const preceding = retracted === undefined ? [] : [retracted];
    const batches = [...preceding, ...this.#sealed, this.#openBatch];
    this.#stampedSeq = (batches.find(({ count }) => count > 0)?.firstSeq ?? 1) - 1;
    this.#sealed = [];
    this.#openNextBatch();
    for (const batch of batches) {
      this.#bytes -= batch.commandBytes;
      for (const [index, command] of batch.commands.entries()) {
        const deadline = batch.deadlines[index];
        const queued = { command, done: batch.replies[index] as (outcome: O) => void, deadline };
        if (deadline !== undefined && deadline.atMs < nowMs) {
          this.#commands -= 1;
          missed.push(queued);
          continue;
        }
        if (!this.#hasRoom()) this.#seal();
        this.#addToBatch(queued);
      }
      this.recycle(batch);
    }
  }

  #hasRoom(): boolean {
    const { commandBytes, count } = this.#openBatch;
    const { batchBytesMax, batchCommandsMax } = this.#limits;
    return count < batchCommandsMax && commandBytes < batchBytesMax;
  }

  /** Remaining capacity for commands that are not urgent. */
  #remainingCapacity(): { readonly commands: number; readonly bytes: number } {
    const { bytesMax, commandsMax, commandsUrgent } = this.#limits;
    return {
      commands: commandsMax - commandsUrgent - this.#commands,
      bytes: bytesMax * (1 - BYTES_URGENT_SHARE) - this.#bytes,
    };
  }

  #seal(): void {
    this.#sealed.push(this.#openBatch);
    this.#openNextBatch();
  }

  #openNextBatch(): void {
    this.#openBatch = this.#idle.pop() ?? new PendingBatch(this.#options.codec);
    this.#fair.beginBatch();
  }

  /** Stamps the command and adds it to the open batch. */
  #addToBatch(queued: QueuedCommand<C, O>): void {
    const batch = this.#openBatch;
    const startOffset = batch.writer.length;
    const timeMs = this.nowMs();
    this.#stampAndEncode(queued.command, timeMs, batch.writer);
    this.#stampedSeq += 1;
    this.#stampedMs = timeMs;
    batch.add(queued);
    this.#bytes += batch.writer.length - startOffset;
  }

  /** Queues the command; it is stamped when its owner has a turn. */
  #enqueueWaiting(owner: number, { command, deadline, done }: QueuedCommand<C, O>): void {
    this.#trialWriter.clear();
    this.#stampAndEncode(command, this.nowMs(), this.#trialWriter);
    const bytes = this.#trialWriter.length;
    this.#fair.add(owner, { command, done, deadline, bytes });
    this.#bytes += bytes;
  }

  readonly #addWaiting = (item: WaitingCommand<C, O>): void => {
    this.#bytes -= item.bytes;
    this.#addToBatch(item);
  };

  readonly #hasRoomNow = (): boolean => this.#hasRoom();

  #stampAndEncode(command: C, timeMs: number, writer: ByteWriter): void {
    const startOffset = writer.length;
    const stamped: Command = command;
    stamped.seq = this.#stampedSeq + 1;
    stamped.timeMs = timeMs;
    let reason: unknown;
    try {
      this.#options.codec.encode(command, writer);
      if (writer.length - startOffset <= COMMAND_BYTES_MAX) return;
      reason = `${writer.length - startOffset} bytes, at most ${COMMAND_BYTES_MAX} are taken`;
    } catch (thrown) {
      reason = thrown;
    }
    writer.rewind(startOffset);
    const message = `a ${command.kind} command cannot be encoded: ${messageOf(reason)}`;
    throw new SubmissionFault("unencodable", message, { cause: reason });
  }
}
