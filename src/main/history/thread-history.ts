/**
 * The history on a thread of its own, which follows the journal; here it is asked and watched. The
 * history is derived: whatever happens to its file or its thread, trading goes on. A thread that
 * ends is started again, and a damaged file is set aside and written anew from the journal.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { unreachable } from "../../core/assert.ts";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import type { Conditions } from "../../ops/conditions.ts";
import type { History } from "../../projections/history/history.ts";
import { HistoryAhead, HistoryFault } from "../../projections/history/history-fault.ts";
import { historyReader } from "../../projections/history/history-reader.ts";
import { LINGER_MS, QUERIES_MAX, READ_WAIT_MS } from "../../projections/history/limits.ts";
import type { AnyRow, HistoryQuery, Page } from "../../projections/history/queries.ts";
import { UserSeqs } from "../../projections/history/user-seqs.ts";
import type {
  FromHistory,
  HistoryFailure,
  HistoryThreadSettings,
  ToHistory,
} from "./history-messages.ts";
import { setAside } from "./set-aside.ts";

/** A file damaged this often within `DAMAGES_WITHIN_MS` is not written again before a restart. */
export const DAMAGES_MAX = 3;
const DAMAGES_WITHIN_MS = 3_600_000;
/** A thread that died is started again after this time, in ms, doubled each time. */
const RESTART_MS_MIN = 500;
const RESTART_MS_MAX = 60_000;
/** A start waits this long, in ms, for the file to open, and goes on without it. */
const OPEN_WAIT_MS = 3_000;
/** A query that the thread has not answered after this time, in ms, is refused. */
const ANSWER_WAIT_MS = READ_WAIT_MS + 2_000;
/** A file that cannot be renamed is tried again after this time, in ms. */
const SET_ASIDE_RETRY_MS = 1_000;

/**
 * A history that is told how far the journal has come, instead of being given the events. It opens
 * with the rows that it has, and until `start` its queries are answered from these.
 */
export interface FollowingHistory extends History {
  /** From here on it follows the journal, and queries wait for the rows that they need. */
  start(): void;
  /** Commands up to `end` are durable and applied; `words` are the events of those since then. */
  follow(words: Float64Array, end: DurableEnd): void;
}

export type ThreadHistoryOptions = HistoryThreadSettings & {
  /** Hears that its core refused what the exchange's core accepted: the process is then to end. */
  readonly onEnd: (error: Error) => void;
  /** Hears of a snapshot that could not be used. */
  readonly onFault: (error: Error) => void;
  readonly conditions: Pick<Conditions, "begin" | "end" | "isActive" | "tell">;
};

type Asked = {
  readonly answer: (page: Page<AnyRow>) => void;
  readonly refuse: (fault: HistoryFault) => void;
  /** Absent for what may take as long as it takes. */
  readonly timer: NodeJS.Timeout | undefined;
};

const NOTHING: Page<AnyRow> = { rows: [], hasMore: false, appliedSeq: 0 };
const THREAD = new URL("./history-thread.ts", import.meta.url);

class ThreadHistory {
  readonly #options: ThreadHistoryOptions;
  readonly #asked = new Map<number, Asked>();
  readonly #userSeqs = new UserSeqs();
  readonly #opened = Promise.withResolvers<void>();
  readonly #closing = new AbortController();
  readonly #damagedAtMs: number[] = [];
  /** The present thread; absent while it is started again, and after the end. */
  #worker: Worker | undefined;
  /** Whether the present thread has opened the file. */
  #isOpen = false;
  #wasOpen = false;
  #isStarted = false;
  #isSilent = false;
  #restarts = 0;
  #end: DurableEnd;
  #toldSeq: number;
  /** Queries need at least the rows up to it: others had them before the file was set aside. */
  #floorSeq = 0;
  #linger: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** Why nothing is answered at present. */
  #refusal: HistoryFault | undefined;
  #closed: (() => void) | undefined;
  appliedSeq = 0;
  appliedMs = 0;
  fault: string | undefined;

