/**
 * Plants bugs in a copy of the product. Comparisons of core and naive exchange take the changed
 * texts from memory; everything else runs in a folder of its own, in a process of its own.
 */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangedComparisons } from "./compare-changed.ts";
import type { ComparisonReport, ComparisonRequest } from "./comparison-process.ts";
import type { Change } from "./planted/planted-bug.ts";

const ROOT = join(import.meta.dirname, "../..");
const COPIED = [
  "package.json",
  "src",
  "test/adversary/search",
  "test/adversary/support/worth.ts",
  "test/simulation",
  "test/crash/support",
  "test/support",
];
/** Far beyond what a run takes: only one that hangs is ended. */
const RUN_MS_MAX = 240_000;

export type Finding = {
  readonly isCaught: boolean;
  /** Which check noticed, and what it said. */
  readonly check: string;
  readonly message: string;
  /** The seed of the round or schedule, and how many of its commands it took. */
  readonly seed?: number;
  readonly commands?: number;
  /** The program of colluders that gained, where the check is "gain". */
  readonly program?: unknown;
};

/** What a run says that failed. */
type RunReport = Omit<Finding, "isCaught" | "commands"> & { readonly seq: number };

/** The text with the bug in it. Throws when the place is not there, or not once. */
export function planted(text: string, change: Change): string {
  const parts = text.split(change.find);
  if (parts.length === 2) return parts.join(change.replace);
  const { file, find } = change;
  throw new Error(`"${find}" stands once in ${file}, found ${parts.length - 1} times`);
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").pop() ?? "";
}

function run(folder: string, args: readonly string[]): Promise<Finding> {
  const script = join(folder, "test/simulation/run.ts");
  // Modules without the bug are compiled in the first run and loaded from there in the others.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") };
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: RUN_MS_MAX };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ isCaught: false, check: "none", message: "" });
      if (!stdout.startsWith("{")) {
        return resolve({ isCaught: false, check: "broken run", message: stderr.slice(-2_000) });
      }
      const { seq, ...report } = JSON.parse(lastLine(stdout)) as RunReport;
      resolve({ ...report, isCaught: report.check !== undefined, commands: seq });
    });
  });
}

function findingOf(report: ComparisonReport): Finding {
  if (report.kind === "whole") return { isCaught: false, check: "none", message: "" };
  if (report.kind === "broken") {
    return { isCaught: false, check: "broken run", message: report.error };
  }
  const { check, message, seed, seq } = report;
  return { isCaught: true, check, message, seed, commands: seq };
}

/** A copy of the product that is run with one bug after the other. */
export class PlantedCopy {
  readonly #comparisons = new ChangedComparisons();
  #folder: string | undefined;

  /**
   * Compares the core with one bug, made by one change or several, with the naive exchange. One
   * run at a time.
   */
  async compare(
    bug: Change | readonly Change[],
    terms: ComparisonRequest["terms"],
  ): Promise<Finding> {
    const changed = new Map<string, string>();
    for (const change of [bug].flat()) {
      const path = join("src", change.file);
      const text = changed.get(path) ?? readFileSync(join(ROOT, path), "utf8");
      changed.set(path, planted(text, change));
    }
    return findingOf(await this.#comparisons.compare({ terms, changed }));
  }

  /**
   * Runs the simulation with one bug in a folder of its own, and takes the bug out again. One run
   * at a time.
   */
  async plant(bug: Change | readonly Change[], args: readonly string[]): Promise<Finding> {
    const changes = [bug].flat();
    const folder = this.#copied();
    try {
      for (const change of changes) {
        const file = join(folder, "src", change.file);
        writeFileSync(file, planted(readFileSync(file, "utf8"), change));
      }
      return await run(folder, [...args, "--keep-whole"]);
    } finally {
      for (const { file } of changes) {
        copyFileSync(join(ROOT, "src", file), join(folder, "src", file));
      }
    }
  }

  [Symbol.dispose](): void {
    this.#comparisons[Symbol.dispose]();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #copied(): string {
    if (this.#folder !== undefined) return this.#folder;
    const folder = mkdtempSync(join(tmpdir(), "bourse-planted-"));
    this.#folder = folder;
    for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    return folder;
  }
}
