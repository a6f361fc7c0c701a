/** Audits the exchange after the start and then at intervals. */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { State } from "../../core/state.ts";
import { within } from "../within.ts";
import type { SnapshotAudit, SnapshotAuditRequest } from "./audit-thread.ts";
import type { Audits } from "./audits.ts";

/**
 * Delay of the first audit after the start, in ms, to leave the processors to the start; less when
 * the others follow at shorter intervals.
 */
const BEGIN_AFTER_MS = 10_000;
/** Ledger accounts, positions and open orders of a state that is audited in about 50 ms. */
export const ENTRIES_AT_ONCE_MAX = 50_000;
/** Longest wait of a stop for a thread that hangs in a read, in ms. */
const STOP_WAIT_MS = 100;

const THREAD = new URL("./audit-thread.ts", import.meta.url);

export type RepeatAuditsOptions = {
  readonly audits: Audits;
  readonly state: State;
  /** Data directory; undefined when nothing is kept on disk. */
  readonly dataDir: string | undefined;
  /** Time from the end of one audit to the next, in ms; 0 for no audits. */
  readonly everyMs: number;
  /** Receives what kept an audit from ending; the next one begins as usual. */
  readonly onFault: (fault: unknown) => void;
  /** Absent: `ENTRIES_AT_ONCE_MAX`. */
  readonly entriesAtOnceMax?: number;
};

/** Number of entries whose check takes the most time of an audit. */
function entriesOf({ ledger, orders, positions }: State): number {
  return ledger.end + positions.end + orders.count;
}

/**
 * A small state is audited as it is. Of a large one, which would keep orders waiting, the newest
 * snapshot is audited on a thread of its own; without a snapshot later than the last audit, little
 * has happened, and the state itself is audited.
 */
class RepeatedAudits {
  readonly #options: RepeatAuditsOptions;
  #timer: NodeJS.Timeout | undefined;
  #thread: Worker | undefined;
  #isEnded = false;

  constructor(options: RepeatAuditsOptions) {
    this.#options = options;
    this.#scheduleIn(Math.min(BEGIN_AFTER_MS, options.everyMs));
  }

  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    if (this.#thread !== undefined) await within(this.#thread.terminate(), STOP_WAIT_MS);
  }

  #scheduleIn(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#run(), delayMs).unref();
  }

  async #run(): Promise<void> {
    const { everyMs, onFault } = this.#options;
    try {
      await this.#audit();
    } catch (thrown) {
      if (!this.#isEnded) onFault(thrown);
    }
    if (!this.#isEnded) this.#scheduleIn(everyMs);
  }

  async #audit(): Promise<void> {
    const { audits, dataDir, entriesAtOnceMax = ENTRIES_AT_ONCE_MAX, state } = this.#options;
    if (dataDir !== undefined && entriesOf(state) > entriesAtOnceMax) {
      const audited = await this.#onThread(join(dataDir, "snapshots"));
      if (this.#isEnded) return;
      if (audited !== undefined) return audits.ended(audited.report, "snapshot", audited.tookMs);
    }
    audits.now();
  }

  async #onThread(snapshotDirectory: string): Promise<SnapshotAudit> {
    const { seq: afterSeq } = this.#options.audits;
    const workerData: SnapshotAuditRequest = { snapshotDirectory, afterSeq };
    const thread = new Worker(THREAD, { workerData });
    this.#thread = thread;
    thread.unref();
    try {
      const [audited] = (await Promise.race([once(thread, "message"), endOf(thread)])) as [
        SnapshotAudit,
      ];
      return audited;
    } finally {
      this.#thread = undefined;
      await thread.terminate();
    }
  }
}

/** Rejects when a thread ends without an answer. */
async function endOf(thread: Worker): Promise<never> {
  await once(thread, "exit");
  throw new Error("the thread that audits a snapshot ended without a report");
}

/** Starts the audits; returns a function that stops them. */
export function repeatAudits(options: RepeatAuditsOptions): () => Promise<void> {
  if (options.everyMs === 0) return async () => undefined;
  const repeated = new RepeatedAudits(options);
  return () => repeated.stop();
}
