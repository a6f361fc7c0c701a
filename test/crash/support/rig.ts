/** One exchange of toys on one disk: run it, let it die, look at what is left. */
import { FileCommandLog } from "../../../src/journal/file-command-log.ts";
import type { FileLayer } from "../../../src/journal/file-layer.ts";
import {
  DURABLE_END_FILE,
  EndRecorder,
  type ExpectedEnd,
  type RecordedEnd,
  readRecordedEnd,
} from "../../../src/journal/journal-end.ts";
import { decodeBatch, type Recovered, recover } from "../../../src/journal/recovery.ts";
import { SnapshotStore } from "../../../src/journal/snapshot-store.ts";
import type { Fatal, MissedOutcome, SubmitOptions } from "../../../src/sequencer/port.ts";
import { Sequencer } from "../../../src/sequencer/sequencer.ts";
import type { Seeded } from "./seeded.ts";
import {
  deposit,
  note,
  type ToyCommand,
  type ToyEvents,
  ToyMachine,
  type ToyOutcome,
  toyCodec,
} from "./toy-machine.ts";

export const DIRECTORY = "/disk";
export const JOURNAL = `${DIRECTORY}/journal`;
export const SNAPSHOTS = `${DIRECTORY}/snapshots`;
export const DURABLE_END = `${DIRECTORY}/${DURABLE_END_FILE}`;
export const SEGMENT_BYTES = 8 * 1024;

export type ToySequencer = Sequencer<ToyCommand, ToyOutcome, ToyEvents>;
export type ToyRecovered = Recovered<ToyMachine>;

export interface Rig {
  readonly log: FileCommandLog;
  readonly snapshots: SnapshotStore;
  /** Writes where the journal ends, beside the work. */
  readonly recorder: EndRecorder;
  readonly recovered: ToyRecovered;
  readonly sequencer: ToySequencer;
  readonly fatals: Fatal[];
  /** What the sequencer takes for the time. */
  readonly clock: { nowMs: number };
}

export interface RigOptions {
  readonly segmentBytes?: number;
  /** Seq after which the loss of commands is accepted. */
  readonly acceptLossAfter?: number;
  /** False: the journal is opened without regard to other files, as tools open it. */
  readonly isEndChecked?: boolean;
}

/** Nothing is known of the end, and the operator accepts the one that is found. */
export function accepting(options: Pick<RigOptions, "acceptLossAfter">): ExpectedEnd {
  const { acceptLossAfter } = options;
  return { recordedPath: DURABLE_END, recorded: undefined, witnesses: [], acceptLossAfter };
}

export type OpenedDisk = ToyRecovered &
  Pick<Rig, "log" | "snapshots" | "recorder"> & { readonly epoch: number };

/** Opens the disk as start-up does; `snapshots: false` replays from the first command. */
export async function recoverFrom(
  files: FileLayer,
  options: RigOptions & { readonly snapshots?: boolean } = {},
): Promise<OpenedDisk> {
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
  const recorder = new EndRecorder({ files, path: DURABLE_END, onFault: () => undefined });
  let current: RecordedEnd | undefined;
  const snapshots = new SnapshotStore({
    directory: SNAPSHOTS,
    files,
    onWritten: ({ journalHash: hash, seq }) => {
      if (current !== undefined) void recorder.record({ ...current, seq, hash });
    },
  });
  const log = new FileCommandLog({
    ...{ directory: JOURNAL, files, segmentBytes },
    expected: {
      ...accepting(options),
      recordedPath: DURABLE_END,
      recorded: await readRecordedEnd(files, DURABLE_END),
      witnesses: options.isEndChecked === false ? [] : await snapshots.witnesses(),
    },
    onSegment: () => {
      current = log.recordedEnd;
      void recorder.record(current);
    },
  });
  const extent = await log.open();
  await snapshots.open();
  current = log.recordedEnd;
  await recorder.record(current);
  const recovered = await recover({
    log,
    extent,
    codec: toyCodec,
    createMachine: () => new ToyMachine(),
    ...(options.snapshots === false ? {} : { snapshots }),
  });
  return { log, snapshots, recorder, epoch: extent.epoch, ...recovered };
}

/** Options of a sequencer that continues a recovered journal, on the machine's clock. */
export function continued(
  log: FileCommandLog,
  extent: { readonly epoch: number },
  recovered: ToyRecovered,
) {
  const start = { ...recovered, epoch: extent.epoch };
  return { log, codec: toyCodec, machine: recovered.machine, start, clockMs: Date.now };
}

