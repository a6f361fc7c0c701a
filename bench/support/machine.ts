/** What a figure was measured on, and how busy that machine was. */
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Histogram, rounded } from "./histogram.ts";

export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly platform: string;
  /** Load average of the last minute before the run: above the cores, figures are too low. */
  readonly load: number;
};

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    load: rounded(loadavg()[0] ?? 0),
  };
}

/** Processor time of this process since `since`, in microseconds. */
export function cpuMicros(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

type GcOptions = { readonly type: "major" | "minor"; readonly flavor?: "last-resort" };

const collect: (options: GcOptions) => void = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as (options: GcOptions) => void;
})();

/** A whole garbage collection now, so that none of what went before is charged to what follows. */
export function collectGarbage(): void {
  collect({ type: "major" });
}

/**
 * Lets all present objects become old: the commands of a slice, whose copies in the collections of
 * young objects are then not charged to what applies them. Unlike a whole collection, it discards
 * no compiled code.
 */
export function ageObjects(): void {
  for (let time = 0; time < 2; time++) collect({ type: "minor" });
}

/**
 * Passes of a warm-up, each after a whole collection: the first of these discard compiled code, and
 * after three passes hardly any is.
 */
export const WARM_UPS = 3;

const kept: unknown[] = [];

/**
 * Keeps what a warm-up ran for the rest of the process. V8 discards the compiled code of a class
 * with private fields when a collection finds no instance of it; a running engine always has one.
 */
export function keepAlive(...values: readonly unknown[]): void {
  kept.push(...values);
}

function memoryAfterCollection(): NodeJS.MemoryUsage {
  // The second collection returns the buffers that the first one found unused; the last resort
  // returns the pages that V8 keeps for later, too.
  for (let time = 0; time < 2; time++) collect({ type: "major", flavor: "last-resort" });
  return process.memoryUsage();
}

/** Bytes of this process's heap and buffers that are still in use after a collection. */
export function usedBytes(): number {
  const { heapUsed, external } = memoryAfterCollection();
  return heapUsed + external;
}

/** Bytes in use after a collection: those of the heap, and all that is resident beside the heap. */
export function residentBytes(): number {
  const { heapTotal, heapUsed, rss } = memoryAfterCollection();
  return rss - heapTotal + heapUsed;
}

/** Lets observers and timers have their turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Pauses by the garbage collector while `isOpen`; those of `collectGarbage` in between are not. */
export class GcPauses {
  readonly #windows: { readonly from: number; to: number }[] = [];
  readonly #pauses: { readonly at: number; readonly ms: number }[] = [];
  readonly #observer: PerformanceObserver;

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        this.#pauses.push({ at: startTime, ms: duration });
      }
    });
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  open(): void {
    this.#windows.push({ from: performance.now(), to: Number.POSITIVE_INFINITY });
  }

  close(): void {
    const last = this.#windows[this.#windows.length - 1];
    if (last !== undefined) last.to = performance.now();
  }

  /** Count, sum and longest of the pauses within the windows. Ends the observation. */
  async end(): Promise<{
    count: number;
    totalMs: number;
    maxMs: number;
    p99Ms: number;
    p999Ms: number;
  }> {
    await turn();
    await turn();
    this.#observer.disconnect();
    const micros = new Histogram();
    let totalMs = 0;
    let maxMs = 0;
    let next = 0;
    for (const { at, ms } of this.#pauses) {
      while (next < this.#windows.length && (this.#windows[next]?.to ?? 0) < at) next += 1;
      if (at < (this.#windows[next]?.from ?? Number.POSITIVE_INFINITY)) continue;
      totalMs += ms;
      maxMs = Math.max(maxMs, ms);
      micros.add(ms * 1e3);
    }
    return {
      count: micros.count,
      totalMs: rounded(totalMs),
      maxMs: rounded(maxMs),
      p99Ms: rounded(micros.at(0.99) / 1e3),
      p999Ms: rounded(micros.at(0.999) / 1e3),
    };
  }
}
