/**
 * `bench restart`: how long the exchange takes from the start of its process until it is ready,
 * with many accounts and open orders in its snapshot and a tail of commands after it. The exchange
 * itself founds, makes snapshot and history, and is then ended; the tail is appended to its journal
 * as if it had been killed after these commands.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ByteWriter } from "../src/core/bytes.ts";
import { encodeCommand } from "../src/core/command-codec.ts";
import type { Command } from "../src/core/commands.ts";
import { IDS_PER_SEQ } from "../src/core/limits.ts";
import type { Seq, TimeMs } from "../src/core/money/units.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { recover } from "../src/journal/recovery.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { foundingCommands, MixCommands, START_MS } from "./mix-commands.ts";
import { describeMix, generateMix, type Mix, symbolsShape } from "./order-mix.ts";
import { rounded } from "./support/histogram.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";
import { BenchServer, temporaryDirectory } from "./support/server.ts";

const ORDERS = 500_000;
const TAIL = 200_000;
const BATCH = 500;
const SLICE = 10_000;
const READY_GOAL_MS = 5_000;

/** How many of the exchange's own users, currencies and instruments stand before the mix's. */
type Before = { readonly users: number; readonly currencies: number; readonly instruments: number };

/** The first ordinary user of an exchange, from which the mix counts. */
const USER_FIRST = 2;
/** The mix's own dollar, for the exchange lists USDT itself. */
const MIX_DOLLAR = "MIXUSD";

async function founded(dataDir: string): Promise<Before> {
  const log = new FileCommandLog({ directory: join(dataDir, "journal") });
  const extent = await log.open();
  const createMachine = (): CoreMachine => new CoreMachine();
  const { machine } = await recover({ log, extent, codec: CORE_CODEC, createMachine });
  await log.close();
  const { currencies, instruments, users } = machine.state;
  return {
    users: users.length - USER_FIRST,
    currencies: currencies.length,
    instruments: instruments.length,
  };
}

/** A command of the mix, which counts from nothing, on an exchange that has its own already. */
function moved(command: object, before: Before): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...command };
  const add = (count: number, ...names: readonly string[]): void => {
    for (const name of names) {
      const value = fields[name];
      if (typeof value === "number") fields[name] = value + count;
      if (Array.isArray(value)) fields[name] = value.map((one: number) => one + count);
    }
  };
  add(before.users, "user");
  add(before.currencies, "currency", "base", "quote", "settle");
  add(before.instruments, "instrument", "instruments");
  if (fields["code"] === "USDT") fields["code"] = MIX_DOLLAR;
  return fields;
}

/** Stamps commands one after the other and writes them to a journal in batches. */
class JournalAppender {
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

  /** Answers the seq of the command. */
  async add(command: object): Promise<number> {
    const seq = this.#firstSeq + this.#count;
    const stamp = { seq: seq as Seq, timeMs: this.#timeMs as TimeMs };
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

/** Writes a part of a mix's stream; orders bear the ids that their places in the journal give. */
class MixWriter {
  readonly #mix: Mix;
  readonly #commands: MixCommands;
  readonly #ids = new Map<number, number>();
  readonly #before: Before;

  constructor(mix: Mix, before: Before) {
    this.#mix = mix;
    this.#before = before;
    this.#commands = new MixCommands(mix, 1);
  }

  async write(journal: JournalAppender, from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += SLICE) {
      for (const command of this.#commands.make(at, Math.min(to, at + SLICE))) {
        const wasSeq = command.seq;
        if ("orderId" in command) command.orderId = this.#ids.get(command.orderId) ?? 0;
        const seq = await journal.add(moved(command, this.#before));
        if (command.kind === "place_order") this.#ids.set(wasSeq * IDS_PER_SEQ, seq * IDS_PER_SEQ);
      }
    }
  }

  async writeBeginning(journal: JournalAppender): Promise<void> {
    for (const command of foundingCommands(this.#mix.shape, "spot")) {
      await journal.add(moved(command, this.#before));
    }
    await this.write(journal, 0, this.#mix.prefill);
  }

  async writeTail(journal: JournalAppender): Promise<void> {
    await this.write(journal, this.#mix.prefill, this.#mix.count);
  }
}

/** Starts the exchange on the data, and answers how long it took to be ready. */
async function timedStart(dataDir: string): Promise<{ ms: number; openOrders: number }> {
  const startedMs = performance.now();
  await using server = await BenchServer.start({
    agents: false,
    profileDir: undefined,
    dataDir,
    readyMsMax: 600_000,
  });
  const ms = performance.now() - startedMs;
  const openOrders = await server.metric("bourse_open_orders");
  await server.end();
  return { ms, openOrders };
}

export async function benchRestart(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      orders: { type: "string" },
      tail: { type: "string" },
      seed: { type: "string" },
    },
  });
  const shape = symbolsShape(Number(values.tail ?? TAIL), Number(values.seed ?? 1));
  const resting = Math.ceil(Number(values.orders ?? ORDERS) / shape.symbols);
  const mix = generateMix({ ...shape, name: "restart", resting });
  const dataDir = temporaryDirectory();
  const journalDir = join(dataDir, "journal");
  try {
    await timedStart(dataDir);
    const writer = new MixWriter(mix, await founded(dataDir));
    progress(`restart: journaling ${shape.users} users and ${mix.restingFirst} open orders`);
    const beginning = await JournalAppender.open(journalDir);
    await writer.writeBeginning(beginning);
    await beginning.close();
    progress("restart: letting the exchange make its snapshot and its history");
    const first = await timedStart(dataDir);
    progress(`restart: journaling a tail of ${shape.commands} commands`);
    const tail = await JournalAppender.open(journalDir);
    await writer.writeTail(tail);
    await tail.close();
    progress("restart: starting");
    const restart = await timedStart(dataDir);
    const { openOrders } = restart;
    return {
      benchmark: "restart",
      figures: {
        firstStartMs: rounded(first.ms),
        readyMs: rounded(restart.ms),
        openOrdersBefore: first.openOrders,
        openOrdersAfter: openOrders,
      },
      mix: describeMix(mix),
      goals: [
        atMost("ms from the start of the process until it is ready", restart.ms, READY_GOAL_MS),
      ],
      checks: [
        check("the orders of the beginning are open", first.openOrders === mix.restingFirst),
        check("the orders after the tail are open", openOrders === mix.restingLast),
      ],
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
