/**
 * `bench restart`: how long the exchange takes from the start of its process until it is ready,
 * with many accounts and open orders in its snapshot and a tail of commands after it. The exchange
 * itself founds, makes snapshot and history, and is then ended; the tail is appended to its journal
 * as if it had been killed after these commands.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { recover } from "../src/journal/recovery.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { foundingCommands } from "./mix-commands.ts";
import { describeMix, generateMix, symbolsShape } from "./order-mix.ts";
import { rounded } from "./support/histogram.ts";
import { JournalAppender, MixWriter } from "./support/mix-journal.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";
import { BenchServer, temporaryDirectory } from "./support/server.ts";

const ORDERS = 500_000;
const TAIL = 200_000;
const READY_GOAL_MS = 5_000;
const HISTORY_MS_MAX = 600_000;
const HISTORY_POLL_MS = 250;

/** How many of the exchange's own users, currencies and instruments stand before the mix's. */
type Before = { readonly users: number; readonly currencies: number; readonly instruments: number };

/** Ms until an exchange is ready and until its history has caught up, and what orders are open. */
type Start = { readonly ms: number; readonly caughtUpMs: number; readonly openOrders: number };

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

/**
 * Starts the exchange on the data, and answers how long it took to be ready; ends it once its
 * history has caught up, so that the next start finds rows and snapshot of the same command.
 */
async function timedStart(dataDir: string): Promise<Start> {
  const startedMs = performance.now();
  await using server = await BenchServer.start({
    agents: false,
    profileDir: undefined,
    dataDir,
    readyMsMax: 600_000,
  });
  const ms = performance.now() - startedMs;
  const openOrders = await server.metric("bourse_open_orders");
  const untilMs = startedMs + HISTORY_MS_MAX;
  while ((await server.metric("bourse_history_lag_commands")) > 0) {
    if (performance.now() > untilMs) throw new Error("the history catches up");
    await setTimeout(HISTORY_POLL_MS);
  }
  const caughtUpMs = performance.now() - startedMs;
  await server.end();
  return { ms, caughtUpMs, openOrders };
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
    const before = await founded(dataDir);
    const writer = new MixWriter(mix);
    progress(`restart: journaling ${shape.users} users and ${mix.restingFirst} open orders`);
    const beginning = await JournalAppender.open(journalDir);
    for (const command of foundingCommands(shape, "spot")) {
      await beginning.add(moved(command, before));
    }
    await writer.write(0, mix.prefill, (command) => beginning.add(moved(command, before)));
    await beginning.close();
    progress("restart: letting the exchange make its snapshot and its history");
    const first = await timedStart(dataDir);
    progress(`restart: journaling a tail of ${shape.commands} commands`);
    const tail = await JournalAppender.open(journalDir);
    await writer.write(mix.prefill, mix.count, (command) => tail.add(moved(command, before)));
    await tail.close();
    progress("restart: starting");
    const restart = await timedStart(dataDir);
    const { openOrders } = restart;
    return {
      benchmark: "restart",
      figures: {
        firstStartMs: rounded(first.ms),
        readyMs: rounded(restart.ms),
        historyCaughtUpMs: rounded(restart.caughtUpMs),
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
