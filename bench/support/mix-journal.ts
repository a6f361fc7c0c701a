/** Writes commands of a mix to a journal of their own, or after what stands in one. */
import { ByteWriter } from "../../src/core/base/bytes.ts";
import { IDS_PER_SEQ } from "../../src/core/base/limits.ts";
import { encodeCommand } from "../../src/core/commands/command-codec.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import type { Seq, TimeMs } from "../../src/core/money/units.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { beginPayload } from "../../src/journal/state-machine.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";
import { START_MS } from "../market-founding.ts";
import { MixCommands, type Venue } from "../mix-commands.ts";
import type { Mix } from "../order-mix.ts";

const BATCH = 500;
const SLICE = 10_000;

/** Stamps commands one after the other and appends them in batches. */
export class JournalAppender {
  readonly #log: FileCommandLog;
  readonly #writer = new ByteWriter();
  readonly #epoch: number;
  #firstSeq: number;
  #count = 0;
  #timeMs: number;

  private constructor(log: FileCommandLog, place: { epoch: number; seq: number; timeMs: number }) {
    this.#log = log;
    this.#epoch = place.epoch;
    this.#firstSeq = place.seq + 1;
    this.#timeMs = place.timeMs;
  }

  static async open(directory: string): Promise<JournalAppender> {
    const log = new FileCommandLog({ directory });
    const { epoch, lastSeq } = await log.open();
    const last = lastSeq === 0 ? undefined : (await log.read(lastSeq, 1))[0];
    const timeMs = Math.max(START_MS, last?.timeMs ?? 0);
    return new JournalAppender(log, { epoch, seq: lastSeq, timeMs });
  }

  /** Seq of the last command. */
  get lastSeq(): number {
    return this.#firstSeq + this.#count - 1;
  }

  /** Answers the seq of the command. Its time is not before the last one's. */
  async add(command: object, timeMs = 0): Promise<number> {
    this.#timeMs = Math.max(this.#timeMs, timeMs);
    const seq = this.lastSeq + 1;
    const stamp = { seq: seq as Seq, timeMs: this.#timeMs as TimeMs };
    if (this.#count === 0) beginPayload(CORE_CODEC, this.#writer);
    encodeCommand({ ...command, ...stamp } as Command, this.#writer);
    this.#count += 1;
    if (this.#count === BATCH) await this.#flush();
    return seq;
  }

  async #flush(): Promise<void> {
    if (this.#count === 0) return;
    const [firstSeq, count] = [this.#firstSeq, this.#count];
    const batch = { firstSeq, count, timeMs: this.#timeMs, payload: this.#writer.bytes() };
    await this.#log.append(firstSeq, this.#epoch, batch);
    this.#firstSeq += count;
    this.#count = 0;
    this.#writer.clear();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#log.close();
  }
}

/** The stream of a mix, whose orders bear the ids that their places in a journal give them. */
export class MixWriter {
  readonly #commands: MixCommands;
  readonly #ids = new Map<number, number>();

  constructor(mix: Mix, venue: Venue = "spot") {
    this.#commands = new MixCommands(mix, 1, venue);
  }

  /** Hands each command `from` to `to` (not included) to `add`, which answers its seq. */
  async write(
    from: number,
    to: number,
    add: (command: Command, number: number) => Promise<number>,
  ): Promise<void> {
    for (let at = from; at < to; at += SLICE) {
      for (const command of this.#commands.make(at, Math.min(to, at + SLICE))) {
        const number = command.seq;
        if ("orderId" in command) command.orderId = this.#ids.get(command.orderId) ?? 0;
        const seq = await add(command, number);
        if (command.kind === "place_order") this.#ids.set(number * IDS_PER_SEQ, seq * IDS_PER_SEQ);
      }
    }
  }
}
