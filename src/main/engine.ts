/**
 * The exchange without its doors: journal, core, sequencer, live views and history, recovered and
 * running. Start-up and recovery are one path.
 */
import { join } from "node:path";
import { isWorkDue } from "../core/clock/tick.ts";
import type { Command } from "../core/commands.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { Seq, TimeMs } from "../core/money/units.ts";
import type { CommandOutcome } from "../core/outcome.ts";
import type { State } from "../core/state.ts";
import type { CommandLog, LogExtent } from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../journal/file-command-log.ts";
import { type Recovered, replayStart, replayTail } from "../journal/recovery.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import type { History } from "../projections/history/history.ts";
import { inThreadHistory } from "../projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../projections/history/limits.ts";
import { LiveAccounts } from "../projections/live/live-accounts.ts";
import { LiveViews } from "../projections/live/live-views.ts";
import { pastFromHistory } from "../projections/live/past-from-history.ts";
import { seedLiveViews } from "../projections/live/seed-live-views.ts";
import type { Fatal } from "../sequencer/port.ts";
import { Sequencer } from "../sequencer/sequencer.ts";
import { SnapshotSchedule } from "../sequencer/snapshot-schedule.ts";
import { CORE_CODEC, CoreMachine } from "./core-machine.ts";
import { HistoryFeed } from "./history-feed.ts";
import { threadHistory } from "./thread-history.ts";

/** How long the end of the exchange waits for a history that lags, in ms. */
const HISTORY_WAIT_MS = 2_000;

type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type EngineOptions = {
  /** `undefined`: nothing is kept on disk. */
  readonly dataDir: string | undefined;
  readonly clockMs: () => number;
  /** Must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /** Told of what does not stop the exchange: a snapshot that could not be used or written. */
  readonly onFault: (fault: unknown) => void;
};

export type Engine = {
  readonly state: State;
  readonly sequencer: CoreSequencer;
  readonly live: LiveViews;
  readonly accounts: LiveAccounts;
  readonly history: History;
  /** Commands replayed at start, and the snapshot the replay began from. */
  readonly recovered: { readonly commandsReplayed: number; readonly snapshotSeq: number };
  /** Takes no more commands, lets the taken ones end, writes a snapshot, closes everything. */
  stop(): Promise<void>;
};

function tick(): Command {
  return { kind: "tick", seq: 0 as Seq, timeMs: 0 as TimeMs };
}

/** The history, and how it comes to know of a batch that is durable and applied. */
type Recorder = {
  readonly history: History;
  /** The rows that are there have been read: more may be written. */
  start(): void;
  record(events: EventBuffer, lastSeq: number): void;
};

type Ground = {
  readonly log: CommandLog;
  readonly extent: LogExtent;
  readonly snapshots: SnapshotStore | undefined;
  /** The last command whose rows the history has. */
  readonly historySeq: number;
  readonly recorderOf: (state: State) => Recorder;
};

/** Nothing on disk: the history is in memory too and given the events at once. */
async function openInMemory(): Promise<Ground> {
  const log = new EphemeralCommandLog();
  const extent = await log.open();
  const recorderOf = (state: State): Recorder => {
    const history = inThreadHistory({
      quietUsers: [],
      retention: RETENTION_DEFAULT,
      durableSeq: extent.lastSeq,
      path: ":memory:",
    });
    const feed = new HistoryFeed(history, state);
    const record = (events: EventBuffer): void => {
      feed.tell();
      history.post(events.words());
    };
    return { history, start: () => undefined, record };
  };
  return { log, extent, snapshots: undefined, historySeq: 0, recorderOf };
}

