/** Plants bugs in a copy of the product and runs the simulation there, in a process of its own. */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** A copy of the product that is run with one bug after the other. */
export class PlantedCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), "bourse-planted-"));

  constructor() {
    for (const path of COPIED) {
      cpSync(join(ROOT, path), join(this.#folder, path), { recursive: true });
    }
  }

  /**
   * Runs the simulation with one bug, made by one change or several, and takes the bug out again.
   * One run at a time.
   */
  async plant(bug: Change | readonly Change[], args: readonly string[]): Promise<Finding> {
    const changes = [bug].flat();
    try {
      for (const change of changes) {
        const file = this.#pathOf(change);
        writeFileSync(file, planted(readFileSync(file, "utf8"), change));
      }
      return await run(this.#folder, [...args, "--keep-whole"]);
    } finally {
      for (const change of changes) {
        copyFileSync(join(ROOT, "src", change.file), this.#pathOf(change));
      }
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #pathOf({ file }: Change): string {
    return join(this.#folder, "src", file);
  }
}
