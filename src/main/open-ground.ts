/** What an engine stands on: journal, snapshots and history, on disk or in memory. */
import { join } from "node:path";
import { assert } from "../core/assert.ts";
import type { EventBuffer } from "../core/event-buffer.ts";
import type { State } from "../core/state.ts";
import type { CommandLog, LogExtent } from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../journal/file-command-log.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import type { History } from "../projections/history/history.ts";
import { inThreadHistory } from "../projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../projections/history/limits.ts";
import type { Fatal } from "../sequencer/port.ts";
import { HistoryFeed } from "./history/history-feed.ts";
import { type FollowingHistory, threadHistory } from "./history/thread-history.ts";

export type GroundOptions = {
  /** `undefined`: nothing is kept on disk. */
  readonly dataDir: string | undefined;
  /** Must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /** Told of what does not stop the exchange: a snapshot that could not be used or written. */
  readonly onFault: (fault: unknown) => void;
};

/** The history, and how it comes to know of a batch that is durable and applied. */
export type Recorder = {
  readonly history: History;
  /** The rows that are there were read: those of what the state comes to from here may follow. */
  start(state: State): void;
  record(events: EventBuffer, lastSeq: number): void;
};

export type Ground = {
  readonly log: CommandLog;
  readonly extent: LogExtent;
  readonly snapshots: SnapshotStore | undefined;
  /** Opens on a thread of its own, while others work. */
  readonly recorder: Promise<Recorder>;
};

/** Fails with a `LogFault` or the system's own error. */
export async function openGround(options: GroundOptions): Promise<Ground> {
  const { dataDir } = options;
  return dataDir === undefined ? openInMemory() : openOnDisk(dataDir, options);
}

/** Nothing on disk: the history is in memory too and given the events at once. */
async function openInMemory(): Promise<Ground> {
  const log = new EphemeralCommandLog();
  const extent = await log.open();
  const history = inThreadHistory({
    quietUsers: [],
    retention: RETENTION_DEFAULT,
    durableSeq: extent.lastSeq,
    path: ":memory:",
  });
  let feed: HistoryFeed | undefined;
  const start = (state: State): void => {
    feed = new HistoryFeed(history, state);
  };
  const record = (events: EventBuffer): void => {
    assert(feed !== undefined, "a history is started before it is given events");
    feed.tell();
    history.post(events.words());
  };
  const recorder = Promise.resolve({ history, start, record });
  return { log, extent, snapshots: undefined, recorder };
}

/** The history follows the journal on a thread of its own. */
async function openOnDisk(dataDir: string, options: GroundOptions): Promise<Ground> {
  const journalDirectory = join(dataDir, "journal");
  const snapshotDirectory = join(dataDir, "snapshots");
  const log = new FileCommandLog({ directory: journalDirectory });
  const extent = await log.open();
  const { firstSeq } = extent;
  let history: FollowingHistory | undefined;
  const appliedSeq = (): number => history?.appliedSeq ?? 0;
  const snapshots = new SnapshotStore({ directory: snapshotDirectory, neededSeq: appliedSeq });
  await snapshots.open();
  const opening = threadHistory({
    ...{ path: join(dataDir, "history.sqlite"), retention: RETENTION_DEFAULT },
    ...{ journalDirectory, snapshotDirectory, firstSeq, end: log.durableEnd },
    onFault: options.onFault,
    onEnd: (cause) => {
      const { message } = cause;
      options.onFatal({ code: "history_failed", seq: appliedSeq(), message, cause });
    },
  });
  const recorder = opening.then((opened): Recorder => {
    history = opened;
    const record = (events: EventBuffer, seq: number): void =>
      opened.follow(events.words(), { ...log.durableEnd, seq });
    return { history: opened, start: () => opened.start(), record };
  });
  return { log, extent, snapshots, recorder };
}
