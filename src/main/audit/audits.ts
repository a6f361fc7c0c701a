/**
 * Audits of the running exchange and their reports: to the log, the metrics and the condition
 * `invariant_broken`. An audit never stops the exchange: the operator decides what a finding means.
 */
import type { Registry } from "prom-client";
import { type AuditReport, audit } from "../../core/audit.ts";
import type { State } from "../../core/state.ts";
import type { Conditions } from "../../ops/conditions.ts";
import type { HealthReport } from "../../ops/health-port.ts";
import type { Log } from "../log.ts";
import { LastAudit } from "../metrics/last-audit.ts";

/** What was audited: the live state between two commands, or the newest snapshot. */
export type AuditedPart = "state" | "snapshot";

export type AuditsOptions = {
  readonly state: State;
  /** Data directory; undefined when nothing is kept on disk. */
  readonly dataDir: string | undefined;
  readonly conditions: Pick<Conditions, "begin" | "end">;
  readonly log: Pick<Log, "info" | "error">;
  readonly registry: Registry;
};

export class Audits {
  readonly #options: AuditsOptions;
  readonly #last: LastAudit;
  #seq = 0;

  constructor(options: AuditsOptions) {
    this.#options = options;
    this.#last = new LastAudit({ nowMs: () => performance.now(), registry: options.registry });
  }

  /** Seq of the newest state that was audited since the start; 0 before the first audit. */
  get seq(): number {
    return this.#seq;
  }

  /** Verdict, place in the journal and age of the last audit; the age counts from the start. */
  last(): HealthReport["audit"] {
    const { ageMs, holds } = this.#last.read();
    const verdict = holds === true ? "holds" : "broken";
    return {
      verdict: holds === undefined ? "none" : verdict,
      seq: this.#seq,
      ageSeconds: Math.floor(ageMs / 1_000),
    };
  }

  /**
   * Audits the live state at once and records the report. No command is executed meanwhile: about
   * 300 ms with 100,000 users, positions and open orders.
   */
  now(): AuditReport {
    const startedMs = performance.now();
    const report = audit(this.#options.state);
    this.ended(report, "state", performance.now() - startedMs);
    return report;
  }

  /** Records the report of an audit that took `tookMs` on any thread. */
  ended(report: AuditReport, audited: AuditedPart, tookMs: number): void {
    const { conditions, log } = this.#options;
    const { holds, seq } = report;
    this.#seq = Math.max(this.#seq, seq);
    this.#last.ended(holds);
    const facts = { seq, audited, ms: Math.round(tookMs) };
    if (holds) {
      log.info({ event: "audit_passed", ...facts });
      conditions.end("invariant_broken");
      return;
    }
    const broken = report.verdicts.filter(({ findings }) => findings.length > 0);
    log.error({ event: "audit_failed", ...facts, broken });
    const rules = broken.map(({ invariant, rule }) => `${invariant} (${rule})`).join(", ");
    const place = this.#options.dataDir ?? "the exchange in memory";
    conditions.begin("invariant_broken", `${place}: broken at seq ${seq}: invariant ${rules}`);
  }
}
