/**
 * `bench journal`: commands of about 200 bytes through the sequencer into the journal on this disk,
 * with a fixed number in flight; and in the same run the disk's own flush, and the same sequencer
 * without a disk. The core does nothing here. At the end the journal is read back and counted.
 */
import { constants, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ByteReader, ByteWriter } from "../src/core/base/bytes.ts";
import { type CommandLog, GENESIS_HASH } from "../src/journal/command-log.ts";
import { EphemeralCommandLog } from "../src/journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import type { CommandCodec, EventBuffer, StateMachine } from "../src/journal/state-machine.ts";
import { Sequencer } from "../src/sequencer/sequencer.ts";
import { Histogram, median, type Percentiles, rounded } from "./support/histogram.ts";
import { cpuMicros } from "./support/machine.ts";
import {
  atLeast,
  atMost,
  type BenchResult,
  type Check,
  check,
  progress,
} from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const RECORD_BYTES = 200;
const IN_FLIGHT = [64, 1_024] as const;
/** What a batch of the small number in flight comes to. */
const FLUSH_BYTES = 64 * RECORD_BYTES;

type Entry = { seq: number; timeMs: number; readonly kind: "entry" };

const PAYLOAD = new Uint8Array(RECORD_BYTES - 9).fill(7);

const codec: CommandCodec<Entry> = {
  format: 1,
  encode(command: Entry, out: ByteWriter) {
    out.varint(command.timeMs);
    out.blob(PAYLOAD);
  },
  decoderOf: () => (from: ByteReader, seq: number) => {
    const timeMs = from.varint();
    from.blob();
    return { kind: "entry", seq, timeMs };
  },
};

/** A core that only counts. */
class CountingMachine implements StateMachine<Entry, number, EventBuffer> {
  count = 0;
  readonly events: EventBuffer = { length: 0, clear: () => {} };
  apply(): number {
    this.count += 1;
    return this.count;
  }
  replay(): void {
    this.count += 1;
  }
  encodeState(): Uint8Array {
    return new Uint8Array(0);
  }
  loadState(): void {}
}

type Run = {
  readonly perSecond: number;
  readonly cpuMicrosPerCommand: number;
  readonly latencyMs: Percentiles;
  readonly commands: number;
};

/** Keeps `inFlight` commands under way for some time. */
async function drive(log: CommandLog, inFlight: number, ms: number): Promise<Run> {
  const extent = await log.open();
  const machine = new CountingMachine();
  const sequencer = new Sequencer<Entry, number, EventBuffer>({
    log,
    codec,
    machine,
    start: {
      appliedSeq: extent.lastSeq,
      timeMs: 0,
      journalHash: GENESIS_HASH,
      epoch: extent.epoch,
    },
    clockMs: () => Date.now(),
    onFatal: ({ cause }) => {
      throw cause;
    },
  });
  const micros = new Histogram();
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const endMs = startedMs + ms;
  const submit = (): void => {
    const sentMs = performance.now();
    const isTaken = sequencer.submit({ kind: "entry" }, () => {
      const now = performance.now();
      micros.add((now - sentMs) * 1e3);
      if (now < endMs) submit();
    });
    if (!isTaken) throw new Error("the sequencer takes a command");
  };
  for (let count = 0; count < inFlight; count++) submit();
  await sequencer.drain();
  const elapsedMs = performance.now() - startedMs;
  const cpuUsed = cpuMicros(cpu);
  await sequencer.stop();
  return {
    perSecond: Math.round((machine.count / elapsedMs) * 1e3),
    cpuMicrosPerCommand: rounded(cpuUsed / machine.count),
    latencyMs: micros.percentiles(1e3),
    commands: machine.count,
  };
}

