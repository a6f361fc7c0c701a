/**
 * Commands that were taken and are not applied yet: those that wait for a turn of their owner, the
 * batch that gathers, and the batches that are complete. Each command gets its seq and time when
 * it enters a batch. Commands that miss their deadline leave, and those behind them get new seqs,
 * as long as nothing of them is on its way to the disk.
 */
import { ByteWriter } from "../core/bytes.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { Command, CommandCodec } from "../journal/state-machine.ts";
import { FairQueue, type WaitingCommand } from "./fair-queue.ts";
import { PendingBatch, type QueuedCommand } from "./pending-batch.ts";
import { SubmissionFault } from "./port.ts";

/** Batches kept to gather in again. */
const BATCHES_IDLE_MAX = 4;
/** Bytes of one command. */
export const COMMAND_BYTES_MAX = 512 * 1024;
/** The part of the bytes that only urgent commands may use. */
const BYTES_URGENT_SHARE = 1 / 8;

export type QueueLimits = {
  readonly commandsMax: number;
  /** The part of the commands that only urgent ones may use. */
  readonly commandsUrgent: number;
  readonly bytesMax: number;
  readonly batchCommandsMax: number;
  readonly batchBytesMax: number;
};

export type QueueOptions<C extends Command> = {
  readonly codec: CommandCodec<C>;
  readonly limits: QueueLimits;
  readonly nowMs: () => number;
  /** The last command before the first that will be taken. */
  readonly start: { readonly seq: number; readonly timeMs: number };
};

export class CommandQueue<C extends Command, O> {
  readonly #options: QueueOptions<C>;
  readonly #limits: QueueLimits;
  /** Batches that are complete and wait for the disk, oldest first. */
  #sealed: PendingBatch<C, O>[] = [];
  readonly #idle: PendingBatch<C, O>[] = [];
  readonly #fair = new FairQueue<C, O>();
  /** Where a command is encoded that has to wait, to know that it can be. */
  readonly #trial = new ByteWriter();
  #gathering: PendingBatch<C, O>;
  #commands = 0;
  #bytes = 0;
  #stampedSeq: number;
  #stampedMs: number;

  constructor(options: QueueOptions<C>) {
    this.#options = options;
    this.#limits = options.limits;
    this.#gathering = new PendingBatch(options.codec);
    this.#stampedSeq = options.start.seq;
    this.#stampedMs = options.start.timeMs;
  }

  /** Commands taken and not yet applied, those on their way to the disk among them. */
  get commands(): number {
    return this.#commands;
  }

