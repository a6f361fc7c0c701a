/** Commands through a core at a given rate, while the history of a checkout follows. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { State } from "../src/core/state.ts";
import type { LoggedBatch } from "../src/journal/command-log.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { applyBatch } from "../src/journal/recovery.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import type { FollowingHistory } from "../src/main/history/following-history.ts";
import { CHECKPOINT_THREAD } from "../src/main/history/thread-checkpoints.ts";
import { loadModule } from "./support/checkout.ts";
import { rounded } from "./support/histogram.ts";
import type { RecordedJournal } from "./support/history-lane.ts";
import { threadMicros } from "./support/thread-time.ts";

const SAMPLE_MS = 500;
const BATCHES_READ = 64;
const PACE_MS = 1;
/** Commands before the measured ones, after which both threads have compiled what they run. */
const WARM_UP = 100_000;

type FlowTerms = {
  readonly checkout: string;
  /** New directory of the journal and the history. */
  readonly folder: string;
  /** Commands to run, those up to `fromSeq` as fast as they go. */
  readonly journal: RecordedJournal;
  readonly fromSeq: number;
  /** Commands per second. */
  readonly rate: number;
};

async function openHistory(
  { checkout, folder }: FlowTerms,
  { log, state }: { readonly log: FileCommandLog; readonly state: State },
) {
  const load = (path: string): Promise<unknown> => loadModule(checkout, path);
  const [starts, client, limits] = await Promise.all([
    load("src/main/history/start-history-thread.ts") as Promise<
      typeof import("../src/main/history/start-history-thread.ts")
    >,
    load("src/main/history/thread-history.ts") as Promise<
      typeof import("../src/main/history/thread-history.ts")
    >,
    load("src/projections/history/limits.ts") as Promise<
      typeof import("../src/projections/history/limits.ts")
    >,
  ]);
  const thread: Worker = starts.startHistoryThread();
  const fail = (cause: unknown): never => {
    throw new Error("the history does not fail", { cause });
  };
  const history = await client.threadHistory({
    ...{ path: join(folder, "history.sqlite"), retention: limits.RETENTION_DEFAULT, thread },
    ...{ journalDirectory: join(folder, "journal"), firstSeq: 1, end: log.durableEnd },
    ...{ snapshotDirectory: join(folder, "snapshots"), isNew: true, onEnd: fail, onFault: fail },
    conditions: { begin: fail, end: () => undefined, isActive: () => false, report: fail },
  });
  history.start(state);
  return { history, thread };
}

/** The commands of a journal through a core, written to another journal that is followed. */
class Flow {
  readonly #from: FileCommandLog;
  readonly #to: FileCommandLog;
  readonly #history: FollowingHistory;
  readonly #epoch: number;
  readonly #machine: CoreMachine;
  #batches: readonly LoggedBatch[] = [];
  #next = 0;
  seq = 0;

  constructor(parts: {
    readonly from: FileCommandLog;
    readonly to: FileCommandLog;
    readonly history: FollowingHistory;
    readonly machine: CoreMachine;
    readonly epoch: number;
  }) {
    this.#from = parts.from;
    this.#to = parts.to;
    this.#history = parts.history;
    this.#machine = parts.machine;
    this.#epoch = parts.epoch;
  }

  /** Runs one batch; false at the end. */
  async runBatch(): Promise<boolean> {
    if (this.#next === this.#batches.length) {
      this.#batches = await this.#from.read(this.seq + 1, BATCHES_READ);
      this.#next = 0;
    }
    const batch = this.#batches[this.#next++];
    if (batch === undefined) return false;
    await this.#to.append(batch.firstSeq, this.#epoch, batch);
    const { events } = this.#machine;
    applyBatch(this.#machine, CORE_CODEC, batch);
    this.#history.follow(events.words(), this.#to.durableEnd);
    events.clear();
    this.seq = batch.firstSeq + batch.count - 1;
    return true;
  }
}

/**
 * Rate of the history between its first and its last commit of the flow. Until the first commit
 * nothing can be in SQL, and what a running transaction has written is not seen.
 */
class Commits {
  #seq = 0;
  #first: { readonly seq: number; readonly ms: number } | undefined;
  #last: { readonly seq: number; readonly ms: number } | undefined;

  see(seq: number, ms: number): void {
    if (seq !== this.#seq && this.#seq > 0) {
      this.#last = { seq, ms };
      this.#first ??= this.#last;
    }
    this.#seq = seq;
  }

  /** 0 when there were not two commits. */
  get perSecond(): number {
    const [first, last] = [this.#first, this.#last];
    if (first === undefined || last === undefined || last.ms === first.ms) return 0;
    return ((last.seq - first.seq) / (last.ms - first.ms)) * 1e3;
  }
}

/** Runs the flow of one checkout. */
export async function historyFlow(terms: FlowTerms) {
  mkdirSync(terms.folder);
  const from = new FileCommandLog({ directory: terms.journal.directory });
  await from.open();
  const to = new FileCommandLog({ directory: join(terms.folder, "journal") });
  const { epoch } = await to.open();
  const machine = new CoreMachine();
  const { history, thread } = await openHistory(terms, { log: to, state: machine.state });
  const flow = new Flow({ from, to, history, machine, epoch });
  const warmSeq = terms.fromSeq + WARM_UP;
  while (flow.seq < warmSeq && (await flow.runBatch()));
  await history.flush();
  const cpu = await thread.cpuUsage();
  const checkpointMicros = threadMicros(CHECKPOINT_THREAD);
  const firstSeq = flow.seq;
  const startedMs = performance.now();
  const passedMs = (): number => performance.now() - startedMs;
  const commits = new Commits();
  const lags: string[] = [];
  let lagMax = 0;
  for (let hasMore = true; hasMore; ) {
    const due = firstSeq + (passedMs() / 1e3) * terms.rate;
    if (flow.seq < due) hasMore = await flow.runBatch();
    else await sleep(PACE_MS);
    commits.see(history.appliedSeq, passedMs());
    const lag = flow.seq - history.appliedSeq;
    lagMax = Math.max(lagMax, lag);
    if (passedMs() >= (lags.length + 1) * SAMPLE_MS) lags.push(`${lag}`);
  }
  const flowMs = passedMs();
  const inSql = history.appliedSeq - firstSeq;
  const commands = flow.seq - firstSeq;
  const appliedSeq = await history.flush();
  const caughtUpMs = passedMs();
  const { system, user } = await thread.cpuUsage(cpu);
  const threadsMicros = user + system + threadMicros(CHECKPOINT_THREAD) - checkpointMicros;
  await history[Symbol.asyncDispose]();
  await Promise.all([from.close(), to.close()]);
  return {
    commandsPerSecond: Math.round((commands / flowMs) * 1e3),
    sqlPerSecondBetweenCommits: Math.round(commits.perSecond),
    sqlPerSecondMeanwhile: Math.round((inSql / flowMs) * 1e3),
    sqlPerSecondToTheEnd: Math.round((commands / caughtUpMs) * 1e3),
    lagMax,
    [`lagEvery${SAMPLE_MS}Ms`]: lags.join(" "),
    caughtUpMs: rounded(caughtUpMs - flowMs),
    threadCpuMicrosPerCommand: rounded(threadsMicros / commands),
    isWhole: appliedSeq === flow.seq,
  };
}
