/**
 * Client of the history thread, which follows the exchange: hands events over, sends queries and
 * supervises the thread. The history is derived data: trading continues whatever happens to its
 * file or its thread. A thread that ends is restarted; a damaged file is moved aside and rebuilt
 * from the journal.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { unreachable } from "../../core/base/assert.ts";
import type { State } from "../../core/state.ts";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import type { Conditions } from "../../ops/conditions.ts";
import { HistoryAhead, HistoryFault } from "../../projections/history/history-fault.ts";
import { historyReader } from "../../projections/history/history-reader.ts";
import { LINGER_MS, READ_WAIT_MS, type RemovedRows } from "../../projections/history/limits.ts";
import { unpackPage } from "../../projections/history/page-words.ts";
import type { AnyRow, HistoryQuery, Page } from "../../projections/history/queries.ts";
import { UserSeqs } from "../../projections/history/user-seqs.ts";
import { EventHandover } from "./event-handover.ts";
import type { FollowingHistory } from "./following-history.ts";
import type {
  FromHistory,
  HistoryFailure,
  HistoryThreadSettings,
  ToHistory,
} from "./history-messages.ts";
import { PendingRequests, type RequestTerms } from "./pending-requests.ts";
import { isOfMarket, monotonicMs } from "./read-queue.ts";
import { setAside } from "./set-aside.ts";
import { startHistoryThread } from "./start-history-thread.ts";

/**
 * After this many damages within `DAMAGES_WITHIN_MS` the history is not rebuilt until a restart.
 */
export const DAMAGES_MAX = 3;
const DAMAGES_WITHIN_MS = 3_600_000;
/** Delay before a failed thread is restarted, in ms, doubled each time up to `RESTART_MS_MAX`. */
const RESTART_MS_MIN = 500;
const RESTART_MS_MAX = 60_000;
/**
 * Longest wait of a start for the file to open, in ms; the start then continues without it, and
 * replays all that its projections would have read from it.
 */
const OPEN_WAIT_MS = 10_000;
/**
 * Time after which a query without a response is refused, in ms. A thread that sent nothing at all
 * in this time hangs in a file system call.
 */
const ANSWER_WAIT_MS = READ_WAIT_MS + 2_000;
/** Delay before another attempt to rename the file, in ms. */
const SET_ASIDE_RETRY_MS = 1_000;

export type ThreadHistoryOptions = HistoryThreadSettings & {
  /** A started thread for the first launch; one is started when it is absent or has ended. */
  readonly thread?: Worker | undefined;
  /**
   * Whether journal and file are new: nothing is opened, and without a started thread `launch` or
   * the first request starts it.
   */
  readonly isNew: boolean;
  /** Words of events that may wait for the thread in memory; absent: `HANDED_WORDS_MAX`. */
  readonly handedWordsMax?: number;
  /** Called when its core rejected what the exchange's core accepted: the process must end. */
  readonly onEnd: (error: Error) => void;
  /** Receives faults of snapshots that could not be used. */
  readonly onFault: (error: Error) => void;
  /** Called when closed rows of users were deleted because of their age. */
  readonly onRemoved?: (removed: RemovedRows) => void;
  readonly conditions: Pick<Conditions, "begin" | "end" | "isActive" | "report">;
};

/** `threadId` of a thread that has ended. */
const ENDED = -1;
const EMPTY_PAGE: Page<AnyRow> = { rows: [], hasMore: false, appliedSeq: 0 };

class ThreadHistory {
  readonly #options: ThreadHistoryOptions;
  readonly #pending = new PendingRequests((id) => this.#giveUp(id));
  readonly #userSeqs = new UserSeqs();
  readonly #opened = Promise.withResolvers<void>();
  readonly #closing = new AbortController();
  readonly #damagedAtMs: number[] = [];
  /** Current thread; undefined between restarts and after the end. */
  #worker: Worker | undefined;
  /** Whether the current thread has opened the file. */
  #isOpen = false;
  #wasOpen = false;
  /** Absent until `start`. */
  #handover: EventHandover | undefined;
  /** Whether the first thread is still to be started. */
  #isLaunchDue: boolean;
  /** Time of the last message of the thread or of its start, in ms. */
  #heardAtMs = 0;
  #isSilent = false;
  #restarts = 0;
  #end: DurableEnd;
  /** Time of the last command, in ms; 0 before one was announced. */
  #endMs = 0;
  #sentSeq: number;
  /**
   * Queries wait at least for the rows up to this seq: the file had them before it was moved aside.
   */
  #floorSeq = 0;
  #linger: NodeJS.Timeout | undefined;
  /** Reason why all queries are refused now; undefined while they are accepted. */
  #refusal: HistoryFault | undefined;
  #closed: (() => void) | undefined;
  appliedSeq = 0;
  appliedMs = 0;
  fault: string | undefined;

