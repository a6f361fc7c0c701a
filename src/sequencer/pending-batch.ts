import { ByteWriter } from "../core/base/bytes.ts";
import type { CommandBatch } from "../journal/command-log.ts";
import { beginPayload, type Command, type CommandCodec } from "../journal/state-machine.ts";
import { REPORTED_DEADLINE } from "./deadline.ts";
import type { Deadline } from "./port.ts";

/** A command that was accepted and not yet applied. */
export interface QueuedCommand<C, O> {
  readonly command: C;
  readonly done: (outcome: O) => void;
  readonly deadline: Deadline | undefined;
}

/** A batch on its way to the disk: already encoded, and kept to be applied and answered. */
export class PendingBatch<C extends Command, O> {
  readonly writer = new ByteWriter();
  readonly commands: C[] = [];
  readonly replies: ((outcome: O) => void)[] = [];
  readonly deadlines: (Deadline | undefined)[] = [];
  readonly outcomes: O[] = [];
  #earliestDeadlineMs = Number.POSITIVE_INFINITY;
  readonly #codec: CommandCodec<C>;
  readonly #commandsOffset: number;

  constructor(codec: CommandCodec<C>) {
    this.#codec = codec;
    beginPayload(codec, this.writer);
    this.#commandsOffset = this.writer.length;
  }

  /** Bytes of the commands, without the format version. */
  get commandBytes(): number {
    return this.writer.length - this.#commandsOffset;
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

  /** Earliest deadline of its commands; infinite when none has a deadline. */
  get earliestDeadlineMs(): number {
    return this.#earliestDeadlineMs;
  }

  /** Adds a command that is already encoded in `writer`. */
  add({ command, deadline, done }: QueuedCommand<C, O>): void {
    this.commands.push(command);
    this.replies.push(done);
    this.deadlines.push(deadline);
    if (deadline !== undefined && deadline.atMs < this.#earliestDeadlineMs) {
      this.#earliestDeadlineMs = deadline.atMs;
    }
  }

  /** Shortens later deadlines to `atMs`. */
  shortenDeadlines(atMs: number): void {
    for (const deadline of this.deadlines) {
      if (deadline === undefined || deadline === REPORTED_DEADLINE) continue;
      deadline.atMs = Math.min(deadline.atMs, atMs);
      this.#earliestDeadlineMs = Math.min(this.#earliestDeadlineMs, deadline.atMs);
    }
  }

  /**
   * Returns the commands whose deadline has passed, so that their submitters are notified now. The
   * commands stay in the batch, which is being written to disk; their deadline is replaced by
   * `REPORTED_DEADLINE`.
   */
  takeMissed(nowMs: number): QueuedCommand<C, O>[] {
    const missed: QueuedCommand<C, O>[] = [];
    for (const [index, deadline] of this.deadlines.entries()) {
      if (deadline === undefined || deadline === REPORTED_DEADLINE) continue;
      if (deadline.atMs >= nowMs) continue;
      const command = this.commands[index] as C;
      missed.push({ command, done: this.replies[index] as (outcome: O) => void, deadline });
      this.deadlines[index] = REPORTED_DEADLINE;
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

  /** Empties the batch for reuse; the buffers are kept. */
  reset(): void {
    this.writer.clear();
    beginPayload(this.#codec, this.writer);
    this.commands.length = 0;
    this.replies.length = 0;
    this.deadlines.length = 0;
    this.outcomes.length = 0;
    this.#earliestDeadlineMs = Number.POSITIVE_INFINITY;
  }
}