  constructor(options: ThreadHistoryOptions) {
    this.#options = options;
    this.#end = options.end;
    this.#toldSeq = options.end.seq;
    this.#launch();
  }

  /** Resolves when the store is open, or cannot be at present. Fails with `HistoryAhead`. */
  async opened(): Promise<void> {
    const timer = setTimeout(() => {
      this.#isSilent = true;
      this.#beginUnwritable("the file does not open");
      this.#opened.resolve();
    }, OPEN_WAIT_MS);
    await this.#opened.promise.finally(() => clearTimeout(timer));
  }

  follow(words: Float64Array, end: DurableEnd): void {
    this.#userSeqs.take(words);
    this.#end = end;
    this.#linger ??= setTimeout(() => this.#tellEnd(), LINGER_MS).unref();
  }

  query(asked: HistoryQuery): Promise<Page<AnyRow>> {
    const seq = this.#isStarted ? this.#neededSeq(asked) : 0;
    return this.#ask((id) => ({ kind: "query", id, seq, asked }), ANSWER_WAIT_MS);
  }

  start(): void {
    this.#isStarted = true;
    this.#say({ kind: "start" });
  }

  async flush(): Promise<number> {
    const { seq } = this.#end;
    await this.#ask((id) => ({ kind: "flush", id, seq }), undefined);
    return this.appliedSeq;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    const worker = this.#worker;
    if (worker !== undefined) {
      await new Promise<void>((resolve) => {
        this.#closed = resolve;
        this.#say({ kind: "close" });
      });
    }
    this.#worker = undefined;
    this.#refuseAll(new HistoryFault("closed", "the history is closed"));
    await worker?.terminate();
  }

