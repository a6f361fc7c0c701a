/**
 * The engine: journal, core, sequencer, live projections and history, recovered and running,
 * without external interfaces. Start-up and recovery share one path.
 */
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { CommandOutcome } from "../core/base/outcome.ts";
import { isWorkDue } from "../core/clock/tick.ts";
import type { Command, CommandDraft } from "../core/commands/commands.ts";
import type { EventBuffer } from "../core/events/event-buffer.ts";
import type { State } from "../core/state.ts";
import { DURABLE_END_FILE } from "../journal/journal-end.ts";
import {
  decodeBatch,
  type Recovered,
  RecoveryFault,
  replayStart,
  replayTail,
} from "../journal/recovery.ts";
import { pastOfState } from "../projections/history/founded-past.ts";
import type { History } from "../projections/history/history.ts";
import { HistoryFault } from "../projections/history/history-fault.ts";
import { completeOrders } from "../projections/live/complete-orders.ts";
import { expectComputedPast } from "../projections/live/expect-computed-past.ts";
import { LiveAccounts } from "../projections/live/live-accounts.ts";
import { LiveViews } from "../projections/live/live-views.ts";
import { pastFromHistory } from "../projections/live/past-from-history.ts";
import { seedLiveViews } from "../projections/live/seed-live-views.ts";
import type { DiskReport } from "../sequencer/port.ts";
import { Sequencer } from "../sequencer/sequencer.ts";
import { SnapshotSchedule } from "../sequencer/snapshot-schedule.ts";
import { commandOwners } from "./command-owner.ts";
import { CORE_CODEC, CoreMachine } from "./core-machine.ts";
import {
  type EngineStorage,
  openStorage,
  type Recorder,
  type StorageOptions,
} from "./engine-storage.ts";
import type { ExchangeTime } from "./exchange-time.ts";
import { HISTORY_FILE } from "./history/start-history-thread.ts";
import { snapshotCondition } from "./snapshot-condition.ts";
import { within } from "./within.ts";

/** Pause before a read of the history that the start has put off is tried again, in ms. */
const HISTORY_RETRY_MS = 1_000;
/** Longest wait of a stop for a history that lags, in ms. */
const HISTORY_WAIT_MS = 2_000;
/** Longest wait of a stop for closing the history file, in ms. */
const HISTORY_CLOSE_MS = 500;
/** Time from the beginning of a stop after which it no longer waits for the history, in ms. */
const HISTORY_UNTIL_MS = 2_300;

type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type EngineOptions = StorageOptions & {
  /** Checks the recovered state before the journal is written to; throws to refuse the state. */
  readonly checkState?: (state: State) => void;
  /** Time source; the engine begins it once the last time of the journal is known. */
  readonly time: ExchangeTime;
  /** Receives reports on the state of the journal's disk. */
  readonly onDiskReport?: (report: DiskReport) => void;
};

/** Receives the step that a stop waits for, with its files. */
export type OnStopStep = (step: string) => void;

export type Engine = {
  readonly state: State;
  readonly sequencer: CoreSequencer;
  readonly time: ExchangeTime;
  readonly live: LiveViews;
  readonly accounts: LiveAccounts;
  readonly history: History;
  /**
   * Reads a command from the journal; undefined when the journal no longer has it. Fails with a
   * `LogFault`, a `RecoveryFault` or the system's own error.
   */
  readonly commandAt: (seq: number) => Promise<Command | undefined>;
  readonly recovered: {
    /** Number of commands replayed at the start. */
    readonly commandsReplayed: number;
    /** The snapshot that the replay began from. */
    readonly snapshotSeq: number;
    /** Time of the last command, in ms since 1970; 0 for a new exchange. */
    readonly timeMs: number;
  };
  /** Seq of the newest snapshot, 0 before the first; undefined when nothing is kept on disk. */
  newestSnapshotSeq(): number | undefined;
  /** Announces a past to the live views; called once, after it was founded, before any price. */
  expectFoundedPast(): void;
  /**
   * Does what a start puts off: loads the announced past little by little, so that no reader has to
   * wait for it, completes the records of open orders, and begins to write a new history.
   */
  completeStart(): void;
  /**
   * Refuses new commands, finishes the accepted ones, writes a snapshot and closes everything.
   * Abandons a history that does not close in time: it can be rebuilt. A snapshot that cannot be
   * written is the last step, and rejects with its cause after everything else is closed.
   */
  stop(onStep?: OnStopStep): Promise<void>;
};

function tick(): CommandDraft {
  return { kind: "tick" };
}

/**
 * Closes the history after writing the rows that the remaining time allows; the next start adds the
 * others. Reports a history that does not close in time.
 */
