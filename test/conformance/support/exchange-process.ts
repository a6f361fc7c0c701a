/** The exchange as users start it: a process with a data directory, that can be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Credentials } from "../../../src/main/credentials.ts";

const START = new URL("../../../src/main/start.ts", import.meta.url).pathname;

export class ExchangeProcess {
  readonly credentials: Credentials;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, credentials: Credentials) {
    this.#child = child;
    this.credentials = credentials;
  }

  /** Starts the exchange on `dataDir` and waits until it says that it is ready. */
  static async start(dataDir: string): Promise<ExchangeProcess> {
    const flags = ["--data-dir", dataDir, "--port", "0", "--no-agents", "--rate-limits", "off"];
    const child = spawn(process.execPath, [START, ...flags], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as { event?: string };
      if (said.event !== "ready") continue;
      child.stdout.resume();
      const text = readFileSync(join(dataDir, "credentials.json"), "utf8");
      return new ExchangeProcess(child, JSON.parse(text) as Credentials);
    }
    throw new Error(`the exchange becomes ready; it ended with ${child.exitCode}`);
  }

  /** kill -9: nothing can be flushed or said any more. */
  async kill(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  /** SIGTERM; answers the exit code. */
  async terminate(): Promise<number | null> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    return code;
  }
}