  #launch(): void {
    if (this.#closing.signal.aborted) return;
    const { conditions: _conditions, onEnd: _onEnd, onFault: _onFault, ...rest } = this.#options;
    const workerData: HistoryThreadSettings = { ...rest, end: this.#end };
    this.#toldSeq = this.#end.seq;
    this.#isOpen = false;
    this.#refusal = undefined;
    const worker = new Worker(THREAD, { workerData });
    this.#worker = worker;
    const ifPresent = (act: () => void): void => {
      if (this.#worker === worker) act();
    };
    worker.on("message", (message: FromHistory) => ifPresent(() => this.#hear(message)));
    worker.on("error", (error) => ifPresent(() => this.#fail("died", messageOf(error))));
    worker.on("exit", () => ifPresent(() => this.#fail("died", "the thread ended")));
    if (this.#isStarted) this.#say({ kind: "start" });
  }

  #neededSeq({ query }: HistoryQuery): number {
    const ownSeq = "user" in query ? this.#userSeqs.of(query.user) : this.#end.seq;
    return Math.max(ownSeq, this.#floorSeq);
  }

  #ask(message: (id: number) => ToHistory, waitMs: number | undefined): Promise<Page<AnyRow>> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (!this.#isOpen) {
      return Promise.reject(new HistoryFault("storage", this.fault ?? "the file is being opened"));
    }
    if (this.#asked.size >= QUERIES_MAX) {
      const text = `at most ${QUERIES_MAX} queries wait for an answer`;
      return Promise.reject(new HistoryFault("busy", text));
    }
    const id = ++this.#lastId;
    return new Promise((answer, refuse) => {
      const timer =
        waitMs === undefined ? undefined : setTimeout(() => this.#giveUp(id), waitMs).unref();
      this.#asked.set(id, { answer, refuse, timer });
      this.#tellEnd();
      this.#say(message(id));
    });
  }

  /** The thread is busy with one call of the file system: a disk that hangs. */
  #giveUp(id: number): void {
    this.#isSilent = true;
    this.#beginUnwritable("a read or write hangs");
    const fault = new HistoryFault("storage", "the history does not answer in time");
    this.#take(id)?.refuse(fault);
  }

  #say(message: ToHistory): void {
    this.#worker?.postMessage(message);
  }

  #tellEnd(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    if (this.#end.seq === this.#toldSeq) return;
    this.#toldSeq = this.#end.seq;
    this.#say({ kind: "durable", end: this.#end });
  }

  #hear(message: FromHistory): void {
    this.#endSilence();
    switch (message.kind) {
      case "applied":
        this.#applied(message);
        break;
      case "page":
        this.#take(message.id)?.answer(message.page);
        break;
      case "flushed":
        this.#take(message.id)?.answer(NOTHING);
        break;
      case "refused":
        this.#take(message.id)?.refuse(new HistoryFault(message.code, message.message));
        break;
      case "fault":
        this.#faulty(message.message);
        break;
      case "failed":
        this.#fail(message.failure, message.message);
        break;
      case "snapshot_fault":
        this.#options.onFault(new Error(message.message));
        break;
      case "closed":
        this.#closed?.();
        break;
      default:
        unreachable(message);
    }
  }

  #applied({ appliedMs, appliedSeq }: Extract<FromHistory, { kind: "applied" }>): void {
    const { conditions, end, path } = this.#options;
    if (!this.#isOpen && appliedSeq > this.#end.seq) {
      this.#ahead(appliedSeq);
      return;
    }
    this.#isOpen = true;
    this.appliedSeq = appliedSeq;
    this.appliedMs = appliedMs;
    if (!this.#wasOpen && appliedSeq === 0 && end.seq > 0) {
      this.#floorSeq = Math.max(this.#floorSeq, end.seq);
      conditions.begin("history_rebuilding", `${path}: the file has no rows`);
    }
    this.#wasOpen = true;
    this.#opened.resolve();
    if (appliedSeq > this.#floorSeq) this.#restarts = 0;
    if (appliedSeq >= this.#floorSeq) conditions.end("history_rebuilding");
  }

  /** At a start somebody has to decide; while it runs it is another file that took the place. */
  #ahead(historySeq: number): void {
    const { path } = this.#options;
    const ahead = new HistoryAhead(path, { historySeq, journalSeq: this.#end.seq });
    if (this.#wasOpen) this.#fail("damaged", ahead.message);
    else this.#opened.reject(ahead);
  }

  #faulty(message: string): void {
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

  /** Undefined for what was refused already. */
  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    clearTimeout(asked?.timer);
    this.#asked.delete(id);
    return asked;
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
    const isOften = this.#damagedAtMs.filter((ms) => nowMs - ms < DAMAGES_WITHIN_MS);
    if (isOften.length >= DAMAGES_MAX) {
      this.#turnOff(`${message}, for the ${DAMAGES_MAX}rd time within an hour`);
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

  /** Tries until it is done. Answers what was done with which file, for the log. */
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
    conditions.tell("history_restarted", `${path}: ${message}`);
    this.#floorSeq = Math.max(this.#floorSeq, this.appliedSeq);
    const waitMs = Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** this.#restarts);
    this.#restarts += 1;
    await sleep(waitMs, undefined, { ref: false, signal: this.#closing.signal });
    this.#launch();
  }

  /** Nothing is written or answered any more before the next start. */
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
    for (const { refuse, timer } of this.#asked.values()) {
      clearTimeout(timer);
      refuse(fault);
    }
    this.#asked.clear();
  }
}

/**
 * Starts the thread; resolves when its store is open, or when it cannot be opened at present: then
 * it has no rows and is tried again. Fails with `HistoryAhead`; then nothing is left running.
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
    ...historyReader((asked) => history.query(asked)),
    get appliedSeq() {
      return history.appliedSeq;
    },
    get appliedMs() {
      return history.appliedMs;
    },
    get fault() {
      return history.fault;
    },
    start: () => history.start(),
    follow: (words, end) => history.follow(words, end),
    flush: () => history.flush(),
    [Symbol.asyncDispose]: () => history.close(),
  };
}
