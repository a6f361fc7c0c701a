/** Compares the changed core with the naive exchange, in a process that lasts for many changes. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { ComparisonReport, ComparisonRequest } from "./comparison-process.ts";

const SCRIPT = join(import.meta.dirname, "comparison-process.ts");
const OPTIONS = [
  ...process.execArgv,
  "--experimental-vm-modules",
  "--disable-warning=ExperimentalWarning",
];
/** Far beyond what a comparison takes: only one that hangs is ended. */
const COMPARISON_MS_MAX = 240_000;
/** A process keeps a megabyte of each evaluation of changed modules; the others are warm in it. */
const COMPARISONS_PER_PROCESS = 600;
const ERROR_LENGTH_MAX = 2_000;

/** Sends a request and waits for its report; the end of the process is a broken comparison. */
function reportOf(child: ChildProcess, request: ComparisonRequest): Promise<ComparisonReport> {
  return new Promise((resolve) => {
    let errors = "";
    const onError = (text: Buffer): void => {
      errors = `${errors}${text}`.slice(-ERROR_LENGTH_MAX);
    };
    const done = (report: ComparisonReport): void => {
      clearTimeout(timer);
      child.off("message", done);
      child.off("close", onClose);
      child.stderr?.off("data", onError);
      resolve(report);
    };
    const onClose = (): void => done({ kind: "broken", error: errors });
    const onHanging = (): void => done({ kind: "broken", error: "the comparison ends in time" });
    const timer = setTimeout(onHanging, COMPARISON_MS_MAX);
    child.stderr?.on("data", onError);
    child.on("message", done);
    child.on("close", onClose);
    child.send(request);
  });
}

/** One comparison at a time. */
export class ChangedComparisons {
  #child: ChildProcess | undefined;
  #done = 0;

  /** A process that ends or hangs is a broken comparison, and the next one gets another process. */
  async compare(request: ComparisonRequest): Promise<ComparisonReport> {
    const child = this.#process();
    const report = await reportOf(child, request);
    this.#done += 1;
    const isUsedUp = report.kind === "broken" || this.#done >= COMPARISONS_PER_PROCESS;
    if (isUsedUp) this[Symbol.dispose]();
    return report;
  }

  [Symbol.dispose](): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    this.#done = 0;
  }

  #process(): ChildProcess {
    this.#child ??= fork(SCRIPT, {
      execArgv: OPTIONS,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    return this.#child;
  }
}
