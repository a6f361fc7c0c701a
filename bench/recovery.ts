/**
 * `bench recovery`: writes a journal of the moves mix with its founding, transfers and ticks, then
 * recovers from it: as a whole, and from snapshots with their tails. Every way must end in the same
 * state: hash(snapshot + tail) = hash(full replay).
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DraftOf } from "../src/core/commands/commands.ts";
import { atoms } from "../src/core/money/units.ts";
import { GENESIS_HASH, type LogExtent } from "../src/journal/command-log.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { applyBatch, recover } from "../src/journal/recovery.ts";
import { type Snapshot, stateHash } from "../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../src/journal/snapshot-store.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { foundingCommands } from "./mix-commands.ts";
import { describeMix, generateMix, type Mix, movesShape } from "./order-mix.ts";
import { rounded } from "./support/histogram.ts";
import { collectGarbage, cpuMicros } from "./support/machine.ts";
import { JournalAppender, MixWriter } from "./support/mix-journal.ts";
import { atLeast, type BenchResult, type Check, check, progress } from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const COMMANDS = 1_000_000;
const SNAPSHOTS = 4;
/** One transfer into another wallet and one tick after each so many commands of the mix. */
const EXTRA_EVERY = 50;

/** Founding and mix, and after each so many commands of the mix a transfer and a tick. */
async function writeJournal(directory: string, mix: Mix): Promise<number> {
  const journal = await JournalAppender.open(directory);
  for (const command of foundingCommands(mix.shape, "spot")) await journal.add(command);
  await new MixWriter(mix).write(0, mix.count, async (command, number) => {
    const { timeMs } = command;
    const seq = await journal.add(command, timeMs);
    if (number % EXTRA_EVERY !== 0) return seq;
    await journal.add(transfer(2 + (number % mix.shape.users)), timeMs);
    await journal.add({ kind: "tick" }, timeMs);
    return seq;
  });
  await journal.close();
  return journal.lastSeq;
}

function transfer(user: number): DraftOf<"transfer"> {
  return {
    kind: "transfer",
    fromUser: user,
    fromWallet: "spot",
    toUser: user,
    toWallet: "funding",
    currency: 0,
    amount: atoms(1_000n),
    clientTransferId: "",
    fromInstrument: 0,
    toInstrument: 0,
    mayBorrow: false,
  };
}

function hashOf(machine: CoreMachine): string {
  return Buffer.from(stateHash(machine.encodeState())).toString("hex");
}

type Replay = {
  readonly commands: number;
  readonly perSecond: number;
  readonly cpuMicrosPerCommand: number;
  readonly hash: string;
};

async function replay(journal: string, snapshots?: SnapshotStore, snapshotSeqMax?: number) {
  const log = new FileCommandLog({ directory: journal });
  const extent = await log.open();
  collectGarbage();
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const recovered = await recover({
    log,
    extent,
    codec: CORE_CODEC,
    createMachine: () => new CoreMachine(),
    ...(snapshots === undefined ? {} : { snapshots }),
    ...(snapshotSeqMax === undefined ? {} : { snapshotSeqMax }),
  });
  const ms = performance.now() - startedMs;
  await log.close();
  const commands = recovered.commandsReplayed;
  const result: Replay = {
    commands,
    perSecond: Math.round((commands / ms) * 1e3),
    cpuMicrosPerCommand: rounded(cpuMicros(cpu) / commands),
    hash: hashOf(recovered.machine),
  };
  return { result, snapshotSeq: recovered.snapshotSeq, ms };
}

/** Snapshots at equal distances, taken from one straight replay. */
async function takeSnapshots(journal: string, extent: LogExtent): Promise<Snapshot[]> {
  const log = new FileCommandLog({ directory: journal });
  await log.open();
  const machine = new CoreMachine();
  const snapshots: Snapshot[] = [];
  const every = Math.floor(extent.lastSeq / (SNAPSHOTS + 1));
  for (let seq = 1; seq <= extent.lastSeq; ) {
    for (const batch of await log.read(seq, 64)) {
      machine.events.clear();
      applyBatch(machine, CORE_CODEC, batch);
      seq = batch.firstSeq + batch.count;
      if (seq <= every * (snapshots.length + 1) || snapshots.length === SNAPSHOTS) continue;
      const { hash: journalHash, timeMs } = batch;
      snapshots.push({ seq: seq - 1, timeMs, journalHash, state: machine.encodeState().slice() });
    }
  }
  await log.close();
  return snapshots;
}

/** Encode, write, read and load of one state, in ms. */
async function timeSnapshot(store: SnapshotStore, snapshot: Snapshot) {
  const machine = new CoreMachine();
  const times: number[] = [performance.now()];
  await store.write(snapshot);
  times.push(performance.now());
  const read = await store.read(snapshot.seq);
  times.push(performance.now());
  machine.loadState(read.state);
  times.push(performance.now());
  machine.encodeState();
  times.push(performance.now());
  const [writeMs, readMs, loadMs, encodeMs] = times
    .slice(1)
    .map((at, index) => rounded(at - (times[index] ?? 0)));
  return { bytes: snapshot.state.length, encodeMs, writeMs, readMs, loadMs };
}

export async function benchRecovery(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: { commands: { type: "string" }, seed: { type: "string" } },
  });
  const mix = generateMix(
    movesShape(Number(values.commands ?? COMMANDS), Number(values.seed ?? 1)),
  );
  const directory = temporaryDirectory();
  const journal = join(directory, "journal");
  const checks: Check[] = [];
  try {
    progress("recovery: writing the journal");
    const written = await writeJournal(journal, mix);
    progress(`recovery: replaying ${written} commands`);
    const full = (await replay(journal)).result;
    checks.push(check("every command was replayed", full.commands === written));
    const extent = { firstSeq: 1, lastSeq: written, lastHash: GENESIS_HASH, epoch: 1 };
    const store = new SnapshotStore({ directory: join(directory, "snapshots") });
    await store.open();
    const snapshots: unknown[] = [];
    for (const snapshot of await takeSnapshots(journal, extent)) {
      const times = await timeSnapshot(store, snapshot);
      const tail = await replay(journal, store);
      snapshots.push({
        seq: snapshot.seq,
        ...times,
        tail: tail.result.commands,
        recoveryMs: rounded(tail.ms),
      });
      const isSame = tail.result.hash === full.hash && tail.snapshotSeq === snapshot.seq;
      checks.push(
        check(`snapshot ${snapshot.seq} and its tail give the state of the replay`, isSame),
      );
    }
    const { hash, ...speed } = full;
    return {
      benchmark: "recovery",
      figures: { replay: speed, stateHash: hash, snapshots },
      mix: { ...describeMix(mix), transfersAndTicks: 2 * Math.floor(mix.count / EXTRA_EVERY) },
      goals: [atLeast("commands/s replayed", full.perSecond, 300_000)],
      checks,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
