import { ByteWriter } from "../core/bytes.ts";
import type { CommandBatch } from "../journal/command-log.ts";
import { beginPayload, type Command, type CommandCodec } from "../journal/state-machine.ts";
import { TOLD } from "./deadline.ts";
import type { Deadline } from "./port.ts";

/** A command that was taken and is not applied yet. */
export interface QueuedCommand<C, O> {
  readonly command: C;
  readonly done: (outcome: O) => void;
  readonly deadline: Deadline | undefined;
}

/** Commands on their way to the disk: encoded already, kept to be applied and answered later. */
export class PendingBatch<C extends Command, O> {
  readonly writer = new ByteWriter();
  readonly commands: C[] = [];
  readonly replies: ((outcome: O) => void)[] = [];
  readonly deadlines: (Deadline | undefined)[] = [];
  readonly outcomes: O[] = [];
  #earliestMs = Number.POSITIVE_INFINITY;
  readonly #codec: CommandCodec<C>;
  readonly #commandsAt: number;

  constructor(codec: CommandCodec<C>) {
    this.#codec = codec;
    beginPayload(codec, this.writer);
    this.#commandsAt = this.writer.length;
  }

  /** Of the commands alone. */
  get commandBytes(): number {
    return this.writer.length - this.#commandsAt;
  }

  get count(): number {
    return this.commands.length;
  }

  get firstSeq(): number {
    return this.commands[0]?.seq ?? 0;
  }

  get lastSeq(): number {
    return this.commands[this.commands.length - 1]?.seq ?? 0;
  }

  get timeMs(): number {
    return this.commands[this.commands.length - 1]?.timeMs ?? 0;
  }

  /** The first deadline of its commands; infinite when none has one. */
  get earliestMs(): number {
    return this.#earliestMs;
  }

  /** The command is encoded in `writer` already. */
  add({ command, deadline, done }: QueuedCommand<C, O>): void {
    this.commands.push(command);
    this.replies.push(done);
    this.deadlines.push(deadline);
    if (deadline !== undefined && deadline.atMs < this.#earliestMs)
      this.#earliestMs = deadline.atMs;
  }

  /** Brings later deadlines forward to `atMs`. */
  hasten(atMs: number): void {
    for (const deadline of this.deadlines) {
      if (deadline === undefined || deadline === TOLD) continue;
      deadline.atMs = Math.min(deadline.atMs, atMs);
      this.#earliestMs = Math.min(this.#earliestMs, deadline.atMs);
    }
  }

  /**
   * The commands whose deadline passed, to be told now. They stay in the batch, which is on its
   * way to the disk, with a deadline that has passed and tells nobody.
   */
  takeMissed(nowMs: number): QueuedCommand<C, O>[] {
    const missed: QueuedCommand<C, O>[] = [];
    for (const [index, deadline] of this.deadlines.entries()) {
      if (deadline === undefined || deadline === TOLD || deadline.atMs >= nowMs) continue;
      const command = this.commands[index] as C;
      missed.push({ command, done: this.replies[index] as (outcome: O) => void, deadline });
      this.deadlines[index] = TOLD;
    }
    return missed;
  }

  toCommandBatch(): CommandBatch {
    return {
      firstSeq: this.firstSeq,
      count: this.count,
      timeMs: this.timeMs,
      payload: this.writer.bytes(),
    };
  }

  /** Ready to gather again; the buffers stay. */
  reset(): void {
    this.writer.clear();
    beginPayload(this.#codec, this.writer);
    this.commands.length = 0;
    this.replies.length = 0;
    this.deadlines.length = 0;
    this.outcomes.length = 0;
    this.#earliestMs = Number.POSITIVE_INFINITY;
  }
}
