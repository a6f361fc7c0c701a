/** The parts of an exchange that can stop it, of one checkout, with a clock around each command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import type { EventBuffer } from "../../src/core/events/event-buffer.ts";
import { GENESIS_HASH } from "../../src/journal/command-log.ts";
import type { CoreMachine } from "../../src/main/core-machine.ts";
import { ThreadSnapshots } from "../../src/main/snapshots/thread-snapshots.ts";
import type { Sequencer } from "../../src/sequencer/sequencer.ts";
import { HERE, loadModule } from "./checkout.ts";
import { Histogram } from "./histogram.ts";

/** Commands from here on are remembered one by one. */
const LONG_MS = 0.5;

/** A checkout without it encodes its snapshots between two commands. */
const THREAD_SNAPSHOTS = "src/main/snapshots/thread-snapshots.ts";

export type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

/** A core that times each command by the clock. */
export interface TimedMachine extends CoreMachine {
  /** Nanoseconds of a command. */
  readonly times: Histogram;
  /** Milliseconds of the commands that took at least `LONG_MS`, by seq. */
  readonly long: Map<number, number>;
}

function timedMachine(Machine: typeof CoreMachine): TimedMachine {
  return new (class extends Machine implements TimedMachine {
    readonly times = new Histogram();
    readonly long = new Map<number, number>();

    override apply(command: Command): CommandOutcome {
      const startedMs = performance.now();
      const outcome = super.apply(command);
      const ms = performance.now() - startedMs;
      this.times.add(ms * 1e6);
      if (ms >= LONG_MS) this.long.set(command.seq, ms);
      return outcome;
    }
  })();
}

/** Maker of snapshots of another checkout, if it has one. */
async function threadsOf(
  checkout: string,
): Promise<{ readonly ThreadSnapshots?: typeof ThreadSnapshots }> {
  if (!existsSync(join(checkout, THREAD_SNAPSHOTS))) return {};
  return (await loadModule(checkout, "src/main/snapshots/thread-snapshots.ts")) as {
    ThreadSnapshots: typeof ThreadSnapshots;
  };
}

/** Modules of a checkout. */
export async function pausesModules(checkout: string) {
  const load = (path: string): Promise<unknown> => loadModule(checkout, path);
  const [machine, sequencer, schedule, log, store] = await Promise.all([
    load("src/main/core-machine.ts") as Promise<typeof import("../../src/main/core-machine.ts")>,
    load("src/sequencer/sequencer.ts") as Promise<
      typeof import("../../src/sequencer/sequencer.ts")
    >,
    load("src/sequencer/snapshot-schedule.ts") as Promise<
      typeof import("../../src/sequencer/snapshot-schedule.ts")
    >,
    load("src/journal/file-command-log.ts") as Promise<
      typeof import("../../src/journal/file-command-log.ts")
    >,
    load("src/journal/snapshot-store.ts") as Promise<
      typeof import("../../src/journal/snapshot-store.ts")
    >,
  ]);
  const threads = checkout === HERE ? { ThreadSnapshots } : await threadsOf(checkout);
  const createMachine = (): TimedMachine => timedMachine(machine.CoreMachine);
  return { ...machine, ...sequencer, ...schedule, ...log, ...store, ...threads, createMachine };
}

export type PausesModules = Awaited<ReturnType<typeof pausesModules>>;

/** Opens everything that a run needs, over a new journal. */
export async function openPausesExchange(
  modules: PausesModules,
  directory: string,
  isInPlace: boolean,
) {
  const journalDirectory = join(directory, "journal");
  const snapshotDirectory = join(directory, "snapshots");
  const log = new modules.FileCommandLog({ directory: journalDirectory });
  const { epoch } = await log.open();
  const store = new modules.SnapshotStore({ directory: snapshotDirectory });
  await store.open();
  const machine = modules.createMachine();
  const faults: unknown[] = [];
  const sequencer: CoreSequencer = new modules.Sequencer<Command, CommandOutcome, EventBuffer>({
    ...{ log, codec: modules.CORE_CODEC, machine, clockMs: Date.now },
    start: { appliedSeq: 0, timeMs: 0, journalHash: GENESIS_HASH, epoch },
    onFatal: ({ message }) => faults.push(message),
  });
  const durableEnd = () => log.durableEnd;
  const places = { journalDirectory, snapshotDirectory, firstSeq: 1, durableEnd };
  const Maker = isInPlace ? undefined : modules.ThreadSnapshots;
  const written: number[] = [];
  const schedule = new modules.SnapshotSchedule({
    ...{ sequencer, store, snapshotSeq: 0 },
    ...(Maker === undefined ? {} : { maker: new Maker(places) }),
    onMakerFault: (thrown) => faults.push(thrown),
    onFault: (thrown) => faults.push(thrown),
    onWritten: (seq) => written.push(seq),
  });
  return { machine, sequencer, schedule, faults, written };
}