/** The history follows the journal on a thread of its own. */
async function openOnDisk(dataDir: string, options: EngineOptions): Promise<Ground> {
  const journalDirectory = join(dataDir, "journal");
  const snapshotDirectory = join(dataDir, "snapshots");
  const log = new FileCommandLog({ directory: journalDirectory });
  const extent = await log.open();
  const { firstSeq } = extent;
  const history = await threadHistory({
    ...{ path: join(dataDir, "history.sqlite"), retention: RETENTION_DEFAULT },
    ...{ journalDirectory, snapshotDirectory, firstSeq, end: log.durableEnd },
    onFault: options.onFault,
    onEnd: (cause) => {
      const { appliedSeq: seq } = history;
      options.onFatal({ code: "history_failed", seq, message: cause.message, cause });
    },
  });
  const neededSeq = (): number => history.appliedSeq;
  const snapshots = new SnapshotStore({ directory: snapshotDirectory, neededSeq });
  await snapshots.open();
  const record = (events: EventBuffer, seq: number): void =>
    history.follow(events.words(), { ...log.durableEnd, seq });
  const recorder: Recorder = { history, start: () => history.start(), record };
  const historySeq = history.appliedSeq;
  return { log, extent, snapshots, historySeq, recorderOf: () => recorder };
}

/** Waits for the history for a while: what it lacks when the exchange ends, the next start adds. */
async function caughtUp(history: History): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, HISTORY_WAIT_MS);
  await Promise.race([history.flush(), promise]);
  clearTimeout(timer);
}

async function liveViewsOf(history: History, state: State): Promise<LiveViews> {
  const live = new LiveViews(state.instruments);
  seedLiveViews(live, state);
  await live.loadPast(pastFromHistory(history, state.instruments));
  return live;
}

type Replayed = {
  readonly recovered: Recovered<CoreMachine>;
  readonly live: LiveViews;
  readonly recorder: Recorder;
};

/**
 * The state at the end of the journal and the views of it. The replay begins at a snapshot that the
 * history has passed: its rows tell the views of what was before, the replay of what came after,
 * so nothing waits for the rows that it has still to write.
 */
async function replay(ground: Ground, options: EngineOptions): Promise<Replayed> {
  const { extent, historySeq, log, snapshots } = ground;
  const start = await replayStart<Command, CoreMachine>({
    extent,
    createMachine: () => new CoreMachine(),
    ...(snapshots === undefined ? {} : { snapshots }),
    snapshotSeqMax: historySeq,
    onSnapshotFault: options.onFault,
  });
  const { state } = start.machine;
  const recorder = ground.recorderOf(state);
  const live = await liveViewsOf(recorder.history, state);
  recorder.start();
  const onBatch = (events: EventBuffer, _firstSeq: number, lastSeq: number): void => {
    live.onBatch(events.words());
    recorder.record(events, lastSeq);
  };
  const recovered = await replayTail({ log, extent, codec: CORE_CODEC, onBatch }, start);
  return { recovered, live, recorder };
}

/** Recovers and starts. Fails with a `RecoveryFault`, a `LogFault` or the system's own error. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir } = options;
  const ground = await (dataDir === undefined ? openInMemory() : openOnDisk(dataDir, options));
  const { extent, log, snapshots } = ground;
  const { live, recorder, recovered } = await replay(ground, options);
  const { history } = recorder;
  const { machine } = recovered;
  const { state } = machine;
  const { appliedSeq, commandsReplayed, journalHash, snapshotSeq, timeMs } = recovered;
  const sequencer: CoreSequencer = new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: { appliedSeq, timeMs, journalHash, epoch: extent.epoch },
    clockMs: options.clockMs,
    onFatal: options.onFatal,
    makeTick: tick,
    isWorkDue: () => isWorkDue(state),
  });
  sequencer.onBatch((events, _firstSeq, lastSeq) => {
    live.onBatch(events.words());
    recorder.record(events, lastSeq);
  });
  const { onFault } = options;
  const schedule =
    snapshots && new SnapshotSchedule({ sequencer, store: snapshots, snapshotSeq, onFault });
  return {
    state,
    sequencer,
    live,
    accounts: new LiveAccounts(state, live.orders),
    history,
    recovered: { commandsReplayed, snapshotSeq },
    async stop() {
      await sequencer.stop();
      await caughtUp(history);
      await schedule?.writeNow();
      await schedule?.stop();
      await history[Symbol.asyncDispose]();
    },
  };
}
