/**
 * Alerts for the operator, oldest first; an alert collects evidence while its findings continue.
 */

import { ALERT_KINDS, type AlertKind } from "../core/base/alert-kinds.ts";
import { evictOldest } from "./evict-oldest.ts";
import { ALERTS_KEPT, EVIDENCE_INTERVAL_MS } from "./surveillance-limits.ts";
import type { ObservedTrade } from "./trade-ring.ts";

export const NO_INSTRUMENT = -1;

/** User who traded with the loser of a fund draw. */
export type Counterparty = {
  readonly user: number;
  readonly trades: number;
  readonly valueUsd: number;
  /** Gain of the counterparty from the trades, at the present reference price. */
  readonly gainUsd: number;
  /**
   * Kinds of links between the two; `parent` for users of one main account; empty without a link.
   */
  readonly linkedBy: readonly string[];
};

/** Numbers and words of a detector, by name. */
export type Measures = Readonly<Record<string, number | string>>;

/** Finding of a detector. */
export type Finding = {
  readonly kind: AlertKind;
  /** Findings of the same kind and key within a window belong to one alert. */
  readonly key: string;
  /** Index of the instrument, or `NO_INSTRUMENT`. */
  readonly instrument: number;
  /** Users concerned; the user who gains or acts comes first, if there is one. */
  readonly users: readonly number[];
  readonly linkedBy: readonly string[];
  /** Traded value, loss or profit in US dollars, depending on the kind. */
  readonly valueUsd: number;
  /** Whether `valueUsd` is added to the value of the alert instead of replacing it. */
  readonly isAdded: boolean;
  readonly measures: Measures;
};

export type Evidence = {
  readonly trades: readonly ObservedTrade[];
  readonly counterparties: readonly Counterparty[];
};

export class Alert {
  readonly id: number;
  readonly kind: AlertKind;
  readonly instrument: number;
  readonly firstMs: number;
  users: readonly number[];
  linkedBy: readonly string[];
  measures: Measures;
  valueUsd = 0;
  lastMs: number;
  /** Number of findings. */
  count = 0;
  evidence: Evidence = { trades: [], counterparties: [] };
  evidenceAtMs = Number.NEGATIVE_INFINITY;

  constructor(id: number, finding: Finding, nowMs: number) {
    this.id = id;
    this.kind = finding.kind;
    this.instrument = finding.instrument;
    this.users = finding.users;
    this.linkedBy = finding.linkedBy;
    this.measures = finding.measures;
    this.firstMs = nowMs;
    this.lastMs = nowMs;
  }
}

export type AlertQuery = {
  readonly kind: AlertKind | undefined;
  /** Only alerts whose last finding is at this time or later. */
  readonly sinceMs: number;
  /** Only alerts with a smaller id; 0 for all. */
  readonly beforeId: number;
  readonly limit: number;
};

export class Alerts {
  readonly #alerts = new Map<number, Alert>();
  readonly #open = new Map<string, Alert>();
  readonly #counts = new Map<AlertKind, number>(ALERT_KINDS.map((kind) => [kind, 0]));
  #lastId = 0;

  /** Returns the number of alerts of a kind since the start. */
  count(kind: AlertKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /**
   * Adds a finding to the alert of the same kind and key if that had a finding within the window,
   * else creates an alert. Calls `collect` when the evidence is older than `EVIDENCE_INTERVAL_MS`.
   */
  raise(
    finding: Finding,
    time: { readonly nowMs: number; readonly windowMs: number },
    collect: () => Evidence,
  ): { readonly alert: Alert; readonly isNew: boolean } {
    const { nowMs, windowMs } = time;
    const key = `${finding.kind} ${finding.key}`;
    const known = this.#open.get(key);
    const isNew = known === undefined || nowMs - known.lastMs > windowMs;
    const alert = isNew ? this.#add(key, finding, nowMs) : known;
    alert.users = finding.users;
    alert.measures = finding.measures;
    alert.valueUsd = finding.valueUsd + (finding.isAdded ? alert.valueUsd : 0);
    alert.lastMs = nowMs;
    alert.count += 1;
    if (nowMs - alert.evidenceAtMs >= EVIDENCE_INTERVAL_MS) {
      alert.evidence = collect();
      alert.evidenceAtMs = nowMs;
    }
    const { counterparties } = alert.evidence;
    const links = [...finding.linkedBy, ...counterparties.flatMap(({ linkedBy }) => linkedBy)];
    alert.linkedBy = [...new Set(links)];
    return { alert, isNew };
  }

  #add(key: string, finding: Finding, nowMs: number): Alert {
    this.#lastId += 1;
    const alert = new Alert(this.#lastId, finding, nowMs);
    evictOldest(this.#alerts, ALERTS_KEPT);
    this.#alerts.set(alert.id, alert);
    this.#open.delete(key);
    evictOldest(this.#open, ALERTS_KEPT);
    this.#open.set(key, alert);
    this.#counts.set(finding.kind, this.count(finding.kind) + 1);
    return alert;
  }

  /** Returns matching alerts, newest first. */
  list({ beforeId, kind, limit, sinceMs }: AlertQuery): Alert[] {
    return [...this.#alerts.values()]
      .reverse()
      .filter((alert) => beforeId === 0 || alert.id < beforeId)
      .filter((alert) => kind === undefined || alert.kind === kind)
      .filter(({ lastMs }) => lastMs >= sinceMs)
      .slice(0, limit);
  }
}