export async function startRig(
  files: FileLayer,
  options: RigOptions & { readonly storageRetryMs?: number } = {},
): Promise<Rig> {
  const { epoch, log, recorder, snapshots, ...recovered } = await recoverFrom(files, options);
  const fatals: Fatal[] = [];
  const clock = { nowMs: recovered.timeMs + 1 };
  const sequencer: ToySequencer = new Sequencer({
    log,
    codec: toyCodec,
    machine: recovered.machine,
    start: { ...recovered, epoch },
    clockMs: () => clock.nowMs,
    onFatal: (fatal) => fatals.push(fatal),
    ownerOf: (command) => (command.kind === "deposit" ? command.account : undefined),
    tickIntervalMs: 0,
    storageRetryMs: options.storageRetryMs ?? 1,
    batchCommandsMax: 12,
    batchBytesMax: 2 * 1024,
  });
  return { log, snapshots, recorder, recovered, sequencer, fatals, clock };
}

/** Ids of the commands that were acknowledged, by seq. */
export type Acknowledged = Map<number, number>;

export interface Load {
  readonly random: Seeded;
  readonly commands: number;
  /** Ids are counted on from here and never used twice. */
  readonly nextId: () => number;
  readonly acknowledged: Acknowledged;
  /** Ids of expired commands. Given: half of the commands have deadlines, some writes are late. */
  readonly expired?: Set<number>;
  /** A snapshot is written after about so many commands; 0: never. */
  readonly snapshotEvery?: number;
  /** Hears of every snapshot that is complete. */
  readonly onSnapshot?: (seq: number) => void;
}

/** Submits commands until all are answered or nothing will be any more; answers how many. */
export async function drive(rig: Rig, load: Load): Promise<number> {
  const { random } = load;
  let sent = 0;
  while (sent < load.commands && rig.fatals.length === 0) {
    const burst = 1 + random.below(8);
    for (let at = 0; at < burst && sent < load.commands; at++) {
      const id = load.nextId();
      const command = random.chance(0.7)
        ? deposit(id, random.below(16), 1 + random.below(100))
        : note(id, "n".repeat(random.below(random.chance(0.1) ? 700 : 60)));
      const done = ({ seq }: { readonly seq: number }): unknown => load.acknowledged.set(seq, id);
      const isTaken = rig.sequencer.submit(command, done, submitOptions(rig, load, id));
      if (isTaken) sent++;
    }
    if (load.expired !== undefined && random.chance(LATE_CHANCE)) rig.clock.nowMs += LATE_MS;
    await turn();
    const every = load.snapshotEvery ?? 0;
    if (every > 0 && random.chance(burst / every)) await writeSnapshot(rig, load);
  }
  await rig.sequencer.drain();
  return sent;
}

const LATE_CHANCE = 0.1;
const LATE_MS = 1_000;

function submitOptions(rig: Rig, load: Load, id: number): SubmitOptions {
  const { expired, random } = load;
  if (expired === undefined || random.chance(0.5)) return {};
  const missed = (outcome: MissedOutcome): void => {
    if (outcome === "expired") expired.add(id);
  };
  return { deadline: { atMs: rig.clock.nowMs + LATE_MS - 1, missed } };
}

/** A snapshot that fails leaves the exchange running, as the schedule does. */
async function writeSnapshot(rig: Rig, load: Load): Promise<void> {
  if (rig.fatals.length > 0) return;
  try {
    const snapshot = rig.sequencer.snapshot();
    await rig.snapshots.write(snapshot);
    load.onSnapshot?.(snapshot.seq);
  } catch {
    // The disk has it in its plan; what must hold is checked on what is left.
  }
}

export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Seq by id of every command in the journal; throws when an id is there twice. */
export async function journaledIds(log: FileCommandLog): Promise<Map<number, number>> {
  const seqs = new Map<number, number>();
  let nextSeq = 1;
  for (;;) {
    const batches = await log.read(nextSeq, 64);
    if (batches.length === 0) return seqs;
    for (const batch of batches) {
      nextSeq = batch.firstSeq + batch.count;
      for (const command of decodeBatch(toyCodec, batch)) {
        if (command.kind === "tick") continue;
        if (seqs.has(command.id)) throw new Error(`id ${command.id} is journaled twice`);
        seqs.set(command.id, command.seq);
      }
    }
  }
}
