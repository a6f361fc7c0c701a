/** A history on a thread of its own: writes behind in blocks, answers in the order asked. */
import { Worker } from "node:worker_threads";
import { assert, unreachable } from "../../core/assert.ts";
import type { History, HistorySettings } from "./history.ts";
import { HistoryFault } from "./history-fault.ts";
import { historyReader } from "./history-reader.ts";
import {
  BACKLOG_WORDS_HIGH,
  BACKLOG_WORDS_MAX,
  BLOCK_WORDS_MAX,
  LINGER_MS,
  QUERIES_MAX,
} from "./limits.ts";
import type { AnyRow, HistoryReader, Page } from "./queries.ts";
import type { InstrumentRow } from "./tables.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

type Asked = {
  readonly answer: (page: Page<AnyRow>) => void;
  readonly refuse: (fault: HistoryFault) => void;
};

const NOTHING: Page<AnyRow> = { rows: [], hasMore: false, appliedSeq: 0 };

class WorkerHistory {
  readonly #worker: Worker;
  readonly #onEnd: (error: Error) => void;
  readonly #asked = new Map<number, Asked>();
  #pending: Float64Array[] = [];
  #pendingWords = 0;
  #sentWords = 0;
  #linger: NodeJS.Timeout | undefined;
  #lastId = 0;
  #ended: HistoryFault | undefined;
  #closed: (() => void) | undefined;
  appliedSeq: number;
  fault: string | undefined;

  constructor(worker: Worker, appliedSeq: number, onEnd: (error: Error) => void) {
    this.#worker = worker;
    this.#onEnd = onEnd;
    this.appliedSeq = appliedSeq;
    worker.on("message", (message: FromWorker) => this.#hear(message));
    worker.on("error", (error) => this.#end(asError(error)));
    worker.on("exit", () => {
      if (this.#closed === undefined) this.#end(new Error("the history's thread ended"));
    });
  }

  get backlogWords(): number {
    return this.#pendingWords + this.#sentWords;
  }

  get isOverloaded(): boolean {
    return this.backlogWords > BACKLOG_WORDS_HIGH;
  }

  /** Sends what waits, then the message. */
  tell(message: ToWorker): void {
    this.#send();
    this.#worker.postMessage(message);
  }

  post(words: Float64Array): void {
    if (this.#ended !== undefined) throw this.#ended;
    const backlog = this.backlogWords + words.length;
    assert(backlog <= BACKLOG_WORDS_MAX, "no commands are taken while history is overloaded");
    if (this.#pendingWords + words.length > BLOCK_WORDS_MAX) this.#send();
    this.#pending.push(words);
    this.#pendingWords += words.length;
    this.#linger ??= setTimeout(() => this.#send(), LINGER_MS).unref();
  }

  ask(message: (id: number) => ToWorker): Promise<Page<AnyRow>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    if (this.#asked.size >= QUERIES_MAX) {
      const text = `at most ${QUERIES_MAX} queries wait for an answer`;
      return Promise.reject(new HistoryFault("busy", text));
    }
    const id = ++this.#lastId;
    return new Promise((answer, refuse) => {
      this.#asked.set(id, { answer, refuse });
      this.tell(message(id));
    });
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.tell({ kind: "close" });
    });
    this.#refuseAll(new HistoryFault("closed", "the history is closed"));
    await this.#worker.terminate();
  }

  #send(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    if (this.#pendingWords === 0) return;
    const words = new Float64Array(this.#pendingWords);
    let at = 0;
    for (const part of this.#pending) {
      words.set(part, at);
      at += part.length;
    }
    this.#sentWords += this.#pendingWords;
    this.#pending = [];
    this.#pendingWords = 0;
    const block: ToWorker = { kind: "block", words };
    this.#worker.postMessage(block, [words.buffer]);
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case "opened":
        assert(false, "a history is opened once");
        break;
      case "applied":
        this.appliedSeq = message.appliedSeq;
        this.#sentWords -= message.words;
        break;
      case "page":
        this.#take(message.id)?.answer(message.page);
        break;
      case "flushed":
        this.#take(message.id)?.answer(NOTHING);
        break;
      case "refused":
        this.#take(message.id)?.refuse(new HistoryFault("storage", message.message));
        break;
      case "fault":
        this.fault = message.message === "" ? undefined : message.message;
        break;
      case "closed":
        this.#closed?.();
        break;
      default:
        unreachable(message);
    }
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  #end(error: Error): void {
    if (this.#ended !== undefined) return;
    this.#refuseAll(new HistoryFault("worker_died", error.message, error));
    this.#closed?.();
    this.#onEnd(error);
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

/** Starts the thread; resolves with the seq of its last committed command. */
function opened(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(asError(error));
    worker.once("error", failed);
    worker.once("message", (message: FromWorker) => {
      assert(message.kind === "opened", "a history first says where it stands");
      worker.off("error", failed);
      resolve(message.appliedSeq);
    });
  });
}

/**
 * Opens the history on a worker thread. `onEnd` hears of a broken invariant or of the thread's
 * death: the process is then to end, and recovery goes on from `appliedSeq`.
 */
export async function workerHistory(
  settings: HistorySettings,
  onEnd: (error: Error) => void,
): Promise<History> {
  const worker = new Worker(new URL("./history-worker.ts", import.meta.url), {
    workerData: settings,
  });
  const history = new WorkerHistory(worker, await opened(worker), onEnd);
  const reader: HistoryReader = historyReader((asked) =>
    history.ask((id) => ({ kind: "query", id, asked })),
  );
  return {
    ...reader,
    get appliedSeq() {
      return history.appliedSeq;
    },
    get backlogWords() {
      return history.backlogWords;
    },
    get isOverloaded() {
      return history.isOverloaded;
    },
    get fault() {
      return history.fault;
    },
    listInstruments: (instruments: readonly InstrumentRow[]) =>
      history.tell({ kind: "instruments", instruments }),
    addQuietUsers: (users: readonly number[]) => history.tell({ kind: "quiet_users", users }),
    post: (words: Float64Array) => history.post(words),
    async flush() {
      await history.ask((id) => ({ kind: "flush", id }));
      return history.appliedSeq;
    },
    [Symbol.asyncDispose]: () => history.close(),
  };
}
