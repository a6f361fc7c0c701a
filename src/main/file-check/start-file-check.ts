/** Background check of old journal segments and snapshots, on a thread of its own. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Gauge, type Registry } from "prom-client";
import {
  CHECKED_KINDS,
  type CheckedKind,
  type CheckReport,
  type FileCheckOptions,
} from "../../journal/file-check.ts";
import type { Conditions } from "../../ops/conditions.ts";
import { within } from "../within.ts";

/**
 * Delay of the check after the start of the exchange, in ms, to leave the processors to the start.
 */
const BEGIN_AFTER_MS = 1_000;
/** Delay before a failed thread is started again, in ms. */
const RESTART_AFTER_MS = 60_000;
/** Longest wait for a thread that hangs in a read, in ms; it then ends with the process. */
const STOP_WAIT_MS = 100;
/** Number of files that the log line names, each with its cause. */
const NAMED_MAX = 5;

const THREAD = new URL("./file-check-thread.ts", import.meta.url);

export type FileCheckPlaces = Pick<FileCheckOptions, "journalDirectory" | "snapshotDirectory">;

export type StartFileCheckOptions = {
  /** Data directory; `undefined` when nothing is kept on disk: then nothing is checked. */
  readonly dataDir: string | undefined;
  readonly conditions: Pick<Conditions, "begin" | "end">;
  readonly registry: Registry;
  /** Time for the timestamps of the metrics, in ms since 1970. */
  readonly nowMs: () => number;
  /** Receives the cause when the thread ended unexpectedly. */
  readonly onFault: (fault: unknown) => void;
};

/** The last report and the time of its arrival on the monotonic clock, in ms. */
type LastReport = { readonly report: CheckReport; readonly atMs: number };

class RunningFileCheck {
  readonly #options: StartFileCheckOptions;
  readonly #places: FileCheckPlaces;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout;
  #lastReport: LastReport | undefined;
  #detail = "";
  #isEnded = false;

  constructor(options: StartFileCheckOptions, dataDir: string) {
    this.#options = options;
    this.#places = {
      journalDirectory: join(dataDir, "journal"),
      snapshotDirectory: join(dataDir, "snapshots"),
    };
    this.#timer = this.#launchAfter(BEGIN_AFTER_MS);
    register(options, () => this.#lastReport);
  }

  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    if (this.#worker !== undefined) await within(this.#worker.terminate(), STOP_WAIT_MS);
  }

  #launchAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#launch(), ms).unref();
  }

  #launch(): void {
    const worker = new Worker(THREAD, { workerData: this.#places });
    this.#worker = worker;
    worker.unref();
    worker.on("message", (report: CheckReport) => this.#onReport(report));
    worker.on("error", (fault) => this.#options.onFault(fault));
    worker.on("exit", () => {
      if (!this.#isEnded) this.#timer = this.#launchAfter(RESTART_AFTER_MS);
    });
  }

  #onReport(report: CheckReport): void {
    if (this.#isEnded) return;
    this.#lastReport = { report, atMs: performance.now() };
    const { conditions } = this.#options;
    const detail = detailOf(report.damages);
    if (detail === this.#detail) return;
    // A different set of files is a new condition: its log line names them.
    if (this.#detail !== "") conditions.end("file_damaged");
    if (detail !== "") conditions.begin("file_damaged", detail);
    this.#detail = detail;
  }
}

function detailOf(damages: readonly string[]): string {
  const unnamedCount = damages.length - NAMED_MAX;
  const named = damages.slice(0, NAMED_MAX).join("; ");
  return unnamedCount > 0
    ? `${named}; ${unnamedCount} more files: see \`bourse journal verify\``
    : named;
}

function register(
  { nowMs, registry }: StartFileCheckOptions,
  lastReport: () => LastReport | undefined,
): void {
  new Gauge({
    name: "bourse_checked_files",
    help: "Old journal segments and snapshots by what the background check found",
    labelNames: ["kind", "state"],
    registers: [registry],
    collect() {
      for (const kind of CHECKED_KINDS) {
        const { damaged = 0, good = 0, waiting = 0 } = lastReport()?.report.kinds[kind] ?? {};
        this.set({ kind, state: "good" }, good);
        this.set({ kind, state: "damaged" }, damaged);
        this.set({ kind, state: "waiting" }, waiting);
      }
    },
  });
  new Gauge({
    name: "bourse_checked_timestamp_seconds",
    help: "When the file was found good whose last good check lies furthest back; 0 before",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      for (const kind of CHECKED_KINDS) {
        const ageMs = goodAgeMs(kind, lastReport());
        this.set({ kind }, ageMs === undefined ? 0 : Math.floor((nowMs() - ageMs) / 1_000));
      }
    },
  });
}

/**
 * Age of the oldest last good check, in ms; 0 while there are no files, undefined before every file
 * was checked.
 */
function goodAgeMs(kind: CheckedKind, lastReport: LastReport | undefined): number | undefined {
  if (lastReport === undefined) return undefined;
  const { damaged, good, goodAgeMs: ageMs, waiting } = lastReport.report.kinds[kind];
  if (damaged + good + waiting === 0) return 0;
  return ageMs === undefined ? undefined : ageMs + performance.now() - lastReport.atMs;
}

/** Starts the check; returns a function that stops it. */
export function startFileCheck(options: StartFileCheckOptions): () => Promise<void> {
  const { dataDir } = options;
  if (dataDir === undefined) return async () => undefined;
  const check = new RunningFileCheck(options, dataDir);
  return () => check.stop();
}
