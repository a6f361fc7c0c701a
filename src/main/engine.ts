/**
 * The exchange without its doors: journal, core, sequencer, live views and history, recovered and
 * running. Start-up and recovery are one path.
 */
import { join } from "node:path";
import { isWorkDue } from "../core/clock/tick.ts";
import type { Command } from "../core/commands.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { Currency, Instrument } from "../core/instruments/instrument.ts";
import type { Seq, TimeMs } from "../core/money/units.ts";
import type { CommandOutcome } from "../core/outcome.ts";
import type { State } from "../core/state.ts";
import type { CommandLog, LogExtent } from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../journal/file-command-log.ts";
import { recover } from "../journal/recovery.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import { type History, instrumentRow } from "../projections/history/history.ts";
import { inThreadHistory } from "../projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../projections/history/limits.ts";
import { workerHistory } from "../projections/history/worker-history.ts";
import { LiveAccounts } from "../projections/live/live-accounts.ts";
import { LiveViews } from "../projections/live/live-views.ts";
import { pastFromHistory } from "../projections/live/past-from-history.ts";
import { seedLiveViews } from "../projections/live/seed-live-views.ts";
import type { Fatal } from "../sequencer/port.ts";
import { Sequencer } from "../sequencer/sequencer.ts";
import { SnapshotSchedule } from "../sequencer/snapshot-schedule.ts";
import { CORE_CODEC, CoreMachine } from "./core-machine.ts";

type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

export type EngineOptions = {
  /** `undefined`: nothing is kept on disk. */
  readonly dataDir: string | undefined;
  readonly clockMs: () => number;
  /** Must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /** Told of what does not stop the exchange: a snapshot that could not be used or written. */
  readonly onFault: (fault: unknown) => void;
  /** Commands of these users stand in no history; public trades and candles do. */
  readonly quietUsers: (state: State) => readonly number[];
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

/** Feeds the history: what is listed, whose rows stay out, and the events of each batch. */
class HistoryFeed {
  readonly #history: History;
  readonly #quietUsers: EngineOptions["quietUsers"];
  readonly #quiet = new Set<number>();
  #state: State;
  #listed = 0;
  #users = 0;

  constructor(history: History, state: State, quietUsers: EngineOptions["quietUsers"]) {
    this.#history = history;
    this.#state = state;
    this.#quietUsers = quietUsers;
  }

  /** Recovery begins with another machine, whose instruments are told anew. */
  follow(state: State): void {
    this.#state = state;
    this.#listed = 0;
  }

  take(events: EventBuffer): void {
    this.tell();
    this.#history.post(events.copyWords());
  }

  /** Tells what the events to come may name. */
  tell(): void {
    const { currencies, instruments, users } = this.#state;
    if (instruments.length > this.#listed) {
      const added = instruments.slice(this.#listed).map((instrument: Instrument) => {
        const base = currencies[instrument.base] as Currency;
        return instrumentRow(instrument, base.decimals);
      });
      this.#listed = instruments.length;
      this.#history.listInstruments(added);
    }
    if (users.length === this.#users) return;
    this.#users = users.length;
    const hushed = this.#quietUsers(this.#state).filter((user) => !this.#quiet.has(user));
    for (const user of hushed) this.#quiet.add(user);
    if (hushed.length > 0) this.#history.addQuietUsers(hushed);
  }
}

type Ground = {
  readonly log: CommandLog;
  readonly extent: LogExtent;
  readonly snapshots: SnapshotStore | undefined;
  readonly history: History;
};

async function openGround({ dataDir, onFault }: EngineOptions): Promise<Ground> {
  const log =
    dataDir === undefined
      ? new EphemeralCommandLog()
      : new FileCommandLog({ directory: join(dataDir, "journal") });
  const extent = await log.open();
  const settings = { quietUsers: [], retention: RETENTION_DEFAULT, durableSeq: extent.lastSeq };
  if (dataDir === undefined) {
    const history = inThreadHistory({ ...settings, path: ":memory:" });
    return { log, extent, snapshots: undefined, history };
  }
  const snapshots = new SnapshotStore({ directory: join(dataDir, "snapshots") });
  await snapshots.open();
  const path = join(dataDir, "history.sqlite");
  const history = await workerHistory({ ...settings, path }, onFault);
  return { log, extent, snapshots, history };
}

async function liveViewsOf(history: History, state: State): Promise<LiveViews> {
  await history.flush();
  const live = new LiveViews(state.instruments);
  seedLiveViews(live, state);
  await live.loadPast(await pastFromHistory(history, state.instruments));
  return live;
}

/** Recovers and starts. Fails with a `RecoveryFault`, a `LogFault` or the system's own error. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { extent, history, log, snapshots } = await openGround(options);
  let machine = new CoreMachine();
  const feed = new HistoryFeed(history, machine.state, options.quietUsers);
  const recovered = await recover({
    log,
    extent,
    codec: CORE_CODEC,
    createMachine: () => {
      machine = new CoreMachine();
      feed.follow(machine.state);
      return machine;
    },
    ...(snapshots === undefined ? {} : { snapshots }),
    snapshotSeqMax: history.appliedSeq,
    onBatch: (events) => feed.take(events),
    onSnapshotFault: options.onFault,
  });
  feed.tell();
  const { state } = machine;
  const live = await liveViewsOf(history, state);
  const { appliedSeq, commandsReplayed, journalHash, snapshotSeq, timeMs } = recovered;
  const sequencer: CoreSequencer = new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: { appliedSeq, timeMs, journalHash, epoch: extent.epoch },
    clockMs: options.clockMs,
    onFatal: options.onFatal,
    isHeldBack: () => history.isOverloaded,
    makeTick: tick,
    isWorkDue: () => isWorkDue(state),
  });
  sequencer.onBatch((events) => {
    live.onBatch(events.words());
    feed.take(events);
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
      await sequencer.drain();
      await history.flush();
      await schedule?.writeNow();
      await schedule?.stop();
      await sequencer.stop();
      await history[Symbol.asyncDispose]();
    },
  };
}