/** How long one flush of a small batch takes: write and fdatasync, and a write through. */
async function flushMs(directory: string, rounds: number) {
  const path = join(directory, "flush");
  const block = new Uint8Array(FLUSH_BYTES).fill(1);
  const times = { fdatasync: new Histogram(), writeThrough: new Histogram() };
  const plain = await open(path, constants.O_RDWR | constants.O_CREAT);
  for (let at = 0; at < rounds; at++) await plain.write(block, 0, block.length, at * block.length);
  await plain.datasync();
  for (let at = 0; at < rounds; at++) {
    const startedMs = performance.now();
    await plain.write(block, 0, block.length, at * block.length);
    await plain.datasync();
    times.fdatasync.add((performance.now() - startedMs) * 1e3);
  }
  await plain.close();
  const through = await open(path, constants.O_RDWR | constants.O_DSYNC);
  for (let at = 0; at < rounds; at++) {
    const startedMs = performance.now();
    await through.write(block, 0, block.length, at * block.length);
    times.writeThrough.add((performance.now() - startedMs) * 1e3);
  }
  await through.close();
  return {
    fdatasync: times.fdatasync.percentiles(1e3),
    writeThrough: times.writeThrough.percentiles(1e3),
  };
}

async function countRecords(directory: string): Promise<number> {
  const log = new FileCommandLog({ directory });
  const { firstSeq, lastSeq } = await log.open();
  let count = 0;
  for (let seq = firstSeq; seq <= lastSeq; ) {
    const batches = await log.read(seq, 256);
    for (const batch of batches) {
      count += batch.count;
      seq = batch.firstSeq + batch.count;
    }
  }
  await log.close();
  return count;
}

export async function benchJournal(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: { rounds: { type: "string" }, seconds: { type: "string" } },
  });
  const rounds = Number(values.rounds ?? 3);
  const ms = Number(values.seconds ?? 2) * 1e3;
  const directory = temporaryDirectory();
  const figures: Record<string, unknown> = {};
  const checks: Check[] = [];
  const latencies: number[] = [];
  let perSecond = 0;
  try {
    const flushes = [await flushMs(directory, 300)];
    for (const inFlight of IN_FLIGHT) {
      const durable: Run[] = [];
      const ephemeral: Run[] = [];
      const journal = join(directory, `journal-${inFlight}`);
      for (let round = 0; round < rounds; round++) {
        progress(`journal: ${inFlight} in flight, round ${round + 1} of ${rounds}`);
        durable.push(await drive(new FileCommandLog({ directory: journal }), inFlight, ms));
        ephemeral.push(await drive(new EphemeralCommandLog(), inFlight, ms / 4));
        flushes.push(await flushMs(directory, 100));
      }
      const written = durable.reduce((sum, { commands }) => sum + commands, 0);
      const kept = await countRecords(journal);
      checks.push(
        check(`${inFlight} in flight: every command is in the journal`, kept === written),
      );
      const p50 = (runs: readonly Run[]): number => median(runs.map((run) => run.latencyMs.p50));
      const one = median(flushes.map(({ writeThrough }) => writeThrough.p50));
      const cost = rounded((p50(durable) - p50(ephemeral)) / one);
      perSecond = median(durable.map((run) => run.perSecond));
      latencies.push(cost);
      figures[`inFlight${inFlight}`] = {
        durable: middleOf(durable),
        ephemeral: middleOf(ephemeral),
        durableMinusEphemeralInFlushes: cost,
      };
    }
    figures["flush"] = { bytes: FLUSH_BYTES, ...flushes[flushes.length - 1] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return {
    benchmark: "journal",
    figures,
    mix: { recordBytes: RECORD_BYTES, inFlight: IN_FLIGHT },
    goals: [
      atLeast("commands/s with 1,024 in flight", perSecond, 100_000),
      atMost("flushes that durability costs at 64 in flight", latencies[0] ?? 0, 4),
    ],
    checks,
  };
}

/** The run of the middle rate. */
function middleOf(runs: readonly Run[]): Run | undefined {
  return [...runs].sort((one, other) => one.perSecond - other.perSecond)[runs.length >> 1];
}
