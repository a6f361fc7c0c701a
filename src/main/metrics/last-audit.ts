import type { Registry } from "prom-client";
import { gaugeSeries, plainGauge } from "./series.ts";

/** Verdict and age of the last audit, on request or by itself. */
export class LastAudit {
  readonly #nowMs: () => number;
  #endedAtMs: number;
  #holds: boolean | undefined;

  constructor(parts: {
    /** Monotonic clock in ms. */
    readonly nowMs: () => number;
    readonly registry: Registry;
  }) {
    const { nowMs, registry } = parts;
    this.#nowMs = nowMs;
    this.#endedAtMs = nowMs();
    const verdict = {
      name: "audit_holds",
      help: "1 when all invariants held in the last audit, 0 when one did not",
      labelNames: [],
    };
    gaugeSeries(registry, verdict, (set) => {
      if (this.#holds !== undefined) set({}, this.#holds ? 1 : 0);
    });
    const age = "Time since the last audit, or since the start when none ran";
    plainGauge(registry, "audit_age_seconds", age, () => (nowMs() - this.#endedAtMs) / 1_000);
  }

  /** Verdict of the last audit, undefined before the first one, and its age in ms. */
  read(): { readonly holds: boolean | undefined; readonly ageMs: number } {
    return { holds: this.#holds, ageMs: this.#nowMs() - this.#endedAtMs };
  }

  /** Records the verdict of an audit that has just run. */
  ended(holds: boolean): void {
    this.#holds = holds;
    this.#endedAtMs = this.#nowMs();
  }
}
