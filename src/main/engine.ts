/**
 * The exchange without its doors: journal, core, sequencer, live views and history, recovered and
 * running. Start-up and recovery are one path.
 */
import { join } from "node:path";
import { isWorkDue } from "../core/clock/tick.ts";
import type { Command, CommandDraft } from "../core/commands.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { CommandOutcome } from "../core/outcome.ts";
import type { State } from "../core/state.ts";
import { DURABLE_END_FILE } from "../journal/journal-end.ts";
import { type Recovered, RecoveryFault, replayStart, replayTail } from "../journal/recovery.ts";
import type { History } from "../projections/history/history.ts";
import { HistoryFault } from "../projections/history/history-fault.ts";
import { LiveAccounts } from "../projections/live/live-accounts.ts";
import { LiveViews } from "../projections/live/live-views.ts";
import { pastFromHistory } from "../projections/live/past-from-history.ts";
import { seedLiveViews } from "../projections/live/seed-live-views.ts";
import type { DiskNews } from "../sequencer/port.ts";
import { Sequencer } from "../sequencer/sequencer.ts";
import { SnapshotSchedule } from "../sequencer/snapshot-schedule.ts";
import { commandOwners } from "./command-owner.ts";
import { CORE_CODEC, CoreMachine } from "./core-machine.ts";
import type { ExchangeTime } from "./exchange-time.ts";
import {
  type Ground,
  type GroundOptions,
  HISTORY_FILE,
  openGround,
  type Recorder,
} from "./open-ground.ts";
import { snapshotCondition } from "./snapshot-condition.ts";
import { within } from "./within.ts";

/** How long the end of the exchange waits for a history that lags, in ms. */
const HISTORY_WAIT_MS = 2_000;
/** How long it then waits for its file to be closed, in ms. */
const HISTORY_CLOSE_MS = 500;
/** Within this time from the beginning of the stop, in ms, the history has ended or is left. */
const HISTORY_UNTIL_MS = 2_300;

type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type EngineOptions = GroundOptions & {
  /** Sees the recovered state before anything is added to the journal; throws to refuse it. */
  readonly checkState?: (state: State) => void;
  /** Begun by the engine once the journal's last time is known. */
  readonly time: ExchangeTime;
  /** Hears how the disk of the journal does. */
  readonly onDisk?: (news: DiskNews) => void;
};

/** Hears what a stop waits for: a step and its files. */
export type OnStep = (step: string) => void;

export type Engine = {
  readonly state: State;
  readonly sequencer: CoreSequencer;
  readonly time: ExchangeTime;
  readonly live: LiveViews;
  readonly accounts: LiveAccounts;
  readonly history: History;
  /** Commands replayed at start, and the snapshot the replay began from. */
  readonly recovered: { readonly commandsReplayed: number; readonly snapshotSeq: number };
  /**
   * Takes no more commands, lets the taken ones end, writes a snapshot, closes everything. A
   * history that does not end in time is left as it is: it can be rebuilt.
   */
  stop(onStep?: OnStep): Promise<void>;
};

function tick(): CommandDraft {
  return { kind: "tick" };
}

/**
 * Closes the history, with the rows that it can write in the time that is left: the next start adds
 * the others. One that does not end is named in the log.
 */
async function endHistory(
  history: History,
  { conditions, dataDir }: EngineOptions,
  waitMs: number,
): Promise<void> {
  // A history that cannot be written has told why.
  const flushed = history.flush().catch(() => undefined);
  await within(flushed, Math.min(HISTORY_WAIT_MS, waitMs));
  if (await within(history[Symbol.asyncDispose](), HISTORY_CLOSE_MS)) return;
  const path = join(dataDir ?? "", HISTORY_FILE);
  conditions.tell("stop_cut_short", `${path}: the history does not end and is left as it is`);
}

type Replayed = {
  readonly recovered: Recovered<CoreMachine>;
  readonly live: LiveViews;
  readonly recorder: Recorder;
};

type Beginning = {
  /** The newest snapshot, from which the state is replayed; loaded while the history opens. */
  readonly start: Recovered<CoreMachine>;
  readonly recorder: Recorder;
  /** What the rows of the history show of the past, and where they end. */
  readonly live: LiveViews;
  readonly pastSeq: number;
};

