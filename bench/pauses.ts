/**
 * `bench pauses`: how long the exchange stops for anything but its next command, while it grows to
 * many users and open orders, and then while it moves these orders; both with snapshots. Core,
 * sequencer, journal and snapshots run as in the exchange, with the journal on disk; clients,
 * projections and history are absent. With `--in-place` the sequencer encodes its snapshots itself.
 * `--core-of FOLDER` measures these parts of another checkout.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { CommandOutcome } from "../src/core/base/outcome.ts";
import type { Command, CommandDraft } from "../src/core/commands/commands.ts";
import { lots, type Seq, type TimeMs } from "../src/core/money/units.ts";
import { clientIdOf, createUser, creditUser, priceOf, restOrder } from "./growing-users.ts";
import { START_MS, USER_FIRST } from "./market-founding.ts";
import { foundingCommands } from "./mix-commands.ts";
import { MixRandom, movesShape } from "./order-mix.ts";
import { HERE } from "./support/checkout.ts";
import { Histogram, rounded } from "./support/histogram.ts";
import { GcPauses, keepAlive } from "./support/machine.ts";
import {
  type CoreSequencer,
  openPausesExchange,
  type PausesModules,
  pausesModules,
} from "./support/pauses-exchange.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const USERS = 1_000_000;
const COMMANDS = 3_000_000;
/** Users and moves of an exchange before the measured one, after which no code is compiled. */
const WARM_UP = 30_000;
const IN_FLIGHT = 4_096;
const LONGEST_MS = 5;
const GC_P999_MS = 2;
/** A neighbour on the machine stops any command; it hardly stops the same one in so many runs. */
const RUNS = 3;
const SEQS_SHOWN = 5;
const BATCH = 1_000;
/** First user with an order, after the one of the founding. */
const OWNER_FIRST = USER_FIRST + 1;

/** Turns of the event loop: how long each took, in microseconds. */
class Turns {
  readonly times = new Histogram();
  #isEnded = false;

