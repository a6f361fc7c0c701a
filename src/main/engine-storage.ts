/** Storage of an engine: journal, snapshots and history, on disk or in memory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { assert } from "../core/base/assert.ts";
import type { EventBuffer } from "../core/events/event-buffer.ts";
import type { State } from "../core/state.ts";
import { checkSnapshot } from "../journal/check-file.ts";
import {
  type CommandLog,
  type LogExtent,
  LogFault,
  type LoggedBatch,
  SEQ_FIRST,
} from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";
import { FileCommandLog } from "../journal/file-command-log.ts";
import { findBatch } from "../journal/find-batch.ts";
import {
  DURABLE_END_FILE,
  EndRecorder,
  type EndWitness,
  type RecordedEnd,
  readRecordedEnd,
} from "../journal/journal-end.ts";
import { nodeFileLayer } from "../journal/node-file-layer.ts";
import { messageOf } from "../journal/operating-fault.ts";
import { PathWatch } from "../journal/path-watch.ts";
import { lostPath } from "../journal/repair-tail.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import type { Conditions } from "../ops/conditions.ts";
import type { History } from "../projections/history/history.ts";
import { inThreadHistory } from "../projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT, type RemovedRows } from "../projections/history/limits.ts";
import type { Fatal } from "../sequencer/port.ts";
import type { SnapshotMaker } from "../sequencer/snapshot-schedule.ts";
import { CREDENTIALS_FILE } from "./credentials.ts";
import type { FollowingHistory } from "./history/following-history.ts";
import { HistoryFeed } from "./history/history-feed.ts";
import { renameDatabase } from "./history/set-aside.ts";
import { HISTORY_FILE } from "./history/start-history-thread.ts";
import { threadHistory } from "./history/thread-history.ts";
import { JournalArchive, type JournalRetention } from "./journal-archive.ts";
import { ThreadSnapshots } from "./snapshots/thread-snapshots.ts";

export type StorageOptions = {
  /** Data directory; `undefined` keeps everything in memory. */
  readonly dataDir: string | undefined;
  /** Called for a fatal fault; must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /**
   * Receives faults that do not stop the exchange, such as a snapshot that could not be read or
   * written.
   */
  readonly onFault: (fault: unknown) => void;
  /** Receives the conditions of machine and files. */
  readonly conditions: Conditions;
  /** Path of the lock file, which must not be replaced while the exchange runs. */
  readonly lockPath?: string | undefined;
  /**
   * Last seq the operator expects in the journal; the operator accepts the loss of later commands.
   */
  readonly acceptLossAfter?: number | undefined;
  /** A started history thread; one is started when it is absent. Ended without a data directory. */
  readonly historyThread?: Worker | undefined;
  /** How long archives of the journal are kept; absent: for ever. */
  readonly journalRetention?: JournalRetention | undefined;
  /** How long a user's rows of the history are kept, in ms; absent or 0: for ever. */
  readonly keepHistoryMs?: number | undefined;
  /** Words of events that may wait for the history in memory; absent: `HANDED_WORDS_MAX`. */
  readonly handedWordsMax?: number;
  /** Called when rows of the history were deleted because of `keepHistoryMs`. */
  readonly onHistoryRemoved?: (removed: RemovedRows) => void;
};

/** Time after which a failed write of the journal's end is repeated, in ms. */
const END_RETRY_MS = 60_000;

const KEEP_ALL: JournalRetention = {
  keepMs: undefined,
  nowMs: () => 0,
  onRemoved: () => undefined,
};

/** The history and the function that feeds it durable and applied batches. */
export type Recorder = {
  readonly history: History;
  /** Called once the existing rows have been read: from here on rows may be appended. */
  start(state: State): void;
  /** Begins to write a new history; its thread loads while requests are answered. */
  launch(): void;
  record(events: EventBuffer, lastSeq: number): void;
};

export type EngineStorage = {
  readonly log: CommandLog;
  readonly extent: LogExtent;
  readonly snapshots: SnapshotStore | undefined;
  /** Makes snapshots on a thread of its own; absent without disk. */
  readonly snapshotMaker?: SnapshotMaker;
  /**
   * Returns the batch that contains a seq; undefined when the journal no longer has it. Fails with
   * a `LogFault` or the system's own error.
   */
  readonly batchOf: (seq: number) => Promise<LoggedBatch | undefined>;
  /** Opens on a thread of its own, in parallel with the rest of the start. */
  readonly recorder: Promise<Recorder>;
  /** Archives what no start needs of the journal; absent without disk. Call it after a snapshot. */
  readonly archive?: () => void;
  /** Stops background tasks and waits for their pending writes. */
  close(): Promise<void>;
};