function startFrom(
  { extent, snapshots }: Ground,
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

async function begin(ground: Ground, onSnapshotFault: (fault: Error) => void): Promise<Beginning> {
  const newest = startFrom(ground, onSnapshotFault);
  const [start, recorder] = await Promise.all([newest, ground.recorder]);
  const { instruments } = start.machine.state;
  const past = pastFromHistory(recorder.history, instruments);
  const live = new LiveViews(instruments);
  try {
    await live.loadPast(past);
    return { start, recorder, live, pastSeq: past.seq };
  } catch (thrown) {
    // The rows cannot be read: all of the past comes from the journal.
    if (!(thrown instanceof HistoryFault)) throw thrown;
    return { start, recorder, live: new LiveViews(instruments), pastSeq: 0 };
  }
}

/**
 * The state at the end of the journal and the views of it. What the views show of the past they are
 * told by the rows of the history and, from the last of these on, by a replay: so nothing waits for
 * the rows that are still to be written. The state itself never begins before its newest snapshot.
 */
async function replay(ground: Ground, options: EngineOptions): Promise<Replayed> {
  const { extent, log } = ground;
  const { live, pastSeq, recorder, start } = await begin(ground, options.onFault);
  const { state } = start.machine;
  recorder.start(state);
  const onBatch = (events: EventBuffer, _firstSeq: number, lastSeq: number): void => {
    live.onReplay(events.words());
    recorder.record(events, lastSeq);
  };
  const terms = { log, codec: CORE_CODEC, onBatch };
  if (pastSeq < start.snapshotSeq) {
    const { journalHash: lastHash, snapshotSeq: lastSeq } = start;
    const between = { ...extent, lastSeq, lastHash };
    try {
      const earlier = await startFrom(ground, options.onFault, pastSeq);
      await replayTail<Command, CoreMachine>({ ...terms, extent: between }, earlier);
    } catch (thrown) {
      tellPastUnreadable(thrown, options);
    }
  }
  const recovered = await replayTail<Command, CoreMachine>({ ...terms, extent }, start);
  options.time.begin(recovered.timeMs);
  seedLiveViews(live, state);
  return { recovered, live, recorder };
}

/** Candles and trades lack what cannot be read; the state does not depend on it. */
function tellPastUnreadable(thrown: unknown, { conditions }: EngineOptions): void {
  const isFile = thrown instanceof RecoveryFault && thrown.code !== "invariant_broken";
  if (!isFile) throw thrown;
  conditions.tell(
    "past_unreadable",
    `no candles and trades before the snapshot: ${thrown.message}`,
  );
}

/** Nothing of a start that failed half-way is left running. */
async function abandon(ground: Ground): Promise<void> {
  await ground.recorder.then(
    ({ history }) => history[Symbol.asyncDispose](),
    () => undefined,
  );
  await ground.log.close();
  await ground.close();
}

/**
 * Recovers and starts. Fails with a `RecoveryFault`, a `LogFault`, a `ClockFault` or the system's
 * own error.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const ground = await openGround(options);
  const { extent, log, snapshots } = ground;
  const { time } = options;
  const { live, recorder, recovered } = await replay(ground, options)
    .then((replayed) => {
      options.checkState?.(replayed.recovered.machine.state);
      return replayed;
    })
    .catch(async (thrown) => {
      await abandon(ground);
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
    steadyMs: () => time.steadyMs(),
    isHeld: () => time.isHeld,
    onFatal: options.onFatal,
    ...(options.onDisk === undefined ? {} : { onDisk: options.onDisk }),
    ownerOf: commandOwners(state),
    makeTick: tick,
    isWorkDue: () => isWorkDue(state),
  });
  sequencer.onBatch((events, _firstSeq, lastSeq) => {
    live.onBatch(events.words());
    recorder.record(events, lastSeq);
  });
  const news = snapshotCondition(options.conditions, options.dataDir ?? "", options.onFault);
  const schedule =
    snapshots && new SnapshotSchedule({ sequencer, store: snapshots, snapshotSeq, ...news });
  return {
    state,
    sequencer,
    time,
    live,
    accounts: new LiveAccounts(state, live.orders),
    history,
    recovered: { commandsReplayed, snapshotSeq },
    async stop(onStep = () => undefined) {
      const untilMs = performance.now() + HISTORY_UNTIL_MS;
      const placed = (name: string): string => join(options.dataDir ?? "", name);
      onStep(`the last commands, in ${placed("journal")}`);
      await sequencer.stop();
      onStep(`the snapshot, in ${placed("snapshots")}`);
      await schedule?.writeNow();
      await schedule?.stop();
      onStep(`the history, in ${placed(HISTORY_FILE)}`);
      await endHistory(history, options, untilMs - performance.now());
      onStep(`the record of the journal's end, in ${placed(DURABLE_END_FILE)}`);
      await ground.close();
    },
  };
}
