/** Processes that a benchmark starts, and the processor time they take. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { mainThreadMicros } from "./thread-time.ts";

const READY_MS = 20_000;
/** Ticks of the kernel's clock in a second, as Linux reports processor time. */
const KERNEL_TICKS = 100;

export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #cpuProfile: boolean;

  private constructor(process: ChildProcess, cpuProfile: boolean) {
    this.#process = process;
    this.#cpuProfile = cpuProfile;
  }

  /**
   * Runs this node with some arguments, and waits for the first line of its output that `ready`
   * makes something of. With `profileDir` the child writes a processor profile there when it ends.
   */
  static async start<T>(
    args: readonly string[],
    ready: (line: string) => T | undefined,
    options: { readonly profileDir?: string | undefined; readonly readyMsMax?: number } = {},
  ): Promise<{ child: Child; said: T }> {
    const { profileDir, readyMsMax = READY_MS } = options;
    const profile = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
    const started = spawn(process.execPath, [...profile, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const child = new Child(started, profileDir !== undefined);
    const lines = createInterface({ input: started.stdout });
    const said = await new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${args.join(" ")} is not ready`)),
        readyMsMax,
      );
      started.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
      lines.on("line", (line) => {
        const result = ready(line);
        if (result === undefined) return;
        clearTimeout(timer);
        resolve(result);
      });
    });
    return { child, said };
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Processor time of all its threads in microseconds; 0 where the system does not tell. */
  cpuMicros(): number {
    try {
      const text = readFileSync(`/proc/${this.pid}/stat`, "latin1");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      return ((Number(fields[11]) + Number(fields[12])) * 1e6) / KERNEL_TICKS;
    } catch {
      return 0;
    }
  }

  /** Processor time of its main thread in microseconds; 0 where the system does not say. */
  mainMicros(): number {
    return mainThreadMicros(this.pid);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill(signal);
    await ended;
  }

  /** Ends it at once, unless its profile is to be written. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.end(this.#cpuProfile ? "SIGTERM" : "SIGKILL");
  }
}