async function endHistory(
  history: History,
  { conditions, dataDir }: EngineOptions,
  waitMs: number,
): Promise<void> {
  // A history that cannot be written has already reported the cause.
  const flushed = history.flush().catch(() => undefined);
  await within(flushed, Math.min(HISTORY_WAIT_MS, waitMs));
  if (await within(history[Symbol.asyncDispose](), HISTORY_CLOSE_MS)) return;
  const path = join(dataDir ?? "", HISTORY_FILE);
  conditions.report("stop_cut_short", `${path}: the history does not end and is left as it is`);
}

type Replayed = {
  readonly recovered: Recovered<CoreMachine>;
  readonly live: LiveViews;
  readonly recorder: Recorder;
};

type ReplayStart = {
  /** The newest snapshot, from which the state is replayed; loads while the history opens. */
  readonly start: Recovered<CoreMachine>;
  readonly recorder: Recorder;
  /** Live projections filled from the rows of the history, and the last seq of these rows. */
  readonly live: LiveViews;
  readonly pastSeq: number;
};

function startFrom(
  { extent, snapshots }: EngineStorage,
  onSnapshotFault: (fault: Error) => void,
  snapshotSeqMax = Number.POSITIVE_INFINITY,
): Promise<Recovered<CoreMachine>> {
  return replayStart<Command, CoreMachine>({
    extent,
    createMachine: () => new CoreMachine(),
    ...(snapshots === undefined ? {} : { snapshots }),
    snapshotSeqMax,
    onSnapshotFault,
  });
}

async function openReplay(
  storage: EngineStorage,
  onSnapshotFault: (fault: Error) => void,
): Promise<ReplayStart> {
  const newest = startFrom(storage, onSnapshotFault);
  const [start, recorder] = await Promise.all([newest, storage.recorder]);
  const { instruments } = start.machine.state;
  if (storage.extent.lastSeq === 0) {
    return { start, recorder, live: new LiveViews(instruments), pastSeq: 0 };
  }
  const { appliedMs: timeMs, appliedSeq: seq } = recorder.history;
  const past = pastFromHistory(recorder.history, instruments, { seq, timeMs });
  const live = new LiveViews(instruments);
  try {
    await live.loadPast(past);
    return { start, recorder, live, pastSeq: past.seq };
  } catch (thrown) {
    // The rows cannot be read: the projections are rebuilt from the journal.
    if (!(thrown instanceof HistoryFault)) throw thrown;
    return { start, recorder, live: new LiveViews(instruments), pastSeq: 0 };
  }
}

/**
 * Replays the journal to its end and builds the projections. The past of the projections comes from
 * the rows of the history, and after the last of these from a replay, so the start does not wait
 * for rows that are not yet written. The state itself always begins at its newest snapshot.
 */
async function replay(storage: EngineStorage, options: EngineOptions): Promise<Replayed> {
  const { extent, log } = storage;
  const { live, pastSeq, recorder, start } = await openReplay(storage, options.onFault);
  const { state } = start.machine;
  recorder.start(state);
  const onBatch = (events: EventBuffer, _firstSeq: number, lastSeq: number): void => {
    live.onReplay(events.words());
    recorder.record(events, lastSeq);
  };
  const replayOptions = { log, codec: CORE_CODEC, onBatch };
  if (pastSeq < start.snapshotSeq) {
    const { journalHash: lastHash, snapshotSeq: lastSeq } = start;
    const pastExtent = { ...extent, lastSeq, lastHash };
    try {
      const pastStart = await startFrom(storage, options.onFault, pastSeq);
      await replayTail<Command, CoreMachine>({ ...replayOptions, extent: pastExtent }, pastStart);
    } catch (thrown) {
      reportPastUnreadable(thrown, options);
    }
  }
  const recovered = await replayTail<Command, CoreMachine>({ ...replayOptions, extent }, start);
  options.time.begin(recovered.timeMs);
  seedLiveViews(live, state);
  // Where the rows do not have the past yet, the founding was replayed: it comes before all prices.
  if (!live.candles.series(0, "last", "1m").isTruncated) expectFoundedPast(live, state);
  return { recovered, live, recorder };
}

/** Announces the computed past to live views that do not have it; without a past does nothing. */
function expectFoundedPast(live: LiveViews, state: State): void {
  const founded = pastOfState(state);
  if (founded !== undefined) expectComputedPast(live, founded);
}

/** Loads the announced past of one instrument after the other, unless it was read before. */
async function loadExpectedPasts({ candles }: LiveViews, signal: AbortSignal): Promise<void> {
  for (const instrument of candles.expected) {
    // Orders and reads come first.
    await setImmediate();
    if (signal.aborted) return;
    candles.loadExpected(instrument);
  }
}

/** Completes the records of open orders; tries again while the history cannot be read. */
function completeLive({ orders }: LiveViews, history: History, signal: AbortSignal): Promise<void> {
  const pause = () => setTimeout(HISTORY_RETRY_MS, undefined, { signal }).catch(() => undefined);
  return completeOrders({ history, orders, signal, pause });
}

