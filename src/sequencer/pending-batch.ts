import { ByteWriter } from "../core/bytes.ts";
import type { CommandBatch } from "../journal/command-log.ts";
import { beginPayload, type Command, type CommandCodec } from "../journal/state-machine.ts";

/** Commands on their way to the disk: encoded already, kept to be applied and answered later. */
export class PendingBatch<C extends Command, O> {
  readonly writer = new ByteWriter();
  readonly commands: C[] = [];
  readonly replies: ((outcome: O) => void)[] = [];
  readonly outcomes: O[] = [];
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
    this.outcomes.length = 0;
  }
}