/** Opens the storage. Fails with a `LogFault` or the system's own error. */
export async function openStorage(options: StorageOptions): Promise<EngineStorage> {
  const { dataDir, historyThread } = options;
  if (dataDir !== undefined) return openOnDisk(dataDir, options);
  await historyThread?.terminate();
  return openInMemory();
}

/** A log in memory that no longer has a batch is no fault. */
function batchAfterGap(thrown: unknown): undefined {
  if (!(thrown instanceof LogFault) || thrown.code !== "gap") throw thrown;
}

/** Opens storage without disk: the history is in memory too and receives the events directly. */
async function openInMemory(): Promise<EngineStorage> {
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
    feed.update();
    history.post(events.words());
  };
  const recorder = Promise.resolve({ history, start, launch: () => undefined, record });
  const batchOf = (seq: number): Promise<LoggedBatch | undefined> =>
    log.read(seq, 1).then(([batch]) => batch, batchAfterGap);
  const close = async (): Promise<void> => undefined;
  return { log, extent, snapshots: undefined, batchOf, recorder, close };
}

/** Returns the last seq that a history contains; undefined when there is no readable history. */
function historyWitness(path: string): EndWitness | undefined {
  if (!existsSync(path)) return undefined;
  try {
    // Opened for writing: after a kill the newest rows are in a log that SQLite must recover first.
    const database = new DatabaseSync(path);
    try {
      const row = database.prepare("SELECT applied_seq AS seq FROM progress").get();
      return row === undefined ? undefined : { path, seq: Number(row["seq"]) };
    } finally {
      database.close();
    }
  } catch {
    // A damaged history proves nothing; opening it later reports the damage.
    return undefined;
  }
}

/** Returns the files of the data directory that prove that the journal had commands. */
async function witnessesIn(dataDir: string, snapshots: SnapshotStore): Promise<EndWitness[]> {
  const witnesses = await snapshots.witnesses();
  const history = historyWitness(join(dataDir, HISTORY_FILE));
  if (history !== undefined) witnesses.push(history);
  const credentials = join(dataDir, CREDENTIALS_FILE);
  if (existsSync(credentials)) witnesses.push({ path: credentials, seq: SEQ_FIRST });
  return witnesses;
}

/** Renames snapshots and history that contain lost commands so that they are not used. */
async function setAsideLost(dataDir: string, snapshots: SnapshotStore, seq: number): Promise<void> {
  await snapshots.setAsideAfter(seq);
  const path = join(dataDir, HISTORY_FILE);
  if ((historyWitness(path)?.seq ?? 0) > seq) {
    await renameDatabase(path, `${path}.lost-after-${seq}`);
  }
  await nodeFileLayer.flushDirectory(dataDir);
}

/**
 * Creates the recorder of the journal's end; a condition lasts while its file cannot be written.
 */
function endRecorder(path: string, conditions: Conditions): EndRecorder {
  return new EndRecorder({
    files: nodeFileLayer,
    path,
    retryMs: END_RETRY_MS,
    onFault: (fault) => {
      if (fault === undefined) conditions.end("end_unwritable");
      else conditions.begin("end_unwritable", `${path}: ${messageOf(fault)}`);
    },
  });
}

type OpenedJournal = Pick<EngineStorage, "extent" | "close"> & {
  readonly archive: () => void;
  readonly log: FileCommandLog;
  readonly snapshots: SnapshotStore;
};

/**
 * Opens the journal if its end agrees with the other files, and records its end in a second file.
 */
