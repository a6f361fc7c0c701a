/**
 * The history thread's work: follows the exchange, writes rows, answers queries. Started by
 * `threadHistory`, communicates with `history-messages`.
 */
import { constants, setPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { unreachable } from "../../core/base/assert.ts";
import { JournalFollower } from "../../journal/journal-follower.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETRY_INTERVAL_MS, type RemovedRows } from "../../projections/history/limits.ts";
import type { PackedPage } from "../../projections/history/page-words.ts";
import { StoreDamaged, StoreUnavailable } from "../../projections/store/sql-store.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
import { failureOf } from "./history-failure.ts";
import { HistoryFollower } from "./history-follower.ts";
import type { FromHistory, HistoryThreadSettings, ToHistory } from "./history-messages.ts";
import { isOfMarket, monotonicMs, ReadQueue } from "./read-queue.ts";
import { ReceivedEvents } from "./received-events.ts";
import { ThreadCheckpoints } from "./thread-checkpoints.ts";

type Opened = {
  readonly file: SqliteStore;
  readonly store: HistoryStore;
  readonly checkpoints: ThreadCheckpoints;
};

export class HistoryWork {
  readonly #port: MessagePort;
  readonly #settings: HistoryThreadSettings;
  readonly #journal: JournalFollower;
  readonly #received = new ReceivedEvents();
  readonly #reads = new ReadQueue(monotonicMs);
  #areReadsScheduled = false;
  /** Undefined until the file has been opened. */
  #opened: Opened | undefined;
  #wakeUp = Promise.withResolvers<void>();
  /** Set by `start`; until then no rows are appended. */
  #isStarted = false;
  #isClosing = false;
  /** Reason why the store cannot be used now; empty while it can. */
  #fault = "";
  /** Permanent failure found by a read. */
  #failed: Error | undefined;

  /** Receives the messages of the port from now on. */
  constructor(port: MessagePort, settings: HistoryThreadSettings) {
    this.#port = port;
    this.#settings = settings;
    this.#journal = new JournalFollower({
      directory: settings.journalDirectory,
      end: settings.end,
    });
    port.on("message", (message: ToHistory) => this.#onMessage(message));
  }

  /** Works until a `close` message or a permanent failure; then closes the port. */
  async run(): Promise<void> {
    lowerPriority();
    try {
      await this.#work();
      this.#reads.refuseAll("closed", "the history is closed");
      await this.#journal.close();
      this.#closeStore();
      this.#send({ kind: "closed" });
    } catch (error) {
      this.#reads.refuseAll("storage", messageOf(error));
      this.#closeStore();
      this.#send({ kind: "failed", failure: failureOf(error), message: messageOf(error) });
    }
    this.#port.close();
  }

  #send(message: FromHistory): void {
    this.#port.postMessage(message);
  }

  /** Sends a page; its words change hands instead of being copied. */
  #sendPage(id: number, page: PackedPage): void {
    const { rows } = page;
    const moved = "words" in rows ? [rows.words.buffer] : [];
    const message: FromHistory = { kind: "page", id, page };
    this.#port.postMessage(message, moved);
  }

  #sendProgress({ appliedMs, appliedSeq }: HistoryStore): void {
    this.#send({ kind: "applied", appliedSeq, appliedMs });
  }

  #onMessage(message: ToHistory): void {
    switch (message.kind) {
      case "start":
        this.#isStarted = true;
        break;
      case "events":
        this.#received.add(message.handed);
        break;
      case "durable":
        this.#journal.reach(message.end);
        break;
      case "query":
      case "flush":
        this.#handleRead(message);
        break;
      case "close":
        this.#isClosing = true;
        break;
      default:
        unreachable(message);
    }
    this.#wakeUp.resolve();
  }

  #handleRead(message: Extract<ToHistory, { kind: "query" | "flush" }>): void {
    const { id, seq } = message;
    const refuse = (code: HistoryFaultCode, text: string): void =>
      this.#send({ kind: "refused", id, code, message: text });
    if (this.#opened === undefined || this.#failed !== undefined) {
      refuse("storage", this.#failed?.message ?? this.#fault);
      return;
    }
    const { store } = this.#opened;
    const answer = (): void => {
      if (this.#failed !== undefined) {
        refuse("storage", this.#failed.message);
        return;
      }
      if (message.kind === "flush") {
        this.#send({ kind: "flushed", id });
        return;
      }
      try {
        this.#sendPage(id, store.findPacked(message.request));
      } catch (error) {
        refuse("storage", messageOf(error));
        if (error instanceof StoreUnavailable) return;
        // A query that fails for another reason contradicts the rows: the same code wrote both.
        this.#failed ??= new StoreDamaged(messageOf(error), { cause: error });
      }
    };
    if (seq > store.appliedSeq && this.#fault !== "") {
      refuse("storage", this.#fault);
      return;
    }
    const terms =
      message.kind === "flush"
        ? { untilMs: Number.POSITIVE_INFINITY, isOfMarket: false }
        : { untilMs: message.untilMs, isOfMarket: isOfMarket(message.request.kind) };
    this.#reads.add({ seq, ...terms, answer, refuse });
    this.#scheduleReads();
  }

  /** Executes reads once all messages that have arrived were received. */
  #scheduleReads(): void {
    if (this.#areReadsScheduled) return;
    this.#areReadsScheduled = true;
    setImmediate(() => {
      this.#areReadsScheduled = false;
      if (this.#opened === undefined) return;
      const hasMore = this.#reads.run(this.#opened.store.appliedSeq);
      if (this.#failed !== undefined) this.#wakeUp.resolve();
      if (hasMore) this.#scheduleReads();
    });
  }

  /** Waits for a message, at most `waitMs`. */
  async #waitForMessage(waitMs: number): Promise<void> {
    const timer = setTimeout(this.#wakeUp.resolve, waitMs);
    await this.#wakeUp.promise;
    clearTimeout(timer);
    this.#wakeUp = Promise.withResolvers();
  }

  #report(message: string): void {
    if (message === this.#fault) return;
    this.#fault = message;
    this.#send({ kind: "fault", message });
  }

  /** Reports that the store cannot be used and waits to try again; rethrows other errors. */
  async #pauseAfter(error: unknown): Promise<void> {
    if (!(error instanceof StoreUnavailable)) throw error;
    this.#report(error.message);
    const appliedSeq = this.#opened?.store.appliedSeq ?? 0;
    this.#reads.refuseWaiting(appliedSeq, "storage", error.message);
    const retryAtMs = performance.now() + RETRY_INTERVAL_MS;
    for (;;) {
      const waitMs = retryAtMs - performance.now();
      if (this.#isClosing || waitMs <= 0) return;
      await this.#waitForMessage(waitMs);
    }
  }

  /** Opens the file, retrying without limit; returns undefined when the thread is to close. */
  async #open(): Promise<Opened | undefined> {
    while (!this.#isClosing) {
      try {
        this.#opened = openStore(this.#settings, (removed) =>
          this.#send({ kind: "removed", removed }),
        );
        this.#report("");
        this.#sendProgress(this.#opened.store);
        return this.#opened;
      } catch (error) {
        await this.#pauseAfter(error);
      }
    }
    return undefined;
  }

  /** Processes one part of the journal; returns false when only a message can bring more. */
  async #runStep(follower: HistoryFollower, opened: Opened): Promise<boolean> {
    const { checkpoints, file, store } = opened;
    try {
      const hasNewRows = await follower.step();
      this.#report("");
      if (hasNewRows) {
        this.#sendProgress(store);
        checkpoints.committed(file.pagesInLog);
      }
      return hasNewRows;
    } catch (error) {
      await this.#pauseAfter(error);
      return true;
    }
  }

  async #follow(opened: Opened): Promise<void> {
    const { file, store } = opened;
    const { firstSeq, snapshotDirectory } = this.#settings;
    const follower = await HistoryFollower.open({
      store,
      journal: this.#journal,
      received: this.#received,
      extent: { firstSeq },
      snapshots: new SnapshotStore({ directory: snapshotDirectory }),
      onSnapshotFault: ({ message }) => this.#send({ kind: "snapshot_fault", message }),
    });
    let checkAtMs = 0;
    while (!this.#isClosing) {
      const hasMore = await this.#runStep(follower, opened);
      this.#scheduleReads();
      if (this.#failed !== undefined) throw this.#failed;
      if (performance.now() >= checkAtMs) {
        checkAtMs = performance.now() + RETRY_INTERVAL_MS;
        if (!file.isInPlace) throw new StoreDamaged("the file was removed or replaced");
      }
      // Lets pending messages arrive before the next part.
      if (hasMore) await nextTurn();
      else if (!this.#isClosing) await this.#waitForMessage(RETRY_INTERVAL_MS);
    }
  }

  async #work(): Promise<void> {
    const ready = await this.#open();
    while (!this.#isStarted && !this.#isClosing && this.#failed === undefined) {
      await this.#waitForMessage(RETRY_INTERVAL_MS);
    }
    if (this.#failed !== undefined) throw this.#failed;
    if (this.#isStarted && ready !== undefined) await this.#follow(ready);
  }

  #closeStore(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    try {
      opened?.checkpoints.close();
      opened?.file.close();
    } catch (error) {
      if (!this.#isClosing) return;
      this.#send({ kind: "fault", message: messageOf(error) });
    }
  }
}

/**
 * Sets below-normal priority: with few processors the history lags for a while and does not slow
 * down orders. Linux has priorities per thread; elsewhere this would affect the whole process.
 */
function lowerPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

function openStore(
  { firstSeq: journalFirstSeq, path, retention }: HistoryThreadSettings,
  onRemoved: (removed: RemovedRows) => void,
): Opened {
  const checkpoints = new ThreadCheckpoints(path);
  const file = new SqliteStore(path, { beforeTransaction: () => checkpoints.wait() });
  try {
    const store = new HistoryStore(file, {
      ...{ quietUsers: [], retention, onRemoved, journalFirstSeq },
    });
    return { file, store, checkpoints };
  } catch (error) {
    file.close();
    throw error;
  }
}
