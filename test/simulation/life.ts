/** One process of a simulated exchange: from recovery on its disk until it ends, either way. */

import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import type { EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { State } from "../../src/core/state.ts";
import type { LogExtent } from "../../src/journal/command-log.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import type { FileLayer } from "../../src/journal/file-layer.ts";
import { RecoveryFault, recover } from "../../src/journal/recovery.ts";
import { replayedSnapshot } from "../../src/journal/replayed-snapshot.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";
import { instrumentRow } from "../../src/projections/history/history.ts";
import type { HistoryStore } from "../../src/projections/history/history-store.ts";
import { LiveViews } from "../../src/projections/live/live-views.ts";
import { seedLiveViews } from "../../src/projections/live/seed-live-views.ts";
import type { Fatal } from "../../src/sequencer/port.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import { type SnapshotMaker, SnapshotSchedule } from "../../src/sequencer/snapshot-schedule.ts";
import type { FaultRates } from "./fault-plan.ts";
import type { LifeClock } from "./schedule-clock.ts";
import { Violation } from "./violation.ts";
import { WatchedMachine } from "./watched-machine.ts";
import type { World } from "./world.ts";

const JOURNAL = "/disk/journal";
const SNAPSHOTS = "/disk/snapshots";
const SEGMENT_BYTES = 24 * 1024;
const BATCH_BYTES_MAX = 4 * 1024;

export type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type Life = {
  readonly log: FileCommandLog;
  readonly sequencer: CoreSequencer;
  readonly state: State;
  readonly live: LiveViews;
  readonly fatals: readonly Fatal[];
  readonly schedule: SnapshotSchedule<Command, CommandOutcome, EventBuffer>;
  /** Snapshots that could not be read or written. */
  readonly snapshotFaults: readonly unknown[];
};

export type LifeTerms = {
  readonly world: World;
  readonly files: FileLayer;
  readonly history: HistoryStore;
  /** The clock that begins after the last time of the journal, 0 for none. */
  readonly clock: (lastMs: number) => LifeClock;
  readonly rates: FaultRates;
  /** Absent snapshots: everything is replayed from the first command. */
  readonly usesSnapshots: boolean;
  readonly salt: () => bigint;
};

/** Makes snapshots from the files, as the thread of an exchange does. */
function makerFromFiles(log: FileCommandLog, extent: LogExtent, files: FileLayer): SnapshotMaker {
  const places = { journalDirectory: JOURNAL, snapshotDirectory: SNAPSHOTS };
  const { firstSeq } = extent;
  return {
    async make({ journalHash, seq }) {
      const place = { ...places, firstSeq, end: { ...log.durableEnd, seq }, journalHash };
      const createMachine = () => new CoreMachine();
      const snapshot = await replayedSnapshot({ place, codec: CORE_CODEC, createMachine, files });
      return { snapshot, cpuMs: 0 };
    },
    cancel: async () => undefined,
  };
}

/** Tells the history of the instruments that it does not know yet. */
function listNewInstruments(history: HistoryStore, state: State, known: { count: number }): void {
  const added = state.instruments.slice(known.count);
  const rows = added.map((instrument) => instrumentRow(instrument, state.currencies));
  known.count = state.instruments.length;
  if (rows.length > 0) history.listInstruments(rows);
  const { paths } = state.generatedMarket;
  if (paths.length > 0) history.importPaths(paths);
}

/** What clients and readers saw must be there again. */
function checkExtent(world: World, lastSeq: number): void {
  if (lastSeq >= world.seenSeq) return;
  const message = `it was seen or told, yet the journal ends at ${lastSeq}`;
  throw new Violation("acknowledged", world.seenSeq, message);
}

/** Recovers and starts, as the exchange does. Fails as the file layer or recovery does. */
export async function beginLife(terms: LifeTerms): Promise<Life> {
  const { files, history, rates, world } = terms;
  const { salt } = terms;
  const log = new FileCommandLog({ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES, salt });
  const snapshots = new SnapshotStore({ directory: SNAPSHOTS, files });
  const extent = await log.open();
  if (log.bytesCut > 0) world.coverage.add("fault torn_write");
  checkExtent(world, extent.lastSeq);
  await snapshots.open();
  let machine = new WatchedMachine(world);
  let known = { count: 0 };
  const snapshotFaults: unknown[] = [];
  const toHistory = (events: EventBuffer): void => {
    listNewInstruments(history, machine.state, known);
    history.apply(events.copyWords());
  };
  const recovered = await recover({
    log,
    extent,
    codec: CORE_CODEC,
    createMachine: () => {
      machine = new WatchedMachine(world);
      known = { count: 0 };
      return machine;
    },
    ...(terms.usesSnapshots ? { snapshots } : {}),
    snapshotSeqMax: history.appliedSeq,
    onBatch: toHistory,
    onSnapshotFault: (fault) => snapshotFaults.push(fault),
  });
  if (recovered.snapshotSeq > 0) world.coverage.add("recovery from a snapshot");
  listNewInstruments(history, machine.state, known);
  const live = new LiveViews(machine.state.instruments);
  seedLiveViews(live, machine.state);
  const fatals: Fatal[] = [];
  const clock = terms.clock(recovered.timeMs);
  const sequencer: CoreSequencer = new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: { ...recovered, epoch: extent.epoch },
    clockMs: () => clock.nowMs(),
    isHeld: () => clock.isHeld,
    onFatal: (fatal) => fatals.push(fatal),
    tickIntervalMs: 0,
    batchCommandsMax: 16,
    batchBytesMax: BATCH_BYTES_MAX,
    queueCommandsMax: rates.queueCommandsMax,
    queueCommandsUrgent: 2,
  });
  sequencer.onBatch((events) => {
    live.onBatch(events.copyWords());
    toHistory(events);
  });
  const schedule = new SnapshotSchedule({
    sequencer,
    store: snapshots,
    maker: makerFromFiles(log, extent, files),
    onMakerFault: (fault) => snapshotFaults.push(fault),
    everyCommands: rates.snapshotEvery,
    snapshotSeq: recovered.snapshotSeq,
    onFault: (fault) => snapshotFaults.push(fault),
  });
  const { state } = machine;
  return { log, sequencer, state, live, fatals, schedule, snapshotFaults };
}

/** What was thrown while living, as a `Violation` where it is one. */
export function violationOf(thrown: unknown, seq: number): Violation | undefined {
  for (let one = thrown; one instanceof Error; one = one.cause) {
    if (one instanceof Violation) return one;
    if (one instanceof RecoveryFault) {
      const inner = violationOf(one.cause, seq);
      return inner ?? new Violation("recovery", seq, `${one.code}: ${one.message}`);
    }
  }
  return undefined;
}