  watch(): void {
    let startedMs = performance.now();
    const next = (): void => {
      const nowMs = performance.now();
      this.times.add((nowMs - startedMs) * 1e3);
      startedMs = nowMs;
      if (!this.#isEnded) setImmediate(next);
    };
    setImmediate(next);
  }

  end(): void {
    this.#isEnded = true;
  }
}

/** Users with one coin each and one open order each. */
function* growth(users: number, random: MixRandom): Generator<CommandDraft> {
  yield* foundingCommands({ ...movesShape(0), users: 1 }, "spot");
  for (let user = OWNER_FIRST; user < users + OWNER_FIRST; user++) {
    yield createUser(user);
    yield creditUser(user);
    yield restOrder(user, random, clientIdOf(user));
  }
}

/** Moves of open orders that never trade. */
function* moves(count: number, users: number, random: MixRandom): Generator<CommandDraft> {
  for (let move = 0; move < count; move++) {
    const user = OWNER_FIRST + random.below(users);
    yield {
      kind: "amend_order",
      ...{ user, orderId: 0, clientOrderId: clientIdOf(user) },
      ...{ price: priceOf(user, random), size: lots(0), autoCancel: false },
      exits: undefined,
    };
  }
}

/**
 * Applies the growth to some cores alone, and returns the longest command: the shortest time of
 * each in any run counts.
 */
function longestOfGrowth(
  modules: PausesModules,
  users: number,
): { readonly ms: number; readonly seqs: readonly number[] } {
  let recurring: Map<number, number> | undefined;
  for (let run = 0; run < RUNS; run++) {
    const machine = modules.createMachine();
    let seq = 0;
    for (const draft of growth(users, new MixRandom(1))) {
      seq += 1;
      if (seq % BATCH === 0) machine.events.clear();
      machine.apply({ ...draft, seq: seq as Seq, timeMs: START_MS as TimeMs } as Command);
    }
    const last: Map<number, number> = recurring ?? machine.long;
    recurring = new Map();
    for (const [long, ms] of machine.long) {
      const before = last.get(long);
      if (before !== undefined) recurring.set(long, Math.min(ms, before));
    }
  }
  const longest = [...(recurring ?? [])].sort(([, one], [, other]) => other - one);
  return { ms: longest[0]?.[1] ?? 0, seqs: longest.slice(0, SEQS_SHOWN).map(([seq]) => seq) };
}

/** Submits commands, so many at a time; returns the number of rejected ones. */
function submitAll(sequencer: CoreSequencer, drafts: Iterator<CommandDraft>): Promise<number> {
  let open = 0;
  let rejected = 0;
  let isAll = false;
  return new Promise((resolve) => {
    const done = ({ rejection }: CommandOutcome): void => {
      open -= 1;
      if (rejection !== undefined) rejected += 1;
      if (isAll && open === 0) resolve(rejected);
      else if (open < IN_FLIGHT / 2) submit();
    };
    const submit = (): void => {
      while (!isAll && open < IN_FLIGHT) {
        const { done: isEnd, value } = drafts.next();
        if (isEnd === true) {
          isAll = true;
          break;
        }
        open += 1;
        sequencer.submit(value, done);
      }
    };
    submit();
  });
}

/** What commands through a sequencer stopped the exchange for. */
async function observed(sequencer: CoreSequencer, drafts: Iterator<CommandDraft>) {
  const garbage = new GcPauses();
  const turns = new Turns();
  const startedMs = performance.now();
  garbage.open();
  turns.watch();
  const rejected = await submitAll(sequencer, drafts);
  const seconds = rounded((performance.now() - startedMs) / 1e3);
  garbage.close();
  turns.end();
  const pauses = { turnMs: turns.times.percentiles(1e3), garbage: await garbage.end() };
  return { rejected, figures: { seconds, ...pauses } };
}

/** Grows and moves orders through a sequencer, and returns what that took. */
async function run(
  modules: PausesModules,
  { commands, isInPlace, users }: { users: number; commands: number; isInPlace: boolean },
) {
  const directory = temporaryDirectory();
  try {
    const exchange = await openPausesExchange(modules, directory, isInPlace);
    const { faults, machine, schedule, sequencer, written } = exchange;
    const random = new MixRandom(1);
    progress(`pauses: growing to ${users} users and open orders`);
    const growing = await observed(sequencer, growth(users, random));
    const snapshotsOfGrowth = written.length;
    progress(`pauses: moving ${commands} orders`);
    const moving = await observed(sequencer, moves(commands, users, random));
    await schedule.stop();
    await sequencer.stop();
    return {
      ...{ machine, faults, rejected: growing.rejected, openOrders: machine.state.orders.count },
      growth: { ...growing.figures, snapshots: snapshotsOfGrowth },
      full: { ...moving.figures, snapshots: written.length - snapshotsOfGrowth },
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function benchPauses(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      users: { type: "string" },
      commands: { type: "string" },
      "in-place": { type: "boolean" },
      "core-of": { type: "string" },
    },
  });
  const users = Number(values.users ?? USERS);
  const commands = Number(values.commands ?? COMMANDS);
  const modules = await pausesModules(resolve(values["core-of"] ?? HERE));
  const isInPlace = values["in-place"] === true;
  progress("pauses: warming up");
  keepAlive(await run(modules, { users: WARM_UP, commands: WARM_UP, isInPlace }));
  const measured = await run(modules, { users, commands, isInPlace });
  const { faults, full, growth, machine, openOrders, rejected } = measured;
  progress(`pauses: growing ${RUNS} cores alone`);
  const longest = longestOfGrowth(modules, users);
  return {
    benchmark: "pauses",
    figures: {
      users,
      openOrders,
      commandMicros: machine.times.percentiles(1e3),
      growth,
      full,
      longestOfGrowthMs: rounded(longest.ms),
      longestOfGrowthSeqs: longest.seqs,
    },
    goals: [
      atMost("ms of the longest turn", full.turnMs.max, LONGEST_MS),
      atMost("ms of the longest turn of the growth", growth.turnMs.max, LONGEST_MS),
      atMost("ms of the longest command of the growth", rounded(longest.ms), LONGEST_MS),
      atMost("ms of garbage collection, p99.9", full.garbage.p999Ms, GC_P999_MS),
    ],
    checks: [
      check("every command of the growth was accepted", rejected === 0),
      check("every order is open", openOrders === users),
      check("nothing failed", faults.length === 0, faults.map(String).join("; ")),
      check("snapshots were written", growth.snapshots > 0 && full.snapshots > 0),
    ],
  };
}