/** Reports that older candles and trades are missing; the state does not depend on them. */
function reportPastUnreadable(thrown: unknown, { conditions }: EngineOptions): void {
  const isFile = thrown instanceof RecoveryFault && thrown.code !== "invariant_broken";
  if (!isFile) throw thrown;
  conditions.report(
    "past_unreadable",
    `no candles and trades before the snapshot: ${thrown.message}`,
  );
}

/** Closes what a failed start has opened. */
async function closeFailedStart(storage: EngineStorage): Promise<void> {
  await storage.recorder.then(
    ({ history }) => history[Symbol.asyncDispose](),
    () => undefined,
  );
  await storage.log.close();
  await storage.close();
}

/** Begins to write snapshots; undefined without disk. Each lets the journal before be archived. */
function scheduleSnapshots(
  { archive, snapshotMaker, snapshots }: EngineStorage,
  { conditions, dataDir, onFault }: EngineOptions,
  start: { readonly sequencer: CoreSequencer; readonly snapshotSeq: number },
): SnapshotSchedule<Command, CommandOutcome, EventBuffer> | undefined {
  if (snapshots === undefined) return undefined;
  const listeners = snapshotCondition(conditions, dataDir ?? "", onFault);
  return new SnapshotSchedule({
    ...{ ...start, ...listeners, store: snapshots },
    ...(snapshotMaker === undefined ? {} : { maker: snapshotMaker, onMakerFault: onFault }),
    onWritten(seq) {
      listeners.onWritten?.(seq);
      archive?.();
    },
  });
}

type StopParts = {
  readonly history: History;
  readonly schedule: ReturnType<typeof scheduleSnapshots>;
  readonly sequencer: CoreSequencer;
  readonly storage: EngineStorage;
};

/** Stops the parts in order; see `Engine.stop`. */
async function stopEngine(
  { history, schedule, sequencer, storage }: StopParts,
  options: EngineOptions,
  onStep: OnStopStep,
): Promise<void> {
  const untilMs = performance.now() + HISTORY_UNTIL_MS;
  const pathOf = (name: string): string => join(options.dataDir ?? "", name);
  onStep(`the last commands, in ${pathOf("journal")}`);
  await sequencer.stop();
  const snapshotStep = `the snapshot, in ${pathOf("snapshots")}`;
  onStep(snapshotStep);
  const unwritten = await schedule?.writeLast().then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  await schedule?.stop();
  onStep(`the history, in ${pathOf(HISTORY_FILE)}`);
  await endHistory(history, options, untilMs - performance.now());
  onStep(`the record of the journal's end, in ${pathOf(DURABLE_END_FILE)}`);
  await storage.close();
  if (unwritten === undefined) return;
  onStep(snapshotStep);
  throw unwritten.thrown;
}

/**
 * Recovers the state and starts the engine. Fails with a `RecoveryFault`, a `LogFault`, a
 * `ClockFault` or the system's own error.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const storage = await openStorage(options);
  const { extent, log } = storage;
  const { time } = options;
  const { live, recorder, recovered } = await replay(storage, options)
    .then((replayed) => {
      options.checkState?.(replayed.recovered.machine.state);
      return replayed;
    })
    .catch(async (thrown) => {
      await closeFailedStart(storage);
      throw thrown;
    });
  const { history } = recorder;
  const { machine } = recovered;
  const { state } = machine;
  const { appliedSeq, commandsReplayed, journalHash, snapshotSeq, timeMs } = recovered;
  const sequencer: CoreSequencer = new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: { appliedSeq, timeMs, journalHash, epoch: extent.epoch },
    clockMs: () => time.nowMs(),
    monotonicMs: () => time.monotonicMs(),
    isHeld: () => time.isHeld,
    onFatal: options.onFatal,
    ...(options.onDiskReport === undefined ? {} : { onDiskReport: options.onDiskReport }),
    ...{ ownerOf: commandOwners(state), makeTick: tick },
    isWorkDue: () => isWorkDue(state),
  });
  sequencer.onBatch((events, _firstSeq, lastSeq) => {
    live.onBatch(events.words());
    recorder.record(events, lastSeq);
  });
  const schedule = scheduleSnapshots(storage, options, { sequencer, snapshotSeq });
  const stopping = new AbortController();
  return {
    state,
    sequencer,
    time,
    live,
    accounts: new LiveAccounts(state, live.orders),
    history,
    commandAt: async (seq) => {
      const batch = await storage.batchOf(seq);
      return batch && decodeBatch(CORE_CODEC, batch)[seq - batch.firstSeq];
    },
    recovered: { commandsReplayed, snapshotSeq, timeMs },
    newestSnapshotSeq: () => schedule?.writtenSeq,
    expectFoundedPast: () => expectFoundedPast(live, state),
    completeStart() {
      recorder.launch();
      loadExpectedPasts(live, stopping.signal).catch(options.onFault);
      completeLive(live, history, stopping.signal).catch(options.onFault);
    },
    stop(onStep = () => undefined) {
      stopping.abort();
      return stopEngine({ history, schedule, sequencer, storage }, options, onStep);
    },
  };
}