async function openJournal(
  dataDir: string,
  neededSeq: () => number,
  options: StorageOptions,
): Promise<OpenedJournal> {
  const { acceptLossAfter, conditions } = options;
  const directory = join(dataDir, "journal");
  const snapshotDirectory = join(dataDir, "snapshots");
  const recordedPath = join(dataDir, DURABLE_END_FILE);
  const recorder = endRecorder(recordedPath, conditions);
  const snapshots = new SnapshotStore({
    directory: snapshotDirectory,
    neededSeq,
    onWritten: ({ journalHash: hash, seq }) => {
      // Uses `current`, not the log: the last snapshot is written after the journal is closed.
      if (current !== undefined) void recorder.record({ ...current, seq, hash });
    },
  });
  let current: RecordedEnd | undefined;
  const recordNow = (): Promise<void> => {
    current = log.recordedEnd;
    return recorder.record(current);
  };
  const log = new FileCommandLog({
    directory,
    expected: {
      recordedPath,
      recorded: await readRecordedEnd(nodeFileLayer, recordedPath),
      witnesses: await witnessesIn(dataDir, snapshots),
      acceptLossAfter,
    },
    onSegment: () => void recordNow(),
    onSpareFault: (fault) => {
      if (fault === undefined) conditions.end("segment_delayed");
      else conditions.begin("segment_delayed", `${directory}: ${messageOf(fault)}`);
    },
  });
  const archive = new JournalArchive({
    ...{ log, snapshots, conditions, dataDir },
    checkSnapshot: (seq) => checkSnapshot(nodeFileLayer, snapshotDirectory, seq),
    historySeq: neededSeq,
    retention: options.journalRetention ?? KEEP_ALL,
  });
  const extent = await log.open();
  await snapshots.open();
  if (acceptLossAfter !== undefined) await setAsideLost(dataDir, snapshots, acceptLossAfter);
  await recordNow();
  reportCut(log, join(directory, log.recordedEnd.segment), options);
  const locked = options.lockPath === undefined ? [] : [options.lockPath];
  const watch = new PathWatch({
    paths: () => [directory, join(directory, current?.segment ?? ""), ...locked],
    onMoved: (message) => {
      const seq = current?.seq ?? extent.lastSeq;
      options.onFatal({ code: "journal_moved", seq, message, cause: undefined });
    },
  });
  const close = async (): Promise<void> => {
    watch.stop();
    await archive.settled();
    return recorder.close();
  };
  return { extent, log, snapshots, archive: () => archive.begin(), close };
}

/** Reports what the opening removed behind the last batch of the journal, in `path`. */
function reportCut(log: FileCommandLog, path: string, options: StorageOptions): void {
  const { bytesCut, durableEnd } = log;
  if (bytesCut === 0) return;
  const cut =
    options.acceptLossAfter === undefined
      ? `of an unfinished write behind seq ${durableEnd.seq}, nothing of which was acknowledged`
      : `behind seq ${durableEnd.seq}, whose loss is accepted: they are now in ` +
        lostPath(path, durableEnd.seq);
  options.conditions.report("tail_cut", `${path}: ${bytesCut} bytes ${cut}`);
}

/** Opens storage on disk; the history follows the exchange on a thread of its own. */
async function openOnDisk(dataDir: string, options: StorageOptions): Promise<EngineStorage> {
  const journalDirectory = join(dataDir, "journal");
  const snapshotDirectory = join(dataDir, "snapshots");
  let history: FollowingHistory | undefined;
  const appliedSeq = (): number => history?.appliedSeq ?? 0;
  const { archive, close, extent, log, snapshots } = await openJournal(
    dataDir,
    appliedSeq,
    options,
  );
  const { firstSeq } = extent;
  const path = join(dataDir, HISTORY_FILE);
  const opening = threadHistory({
    ...{ path, retention: { ...RETENTION_DEFAULT, userRowsMs: options.keepHistoryMs ?? 0 } },
    isNew: log.durableEnd.seq === 0 && !existsSync(path),
    ...{ journalDirectory, snapshotDirectory, firstSeq, end: log.durableEnd },
    thread: options.historyThread,
    ...(options.handedWordsMax !== undefined && { handedWordsMax: options.handedWordsMax }),
    onFault: options.onFault,
    onRemoved: options.onHistoryRemoved ?? (() => undefined),
    conditions: options.conditions,
    onEnd: (cause) => {
      const { message } = cause;
      options.onFatal({ code: "history_failed", seq: appliedSeq(), message, cause });
    },
  });
  const recorder = opening.then((opened): Recorder => {
    history = opened;
    const record = (events: EventBuffer, seq: number): void =>
      opened.follow(events.words(), { ...log.durableEnd, seq });
    return {
      history: opened,
      start: (state) => opened.start(state),
      launch: () => opened.launch(),
      record,
    };
  });
  const batchOf = (seq: number): Promise<LoggedBatch | undefined> =>
    findBatch(nodeFileLayer, journalDirectory, seq);
  const snapshotMaker = new ThreadSnapshots({
    ...{ journalDirectory, snapshotDirectory, firstSeq },
    durableEnd: () => log.durableEnd,
  });
  return { log, extent, snapshots, snapshotMaker, batchOf, recorder, archive, close };
}
