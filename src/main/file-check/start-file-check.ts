/** The background check of old journal segments and snapshots, on a thread of its own. */
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

/** The check begins this long after the start of the exchange, in ms: a start has enough to do. */
const BEGIN_AFTER_MS = 1_000;
/** A thread that died is started again after this time, in ms. */
const RESTART_AFTER_MS = 60_000;
/** A thread that hangs in a read is left after this time, in ms; it ends with the process. */
const STOP_WAIT_MS = 100;
/** Files that the line of the log names, each with its cause. */
const NAMED_MAX = 5;

const THREAD = new URL("./file-check-thread.ts", import.meta.url);

export type FileCheckPlaces = Pick<FileCheckOptions, "journalDirectory" | "snapshotDirectory">;

export type StartFileCheckOptions = {
  /** `undefined`: nothing is kept on disk, and nothing is checked. */
  readonly dataDir: string | undefined;
  readonly conditions: Pick<Conditions, "begin" | "end">;
  readonly registry: Registry;
  /** Time that timestamps of the metrics are in, in ms since 1970. */
  readonly nowMs: () => number;
  /** Hears why the thread ended, when it did so by itself. */
  readonly onFault: (fault: unknown) => void;
};

/** What the last report said, and when. */
type Heard = { readonly report: CheckReport; readonly atMs: number };

class RunningFileCheck {
  readonly #options: StartFileCheckOptions;
  readonly #places: FileCheckPlaces;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout;
  #heard: Heard | undefined;
  #detail = "";
  #isEnded = false;

  constructor(options: StartFileCheckOptions, dataDir: string) {
    this.#options = options;
    this.#places = {
      journalDirectory: join(dataDir, "journal"),
      snapshotDirectory: join(dataDir, "snapshots"),
    };
    this.#timer = this.#launchAfter(BEGIN_AFTER_MS);
    register(options, () => this.#heard);
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
    worker.on("message", (report: CheckReport) => this.#take(report));
    worker.on("error", (fault) => this.#options.onFault(fault));
    worker.on("exit", () => {
      if (!this.#isEnded) this.#timer = this.#launchAfter(RESTART_AFTER_MS);
    });
  }

  #take(report: CheckReport): void {
    if (this.#isEnded) return;
    this.#heard = { report, atMs: performance.now() };
    const { conditions } = this.#options;
    const detail = detailOf(report.damages);
    if (detail === this.#detail) return;
    // Another set of files is another condition: its line names them.
    if (this.#detail !== "") conditions.end("file_damaged");
    if (detail !== "") conditions.begin("file_damaged", detail);
    this.#detail = detail;
  }
}

function detailOf(damages: readonly string[]): string {
  const rest = damages.length - NAMED_MAX;
  const named = damages.slice(0, NAMED_MAX).join("; ");
  return rest > 0 ? `${named}; ${rest} more files: see \`bourse journal verify\`` : named;
}

function register(
  { nowMs, registry }: StartFileCheckOptions,
  heard: () => Heard | undefined,
): void {
  new Gauge({
    name: "bourse_checked_files",
    help: "Old journal segments and snapshots by what the background check found",
    labelNames: ["kind", "state"],
    registers: [registry],
    collect() {
      for (const kind of CHECKED_KINDS) {
        const { damaged = 0, good = 0, waiting = 0 } = heard()?.report.kinds[kind] ?? {};
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
        const ageMs = goodAgeMs(kind, heard());
        this.set({ kind }, ageMs === undefined ? 0 : Math.floor((nowMs() - ageMs) / 1_000));
      }
    },
  });
}

/** Time since the last good check that lies furthest back, in ms; 0 while there are no files. */
function goodAgeMs(kind: CheckedKind, heard: Heard | undefined): number | undefined {
  if (heard === undefined) return undefined;
  const { damaged, good, goodAgeMs: ageMs, waiting } = heard.report.kinds[kind];
  if (damaged + good + waiting === 0) return 0;
  return ageMs === undefined ? undefined : ageMs + performance.now() - heard.atMs;
}

/** Starts the check; answers what ends it. */
export function startFileCheck(options: StartFileCheckOptions): () => Promise<void> {
  const { dataDir } = options;
  if (dataDir === undefined) return async () => undefined;
  const check = new RunningFileCheck(options, dataDir);
  return () => check.stop();
}
