/**
 * The exchange without its doors: journal, core, sequencer, live views and history, recovered and
 * running. Start-up and recovery are one path.
 */
import { join } from "node:path";
import type { Command } from "../core/commands.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { Currency, Instrument } from "../core/instruments/instrument.ts";
import type { Seq, TimeMs } from "../core/money/units.ts";
import type { CommandOutcome } from "../core/outcome.ts";
import type { State } from "../core/state.ts";
import type { CommandLog } from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../journal/file-command-log.ts";
import { recover } from "../journal/recovery.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import { type History, instrumentRow } from "../projections/history/history.ts";
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

/** Tells the history of instruments as they are listed. */
class Listings {
  readonly #state: State;
  readonly #history: History;
  #told = 0;

  constructor(state: State, history: History) {
    this.#state = state;
    this.#history = history;
  }

  tell(): void {
    const { currencies, instruments } = this.#state;
    if (instruments.length === this.#told) return;
    const rows = instruments.slice(this.#told).map((instrument: Instrument) => {
      const base = currencies[instrument.base] as Currency;
      return instrumentRow(instrument, base.decimals);
    });
    this.#told = instruments.length;
    this.#history.listInstruments(rows);
  }
}

function openLog(dataDir: string | undefined): CommandLog {
  return dataDir === undefined
    ? new EphemeralCommandLog()
    : new FileCommandLog({ directory: join(dataDir, "journal") });
}

async function openSnapshots(dataDir: string | undefined): Promise<SnapshotStore | undefined> {
  if (dataDir === undefined) return undefined;
  const store = new SnapshotStore({ directory: join(dataDir, "snapshots") });
  await store.open();
  return store;
}

/** Recovers and starts. Fails with a `RecoveryFault`, a `LogFault` or the system's own error. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir } = options;
  const log = openLog(dataDir);
  const extent = await log.open();
  const snapshots = await openSnapshots(dataDir);
  const history = await workerHistory(
    {
      path: dataDir === undefined ? ":memory:" : join(dataDir, "history.sqlite"),
      quietUsers: [],
      retention: RETENTION_DEFAULT,
      durableSeq: extent.lastSeq,
    },
    (error) => options.onFault(error),
  );
  let machine = new CoreMachine();
  let listings = new Listings(machine.state, history);
  const quiet = new Set<number>();
  const hush = (): void => {
    const added = options.quietUsers(machine.state).filter((user) => !quiet.has(user));
    if (added.length === 0) return;
    for (const user of added) quiet.add(user);
    history.addQuietUsers(added);
  };
  const toHistory = (events: EventBuffer): void => {
    listings.tell();
    hush();
    history.post(events.copyWords());
  };
  const recovered = await recover({
    log,
    extent,
    codec: CORE_CODEC,
    createMachine: () => {
      machine = new CoreMachine();
      listings = new Listings(machine.state, history);
      return machine;
    },
    ...(snapshots === undefined ? {} : { snapshots }),
    snapshotSeqMax: history.appliedSeq,
    onBatch: toHistory,
    onSnapshotFault: options.onFault,
  });
  listings.tell();
  await history.flush();
  const { state } = machine;
  const live = new LiveViews(state.instruments);
  seedLiveViews(live, state);
  await live.loadPast(await pastFromHistory(history, state.instruments));
  const sequencer: CoreSequencer = new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: {
      appliedSeq: recovered.appliedSeq,
      timeMs: recovered.timeMs,
      journalHash: recovered.journalHash,
      epoch: extent.epoch,
    },
    clockMs: options.clockMs,
    onFatal: options.onFatal,
    makeTick: tick,
  });
  sequencer.onBatch((events) => {
    live.onBatch(events.words());
    toHistory(events);
  });
  const schedule =
    snapshots === undefined
      ? undefined
      : new SnapshotSchedule({
          sequencer,
          store: snapshots,
          snapshotSeq: recovered.snapshotSeq,
          onFault: options.onFault,
        });
  return {
    state,
    sequencer,
    live,
    accounts: new LiveAccounts(state, live.orders),
    history,
    recovered: {
      commandsReplayed: recovered.commandsReplayed,
      snapshotSeq: recovered.snapshotSeq,
    },
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
