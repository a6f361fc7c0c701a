/** A flood in a process of its own, so that it does not slow the clients that are measured. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eventually } from "../../support/eventually.ts";

const FLOOD = new URL("flood.ts", import.meta.url).pathname;

export const FLOODS = ["pages", "anonymous", "connections", "batches"] as const;
export type FloodKind = (typeof FLOODS)[number];

type Key = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

export class FloodProcess {
  readonly #child: ChildProcess;
  #counts: Readonly<Record<string, number>> = {};

  constructor(kind: FloodKind, baseUrl: string, key?: Key) {
    const argv = [FLOOD, kind, new URL(baseUrl).port, JSON.stringify(key ?? {})];
    this.#child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = this.#child.stdout;
    if (lines === null) throw new Error("the flood has an output");
    createInterface({ input: lines }).on("line", (line) => {
      this.#counts = JSON.parse(line) as Record<string, number>;
    });
  }

  /** How often something happened so far: answers by status, what was sent, what was closed. */
  count(name: string): number {
    return this.#counts[name] ?? 0;
  }

  /** Waits until something has happened so often. */
  async reached(name: string, least: number): Promise<void> {
    await eventually(`${name} ${least}`, () => this.count(name) >= least);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}
