/** The history on a thread of its own, which follows the journal; here it is asked and watched. */
import { Worker } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { History } from "../../projections/history/history.ts";
import { HistoryFault } from "../../projections/history/history-fault.ts";
import { historyReader } from "../../projections/history/history-reader.ts";
import { LINGER_MS, QUERIES_MAX } from "../../projections/history/limits.ts";
import type { AnyRow, HistoryQuery, Page } from "../../projections/history/queries.ts";
import { UserSeqs } from "../../projections/history/user-seqs.ts";
import type { FromHistory, HistoryThreadSettings, ToHistory } from "./history-messages.ts";

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
  /** Hears of a broken invariant or of the thread's death: the process is then to end. */
  readonly onEnd: (error: Error) => void;
  /** Hears of a snapshot that could not be used. */
  readonly onFault: (error: Error) => void;
};

type Asked = {
  readonly answer: (page: Page<AnyRow>) => void;
  readonly refuse: (fault: HistoryFault) => void;
};

const NOTHING: Page<AnyRow> = { rows: [], hasMore: false, appliedSeq: 0 };

class ThreadHistory {
  readonly #worker: Worker;
  readonly #options: Pick<ThreadHistoryOptions, "onEnd" | "onFault">;
  readonly #asked = new Map<number, Asked>();
  readonly #userSeqs = new UserSeqs();
  readonly #opened = Promise.withResolvers<void>();
  #isOpen = false;
  #isStarted = false;
  #end: DurableEnd;
  #toldSeq: number;
  #linger: NodeJS.Timeout | undefined;
  #lastId = 0;
  #ended: HistoryFault | undefined;
  #closed: (() => void) | undefined;
  appliedSeq = 0;
  appliedMs = 0;
  fault: string | undefined;

  constructor(worker: Worker, options: ThreadHistoryOptions) {
    this.#worker = worker;
    this.#options = options;
    this.#end = options.end;
    this.#toldSeq = options.end.seq;
    worker.on("message", (message: FromHistory) => this.#hear(message));
    worker.on("error", (error) => this.#die(asError(error)));
    worker.on("exit", () => {
      if (this.#closed === undefined) this.#die(new Error("the history's thread ended"));
    });
  }

  /** Resolves when the store is open. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  follow(words: Float64Array, end: DurableEnd): void {
    this.#userSeqs.take(words);
    this.#end = end;
    this.#linger ??= setTimeout(() => this.#tellEnd(), LINGER_MS).unref();
  }

  query(asked: HistoryQuery): Promise<Page<AnyRow>> {
    const seq = this.#isStarted ? this.#neededSeq(asked) : 0;
    return this.#ask((id) => ({ kind: "query", id, seq, asked }));
  }

  start(): void {
    this.#isStarted = true;
    this.#say({ kind: "start" });
  }

  async flush(): Promise<number> {
    const { seq } = this.#end;
    await this.#ask((id) => ({ kind: "flush", id, seq }));
    return this.appliedSeq;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.#say({ kind: "close" });
    });
    this.#refuseAll(new HistoryFault("closed", "the history is closed"));
    await this.#worker.terminate();
  }

  #neededSeq({ query }: HistoryQuery): number {
    return "user" in query ? this.#userSeqs.of(query.user) : this.#end.seq;
  }

  #ask(message: (id: number) => ToHistory): Promise<Page<AnyRow>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    if (this.#asked.size >= QUERIES_MAX) {
      const text = `at most ${QUERIES_MAX} queries wait for an answer`;
      return Promise.reject(new HistoryFault("busy", text));
    }
    const id = ++this.#lastId;
    return new Promise((answer, refuse) => {
      this.#asked.set(id, { answer, refuse });
      this.#tellEnd();
      this.#say(message(id));
    });
  }

  #say(message: ToHistory): void {
    this.#worker.postMessage(message);
  }

  #tellEnd(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    if (this.#end.seq === this.#toldSeq) return;
    this.#toldSeq = this.#end.seq;
    this.#say({ kind: "durable", end: this.#end });
  }

  #hear(message: FromHistory): void {
    switch (message.kind) {
      case "applied":
        this.appliedSeq = message.appliedSeq;
        this.appliedMs = message.appliedMs;
        this.#isOpen = true;
        this.#opened.resolve();
        break;
      case "page":
        this.#take(message.id).answer(message.page);
        break;
      case "flushed":
        this.#take(message.id).answer(NOTHING);
        break;
      case "refused":
        this.#take(message.id).refuse(new HistoryFault(message.code, message.message));
        break;
      case "fault":
        this.fault = message.message === "" ? undefined : message.message;
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

  #take(id: number): Asked {
    const asked = this.#asked.get(id);
    assert(asked !== undefined, "a query is answered once");
    this.#asked.delete(id);
    return asked;
  }

  #die(error: Error): void {
    if (this.#ended !== undefined) return;
    this.#refuseAll(new HistoryFault("worker_died", error.message, error));
    this.#closed?.();
    if (this.#isOpen) this.#options.onEnd(error);
    else this.#opened.reject(error);
  }

  #refuseAll(fault: HistoryFault): void {
    this.#ended = fault;
    clearTimeout(this.#linger);
    for (const { refuse } of this.#asked.values()) refuse(fault);
    this.#asked.clear();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Starts the thread; resolves when its store is open, and rejects with why it cannot be. */
export async function threadHistory(options: ThreadHistoryOptions): Promise<FollowingHistory> {
  const { onEnd: _onEnd, onFault: _onFault, ...workerData } = options;
  const worker = new Worker(new URL("./history-thread.ts", import.meta.url), { workerData });
  const history = new ThreadHistory(worker, options);
  await history.opened;
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