  /** The clock, but never before the last stamp. */
  nowMs(): number {
    return Math.max(this.#stampedMs, this.#options.nowMs());
  }

  isFull(isUrgent: boolean): boolean {
    const { bytesMax, commandsMax, commandsUrgent } = this.#limits;
    if (this.#commands >= commandsMax - (isUrgent ? 0 : commandsUrgent)) return true;
    return this.#bytes >= bytesMax * (isUrgent ? 1 : 1 - BYTES_URGENT_SHARE);
  }

  /**
   * Takes a command, or answers false because its owner has too many waiting. Throws
   * `SubmissionFault` `unencodable`.
   */
  take(queued: QueuedCommand<C, O>, owner: number | undefined, isUrgent: boolean): boolean {
    if (owner !== undefined && (this.#fair.mustWait(owner) || !this.#hasRoom())) {
      if (!isUrgent && this.#fair.isFull(owner, this.#free())) return false;
      this.#wait(owner, queued);
    } else {
      if (!this.#hasRoom()) this.#seal();
      this.#enter(queued);
      if (owner !== undefined) this.#fair.entered(owner);
    }
    this.#commands += 1;
    return true;
  }

  /** The next batch for the disk; undefined when nothing waits. */
  next(): PendingBatch<C, O> | undefined {
    const batch = this.#sealed.shift();
    if (batch !== undefined) return batch;
    if (this.#fair.waiting > 0) this.#fair.fill(this.#enterWaiting, this.#hasRoomNow);
    if (this.#gathering.count === 0) return undefined;
    const gathered = this.#gathering;
    this.#gatherAnew();
    return gathered;
  }

  /** The batch was applied: what it held is no longer counted. */
  applied(batch: PendingBatch<C, O>): void {
    this.#commands -= batch.count;
    this.#bytes -= batch.commandBytes;
  }

  /** Takes a batch back to gather in again. */
  recycle(batch: PendingBatch<C, O>): void {
    batch.reset();
    if (this.#idle.length < BATCHES_IDLE_MAX) this.#idle.push(batch);
  }

  /** Forgets everything; nothing of it was told. */
  clear(): void {
    this.#commands = 0;
  }

  /**
   * Removes the commands whose deadline passed and answers them. `from` is a batch that came back
   * from the disk, whose commands stand before all others and get new places with them.
   */
  removeMissed(nowMs: number, from?: PendingBatch<C, O>): QueuedCommand<C, O>[] {
    const missed: QueuedCommand<C, O>[] = [];
    for (const item of this.#fair.removeMissed(nowMs)) {
      this.#bytes -= item.bytes;
      this.#commands -= 1;
      missed.push(item);
    }
    const isLate = this.#sealed.some((batch) => batch.earliestMs < nowMs);
    if (from === undefined && !isLate && this.#gathering.earliestMs >= nowMs) return missed;
    this.#placeAnew(nowMs, from, missed);
    return missed;
  }

  /** The last command that `isMeant`, of those on their way to no disk yet; of one owner. */
  findLast(isMeant: (command: C) => boolean): C | undefined {
    const waiting = this.#fair.findLast(isMeant) ?? this.#gathering.commands.findLast(isMeant);
    if (waiting !== undefined) return waiting;
    for (let index = this.#sealed.length - 1; index >= 0; index--) {
      const found = this.#sealed[index]?.commands.findLast(isMeant);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Brings the deadlines of all that waits forward to `atMs`. */
  hasten(atMs: number): void {
    this.#gathering.hasten(atMs);
    for (const batch of this.#sealed) batch.hasten(atMs);
    this.#fair.hasten(atMs);
  }

  #placeAnew(
    nowMs: number,
    from: PendingBatch<C, O> | undefined,
    missed: QueuedCommand<C, O>[],
  ): void {
    const before = from === undefined ? [] : [from];
    const batches = [...before, ...this.#sealed, this.#gathering];
    this.#stampedSeq = (batches.find(({ count }) => count > 0)?.firstSeq ?? 1) - 1;
    this.#sealed = [];
    this.#gatherAnew();
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
        this.#enter(queued);
      }
      this.recycle(batch);
    }
  }

  #hasRoom(): boolean {
    const { commandBytes, count } = this.#gathering;
    const { batchBytesMax, batchCommandsMax } = this.#limits;
    return count < batchCommandsMax && commandBytes < batchBytesMax;
  }

  /** What is free for commands that are not urgent. */
  #free(): { readonly commands: number; readonly bytes: number } {
    const { bytesMax, commandsMax, commandsUrgent } = this.#limits;
    return {
      commands: commandsMax - commandsUrgent - this.#commands,
      bytes: bytesMax * (1 - BYTES_URGENT_SHARE) - this.#bytes,
    };
  }

  #seal(): void {
    this.#sealed.push(this.#gathering);
    this.#gatherAnew();
  }

  #gatherAnew(): void {
    this.#gathering = this.#idle.pop() ?? new PendingBatch(this.#options.codec);
    this.#fair.beginBatch();
  }

  /** Gives the command its place and time in the open batch. */
  #enter(queued: QueuedCommand<C, O>): void {
    const batch = this.#gathering;
    const from = batch.writer.length;
    const timeMs = this.nowMs();
    this.#stampAndEncode(queued.command, timeMs, batch.writer);
    this.#stampedSeq += 1;
    this.#stampedMs = timeMs;
    batch.add(queued);
    this.#bytes += batch.writer.length - from;
  }

  /** Takes the command; it gets its place and time when its owner has a turn. */
  #wait(owner: number, { command, deadline, done }: QueuedCommand<C, O>): void {
    this.#trial.clear();
    this.#stampAndEncode(command, this.nowMs(), this.#trial);
    const bytes = this.#trial.length;
    this.#fair.add(owner, { command, done, deadline, bytes });
    this.#bytes += bytes;
  }

  readonly #enterWaiting = (item: WaitingCommand<C, O>): void => {
    this.#bytes -= item.bytes;
    this.#enter(item);
  };

  readonly #hasRoomNow = (): boolean => this.#hasRoom();

  #stampAndEncode(command: C, timeMs: number, writer: ByteWriter): void {
    const from = writer.length;
    const stamped: Command = command;
    stamped.seq = this.#stampedSeq + 1;
    stamped.timeMs = timeMs;
    let reason: unknown;
    try {
      this.#options.codec.encode(command, writer);
      if (writer.length - from <= COMMAND_BYTES_MAX) return;
      reason = `${writer.length - from} bytes, at most ${COMMAND_BYTES_MAX} are taken`;
    } catch (thrown) {
      reason = thrown;
    }
    writer.rewind(from);
    const message = `a ${command.kind} command cannot be encoded: ${messageOf(reason)}`;
    throw new SubmissionFault("unencodable", message, { cause: reason });
  }
}
