/**
 * The exchange without its doors: journal, core, sequencer, live views and history, recovered and
 * running. Start-up and recovery are one path.
 */
import { isWorkDue } from "../core/clock/tick.ts";
import type { Command } from "../core/commands.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { Seq, TimeMs } from "../core/money/units.ts";
import type { CommandOutcome } from "../core/outcome.ts";
import type { State } from "../core/state.ts";
import { type Recovered, replayStart, replayTail } from "../journal/recovery.ts";
import type { History } from "../projections/history/history.ts";
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
import { type Ground, type GroundOptions, openGround, type Recorder } from "./open-ground.ts";

/** How long the end of the exchange waits for a history that lags, in ms. */
const HISTORY_WAIT_MS = 2_000;

type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type EngineOptions = GroundOptions & {
  /** Sees the recovered state before anything is added to the journal; throws to refuse it. */
  readonly checkState?: (state: State) => void;
  /** Begun by the engine once the journal's last time is known. */
  readonly time: ExchangeTime;
  /** Hears how the disk of the journal does. */
  readonly onDisk?: (news: DiskNews) => void;
};

export type Engine = {
  readonly state: State;
  readonly sequencer: CoreSequencer;
  readonly time: ExchangeTime;
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

/** Waits for the history for a while: what it lacks when the exchange ends, the next start adds. */
async function caughtUp(history: History): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, HISTORY_WAIT_MS);
  await Promise.race([history.flush(), promise]);
  clearTimeout(timer);
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
  /** A state before it which the rows of the history have passed, when they end before it. */
  readonly earlier: Recovered<CoreMachine> | undefined;
};

async function begin(ground: Ground, onSnapshotFault: (fault: Error) => void): Promise<Beginning> {
  const { extent, snapshots } = ground;
  const terms = {
    extent,
    createMachine: () => new CoreMachine(),
    ...(snapshots === undefined ? {} : { snapshots }),
    onSnapshotFault,
  };
  const newest = replayStart<Command, CoreMachine>(terms);
  const [start, recorder] = await Promise.all([newest, ground.recorder]);
  const { appliedSeq: snapshotSeqMax } = recorder.history;
  if (start.snapshotSeq <= snapshotSeqMax) return { start, recorder, earlier: undefined };
  const earlier = await replayStart<Command, CoreMachine>({ ...terms, snapshotSeqMax });
  return { start, recorder, earlier };
}

/**
 * The state at the end of the journal and the views of it. What the views show of the past they are
 * told by the rows of the history and, from the last of these on, by a replay: so nothing waits for
 * the rows that are still to be written. The state itself never begins before its newest snapshot.
 */
async function replay(ground: Ground, options: EngineOptions): Promise<Replayed> {
  const { extent, log } = ground;
  const { earlier, recorder, start } = await begin(ground, options.onFault);
  const { state } = start.machine;
  const live = new LiveViews(state.instruments);
  await live.loadPast(pastFromHistory(recorder.history, state.instruments));
  recorder.start(state);
  const onBatch = (events: EventBuffer, _firstSeq: number, lastSeq: number): void => {
    live.onReplay(events.words());
    recorder.record(events, lastSeq);
  };
  const terms = { log, codec: CORE_CODEC, onBatch };
  if (earlier !== undefined) {
    const { journalHash: lastHash, snapshotSeq: lastSeq } = start;
    const between = { ...extent, lastSeq, lastHash };
    await replayTail<Command, CoreMachine>({ ...terms, extent: between }, earlier);
  }
  const recovered = await replayTail<Command, CoreMachine>({ ...terms, extent }, start);
  options.time.begin(recovered.timeMs);
  seedLiveViews(live, state);
  return { recovered, live, recorder };
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
  const { onFault } = options;
  const schedule =
    snapshots && new SnapshotSchedule({ sequencer, store: snapshots, snapshotSeq, onFault });
  return {
    state,
    sequencer,
    time,
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
      await ground.close();
    },
  };
}
