/**
 * `bench recovery`: writes a journal of the moves mix with its founding, transfers and ticks, then
 * recovers from it: as a whole, and from snapshots with their tails. Every way must end in the same
 * state: hash(snapshot + tail) = hash(full replay).
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ByteWriter } from "../src/core/bytes.ts";
import { encodeCommand } from "../src/core/command-codec.ts";
import type { Command } from "../src/core/commands.ts";
import { IDS_PER_SEQ } from "../src/core/limits.ts";
import { atoms, type Seq, type TimeMs } from "../src/core/money/units.ts";
import { type CommandLog, GENESIS_HASH, type LogExtent } from "../src/journal/command-log.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { applyBatch, recover } from "../src/journal/recovery.ts";
import { type Snapshot, stateHash } from "../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../src/journal/snapshot-store.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { foundingCommands, MixCommands, START_MS } from "./mix-commands.ts";
import { describeMix, generateMix, type Mix, movesShape } from "./order-mix.ts";
import { rounded } from "./support/histogram.ts";
import { collectGarbage, cpuMicros } from "./support/machine.ts";
import { atLeast, type BenchResult, type Check, check, progress } from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const COMMANDS = 1_000_000;
const SNAPSHOTS = 4;
const BATCH = 500;
/** One transfer into another wallet and one tick after each so many commands of the mix. */
const EXTRA_EVERY = 50;
const SLICE = 10_000;

/** All commands of the journal; orders are renumbered, because others come in between. */
function* allCommands(mix: Mix): Generator<Command> {
  let seq = 0;
  const stamp = (timeMs: number) => ({ seq: ++seq as Seq, timeMs: timeMs as TimeMs });
  for (const command of foundingCommands(mix.shape, "spot")) {
    yield { ...command, ...stamp(START_MS) } as Command;
  }
  const commands = new MixCommands(mix, 1);
  const ids = new Map<number, number>();
  for (let from = 0; from < mix.count; from += SLICE) {
    for (const command of commands.make(from, Math.min(mix.count, from + SLICE))) {
      const wasSeq = command.seq;
      const { timeMs } = command;
      Object.assign(command, stamp(timeMs));
      if (command.kind === "place_order") ids.set(wasSeq * IDS_PER_SEQ, command.seq * IDS_PER_SEQ);
      if ("orderId" in command) command.orderId = ids.get(command.orderId) ?? 0;
      yield command;
      if (wasSeq % EXTRA_EVERY !== 0) continue;
      yield transfer(2 + (wasSeq % mix.shape.users), stamp(timeMs));
      yield { kind: "tick", ...stamp(timeMs) };
    }
  }
}

function transfer(user: number, stamp: { seq: Seq; timeMs: TimeMs }): Command {
  return {
    kind: "transfer",
    ...stamp,
    fromUser: user,
    fromWallet: "spot",
    toUser: user,
    toWallet: "funding",
    currency: 0,
    amount: atoms(1_000n),
    clientTransferId: "",
    fromInstrument: 0,
    toInstrument: 0,
  };
}

async function writeJournal(log: CommandLog, mix: Mix): Promise<number> {
  const { epoch } = await log.open();
  const writer = new ByteWriter();
  let firstSeq = 1;
  let count = 0;
  let timeMs = 0;
  const flush = async (): Promise<void> => {
    if (count === 0) return;
    await log.append(firstSeq, epoch, { firstSeq, count, timeMs, payload: writer.bytes() });
    firstSeq += count;
    count = 0;
    writer.clear();
  };
  for (const command of allCommands(mix)) {
    encodeCommand(command, writer);
    timeMs = command.timeMs;
    count += 1;
    if (count === BATCH) await flush();
  }
  await flush();
  await log.close();
  return firstSeq - 1;
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
    const written = await writeJournal(new FileCommandLog({ directory: journal }), mix);
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