  constructor(options: ThreadHistoryOptions) {
    this.#options = options;
    this.#end = options.end;
    this.#sentSeq = options.end.seq;
    this.#isLaunchDue = options.isNew && options.thread === undefined;
    if (!this.#isLaunchDue) this.#launch(options.thread);
  }

  /** Starts the thread of a new history, if no request has. */
  launch(): void {
    if (!this.#isLaunchDue) return;
    this.#isLaunchDue = false;
    this.#launch();
    void this.#firstOpened();
  }

  /**
   * Resolves when the store is open, or cannot be opened now, or there is none yet. Fails with
   * `HistoryAhead`.
   */
  async opened(): Promise<void> {
    if (!this.#isLaunchDue) await this.#firstOpened();
  }

  async #firstOpened(): Promise<void> {
    const timer = setTimeout(() => {
      this.#isSilent = true;
      this.#beginUnwritable("the file does not open");
      this.#opened.resolve();
    }, OPEN_WAIT_MS);
    await this.#opened.promise.finally(() => clearTimeout(timer));
  }

  follow(words: Float64Array, end: DurableEnd): void {
    this.#handover?.add(words, end.seq);
    this.#endMs = Math.max(this.#endMs, this.#userSeqs.take(words));
    this.#end = end;
    this.#linger ??= setTimeout(() => this.#sendEnd(), LINGER_MS).unref();
  }

  get lagMs(): number {
    const isBehind = this.appliedSeq < this.#end.seq;
    return isBehind ? Math.max(0, this.#endMs - this.appliedMs) : 0;
  }

  query(request: HistoryQuery): Promise<Page<AnyRow>> {
    const seq = this.#handover !== undefined ? this.#neededSeq(request) : 0;
    const untilMs = monotonicMs() + READ_WAIT_MS;
    const terms = { isOfMarket: isOfMarket(request.kind), waitMs: ANSWER_WAIT_MS };
    return this.#request(terms, (id) => ({ kind: "query", id, seq, untilMs, request }));
  }

  start(state: State): void {
    this.#handover = new EventHandover(state, this.#options.handedWordsMax);
    if (this.#isOpen || this.#isFirstOpening()) this.#handover.committed(this.appliedSeq);
    this.#send({ kind: "start" });
  }

  async flush(): Promise<number> {
    const { seq } = this.#end;
    const terms = { isOfMarket: false, waitMs: undefined };
    await this.#request(terms, (id) => ({ kind: "flush", id, seq }));
    return this.appliedSeq;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    const worker = this.#worker;
    if (worker !== undefined) {
      await new Promise<void>((resolve) => {
        this.#closed = resolve;
        this.#send({ kind: "close" });
      });
    }
    this.#worker = undefined;
    this.#opened.resolve();
    this.#refuseAll(new HistoryFault("closed", "the history is closed"));
    await worker?.terminate();
  }

  #launch(started?: Worker): void {
    if (this.#closing.signal.aborted) return;
    const hasEnded = started?.threadId === ENDED;
    const worker = started === undefined || hasEnded ? startHistoryThread() : started;
    this.#sentSeq = this.#end.seq;
    this.#isOpen = false;
    this.#refusal = undefined;
    this.#worker = worker;
    this.#heardAtMs = monotonicMs();
    const ifCurrent = (act: () => void): void => {
      if (this.#worker === worker) act();
    };
    worker.on("message", (message: FromHistory) => ifCurrent(() => this.#onMessage(message)));
    worker.on("error", (error) => ifCurrent(() => this.#fail("died", messageOf(error))));
    worker.on("exit", () => ifCurrent(() => this.#fail("died", "the thread ended")));
    worker.ref();
    worker.postMessage(this.#settings());
    this.#sendEvents();
    if (this.#handover !== undefined) this.#send({ kind: "start" });
  }

  #settings(): HistoryThreadSettings {
    const { firstSeq, journalDirectory, path, retention, snapshotDirectory } = this.#options;
    const end = this.#end;
    return { path, retention, journalDirectory, snapshotDirectory, firstSeq, end };
  }

  #neededSeq(asked: HistoryQuery): number {
    const isOfUser = asked.kind !== "acts" && "user" in asked.query;
    const ownSeq = isOfUser ? this.#userSeqs.of(asked.query.user) : this.#end.seq;
    return Math.max(ownSeq, this.#floorSeq);
  }

  #request(terms: RequestTerms, message: (id: number) => ToHistory): Promise<Page<AnyRow>> {
    this.launch();
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (!this.#isOpen && !this.#isFirstOpening()) {
      return Promise.reject(new HistoryFault("storage", this.fault ?? "the file is being opened"));
    }
    return this.#pending.add(terms, (id) => {
      this.#sendEnd();
      this.#send(message(id));
    });
  }

  /** Whether a new history is being opened for the first time: its thread then answers requests. */
  #isFirstOpening(): boolean {
    return this.#options.isNew && !this.#wasOpen && this.fault === undefined;
  }

  /** Refuses a request that got no response in time; the thread may have others to answer. */
  #giveUp(id: number): void {
    if (monotonicMs() - this.#heardAtMs >= ANSWER_WAIT_MS) {
      this.#isSilent = true;
      this.#beginUnwritable("a read or write hangs");
    }
    this.#pending.giveUp(id, new HistoryFault("storage", "the history does not answer in time"));
  }

  #send(message: ToHistory): void {
    this.#worker?.postMessage(message);
  }

  #sendEnd(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    if (this.#end.seq === this.#sentSeq) return;
    this.#sentSeq = this.#end.seq;
    this.#sendEvents();
    this.#send({ kind: "durable", end: this.#end });
  }

  /** Sends the events that were added, if there is a thread; those of a new history wait for it. */
  #sendEvents(): void {
    if (this.#worker === undefined) return;
    const handed = this.#handover?.take();
    if (handed !== undefined) this.#send({ kind: "events", handed });
  }

  #onMessage(message: FromHistory): void {
    this.#heardAtMs = monotonicMs();
    this.#endSilence();
    switch (message.kind) {
      case "applied":
        this.#onApplied(message);
        break;
      case "page":
        this.#pending.answer(message.id, () => unpackPage(message.page));
        break;
      case "flushed":
        this.#pending.answer(message.id, () => EMPTY_PAGE);
        break;
      case "refused":
        this.#pending.refuse(message.id, new HistoryFault(message.code, message.message));
        break;
      case "fault":
        this.#onFault(message.message);
        break;
      case "failed":
        this.#fail(message.failure, message.message);
        break;
      case "snapshot_fault":
        this.#options.onFault(new Error(message.message));
        break;
      case "removed":
        this.#options.onRemoved?.(message.removed);
        break;
      case "closed":
        this.#closed?.();
        break;
      default:
        unreachable(message);
    }
  }

  #onApplied({ appliedMs, appliedSeq }: Extract<FromHistory, { kind: "applied" }>): void {
    const { conditions, end, path } = this.#options;
    if (!this.#isOpen && appliedSeq > this.#end.seq) {
      this.#onAhead(appliedSeq);
      return;
    }
    this.#isOpen = true;
    this.appliedSeq = appliedSeq;
    this.appliedMs = appliedMs;
    this.#handover?.committed(appliedSeq);
    if (!this.#wasOpen && appliedSeq === 0 && end.seq > 0) {
      this.#floorSeq = Math.max(this.#floorSeq, end.seq);
      conditions.begin("history_rebuilding", `${path}: the file has no rows`);
    }
    this.#wasOpen = true;
    this.#opened.resolve();
    if (appliedSeq > this.#floorSeq) this.#restarts = 0;
    if (appliedSeq >= this.#floorSeq) conditions.end("history_rebuilding");
  }

  /**
   * Handles a history ahead of the journal. At a start the operator has to decide; while the
   * exchange runs another file has replaced the history, or was put where it begins, which is
   * damage.
   */
  #onAhead(historySeq: number): void {
    const { path } = this.#options;
    const ahead = new HistoryAhead(path, { historySeq, journalSeq: this.#end.seq });
    if (this.#wasOpen || this.#options.isNew) this.#fail("damaged", ahead.message);
    else this.#opened.reject(ahead);
  }

  #onFault(message: string): void {
    this.fault = message === "" ? undefined : message;
    if (this.fault === undefined) this.#options.conditions.end("history_unwritable");
    else this.#beginUnwritable(message);
    this.#opened.resolve();
  }

  #beginUnwritable(cause: string): void {
    const { conditions, path } = this.#options;
    conditions.begin("history_unwritable", `${path}: ${cause}`);
  }

  #endSilence(): void {
    if (!this.#isSilent) return;
    this.#isSilent = false;
    if (this.fault === undefined) this.#options.conditions.end("history_unwritable");
  }

  #fail(failure: HistoryFailure, message: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isOpen = false;
    this.#closed?.();
    if (this.#closing.signal.aborted) return;
    this.#refuseAll(new HistoryFault("worker_died", `${this.#options.path}: ${message}`));
    const recovered = this.#recover(failure, message, worker);
    recovered.catch((thrown: unknown) => {
      if (!this.#closing.signal.aborted) this.#turnOff(messageOf(thrown));
    });
  }

  async #recover(
    failure: HistoryFailure,
    message: string,
    worker: Worker | undefined,
  ): Promise<void> {
    await worker?.terminate();
    this.#handover?.reset();
    switch (failure) {
      case "damaged":
        await this.#rebuild(message);
        break;
      case "died":
        await this.#restart(message);
        break;
      case "journal":
        this.#turnOff(message);
        break;
      case "invariant":
        this.#turnOff(message);
        this.#options.onEnd(new Error(message));
        break;
      default:
        unreachable(failure);
    }
  }

  async #rebuild(message: string): Promise<void> {
    const { conditions, path } = this.#options;
    const nowMs = performance.now();
    this.#damagedAtMs.push(nowMs);
    const recentDamages = this.#damagedAtMs.filter((ms) => nowMs - ms < DAMAGES_WITHIN_MS);
    if (recentDamages.length >= DAMAGES_MAX) {
      this.#turnOff(`${message}, for the ${DAMAGES_MAX}rd time within an hour: check the disk`);
      return;
    }
    const aside = await this.#setAside();
    this.appliedSeq = 0;
    this.appliedMs = 0;
    this.#floorSeq = this.#end.seq;
    conditions.end("history_rebuilding");
    conditions.begin("history_rebuilding", `${path}: ${message}${aside}`);
    this.#launch();
  }

  /** Moves the file aside, retrying until it succeeds. Returns a description for the log. */
  async #setAside(): Promise<string> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        const { name, removed } = await setAside(this.#options.path, this.appliedSeq);
        if (this.fault === undefined) this.#options.conditions.end("history_unwritable");
        const renamed = name === undefined ? "" : `; the file is now ${name}`;
        return removed.length === 0 ? renamed : `${renamed}; deleted ${removed.join(", ")}`;
      } catch (thrown) {
        this.#beginUnwritable(messageOf(thrown));
        this.#opened.resolve();
        await sleep(SET_ASIDE_RETRY_MS, undefined, { ref: false, signal });
      }
    }
  }

  async #restart(message: string): Promise<void> {
    const { conditions, path } = this.#options;
    conditions.report("history_restarted", `${path}: ${message}`);
    this.#floorSeq = Math.max(this.#floorSeq, this.appliedSeq);
    const waitMs = Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** this.#restarts);
    this.#restarts += 1;
    await sleep(waitMs, undefined, { ref: false, signal: this.#closing.signal });
    this.#launch();
  }

  /** Turns the history off: no writes and no responses until the next start. */
  #turnOff(message: string): void {
    const { conditions, path } = this.#options;
    this.#refusal = new HistoryFault("worker_died", `the history is off: ${message}`);
    conditions.end("history_rebuilding");
    conditions.begin("history_off", `${path}: ${message}`);
    this.#opened.resolve();
  }

  #refuseAll(fault: HistoryFault): void {
    this.#refusal = fault;
    clearTimeout(this.#linger);
    this.#linger = undefined;
    this.#pending.refuseAll(fault);
  }
}

/**
 * Starts the thread; resolves when its store is open, or when it cannot be opened now: then it has
 * no rows and opening is retried. Fails with `HistoryAhead`; then nothing is left running.
 */
export async function threadHistory(options: ThreadHistoryOptions): Promise<FollowingHistory> {
  const history = new ThreadHistory(options);
  try {
    await history.opened();
  } catch (thrown) {
    await history.close();
    throw thrown;
  }
  return {
    ...historyReader((request) => history.query(request)),
    get appliedSeq() {
      return history.appliedSeq;
    },
    get appliedMs() {
      return history.appliedMs;
    },
    get lagMs() {
      return history.lagMs;
    },
    get fault() {
      return history.fault;
    },
    start: (state) => history.start(state),
    launch: () => history.launch(),
    follow: (words, end) => history.follow(words, end),
    flush: () => history.flush(),
    [Symbol.asyncDispose]: () => history.close(),
  };
}
