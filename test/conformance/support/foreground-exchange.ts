/** An exchange that a command line of a shell starts and keeps in the foreground. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { eventually } from "../../support/eventually.ts";

const READY_MS_MAX = 120_000;
const LINES_SHOWN = 20;

type Place = {
  readonly cwd: string;
  /** Beside that of the test's own process. */
  readonly environment: Readonly<Record<string, string>>;
};

export class ForegroundExchange {
  /** The line `ready` of the log. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: string) {
    this.#child = child;
    this.ready = JSON.parse(ready) as Record<string, unknown>;
  }

  /** Runs the command and waits for the line `ready` of the log; throws if it ends before. */
  static async start(command: string, { cwd, environment }: Place): Promise<ForegroundExchange> {
    const child = spawn("bash", ["-euc", `exec ${command}`], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
      // A group of its own: its end reaches the exchange below npm too.
      detached: true,
    });
    const lines: string[] = [];
    let readyLine: string | undefined;
    for (const stream of [child.stdout, child.stderr] as Readable[]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        if (lines.length > LINES_SHOWN) lines.shift();
        if (line.includes('"event":"ready"')) readyLine = line;
      });
    }
    await eventually(
      "the exchange is ready or ends",
      () => readyLine !== undefined || hasEnded(child),
      READY_MS_MAX,
    ).catch(async (thrown: unknown) => {
      await killGroup(child);
      throw thrown;
    });
    if (readyLine !== undefined) return new ForegroundExchange(child, readyLine);
    throw new Error(`it ended with ${child.exitCode}:\n${lines.join("\n")}`);
  }

  /** Sends SIGTERM to the command alone, as a supervisor does; returns the exit code. */
  async terminate(): Promise<number | null> {
    if (hasEnded(this.#child)) return this.#child.exitCode;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    return code;
  }

  /** Kills the command and the processes below it, if it still runs. */
  async kill(): Promise<void> {
    await killGroup(this.#child);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
