/**
 * Conditions of the machine and the files of the exchange. A condition writes one log line when it
 * begins and one when it ends, sets a metric, and appears in `GET /health/ready`, as a reason where
 * requests cannot be served (docs/operations.md, section "When something is wrong").
 */
import { Counter, Gauge, type Registry } from "prom-client";

type ConditionRule = {
  /** Next step for the operator; ends the log line. */
  readonly advice: string;
  /** Whether the exchange is not ready while the condition lasts. */
  readonly isAgainstReady: boolean;
};

/** Closed list of conditions. */
export const CONDITIONS = {
  disk_full: {
    advice: "make room on this file system: new orders are refused until there is some",
    isAgainstReady: true,
  },
  write_stalled: {
    advice: "check the disk: new orders are refused until the write ends",
    isAgainstReady: true,
  },
  segment_delayed: {
    advice: "free descriptors or memory, or repair the directory, before this segment is full",
    isAgainstReady: false,
  },
  snapshot_unwritable: {
    advice: "make room, or the directory writable; it is tried again every minute",
    isAgainstReady: false,
  },
  archive_unwritable: {
    advice: "make room, or the directory writable; the segments stay as they are meanwhile",
    isAgainstReady: false,
  },
  file_damaged: {
    advice: "restore the file from a copy, also while the exchange runs, and check the disk",
    isAgainstReady: false,
  },
  end_unwritable: {
    advice:
      "make room or the directory writable; until then a lost end of the journal may not show; " +
      "it is tried again every minute",
    isAgainstReady: false,
  },
  history_unwritable: {
    advice: "make room or the file writable; rows are written later, none is lost",
    isAgainstReady: false,
  },
  history_rebuilding: {
    advice: "wait; reads of the past answer 503 or what is there until it is done",
    isAgainstReady: false,
  },
  history_off: {
    advice: "correct this and restart: the history is then written anew; trading goes on",
    isAgainstReady: false,
  },
  clock_jump: {
    advice: "set the clock right, or accept the new time with `bourse time accept`",
    isAgainstReady: true,
  },
  invariant_broken: {
    advice: "halt trading, keep the data directory, and report what the line audit_failed says",
    isAgainstReady: false,
  },
  connections_full: {
    advice: "find out who holds connections, or raise the limit of open files",
    isAgainstReady: false,
  },
} as const satisfies Record<string, ConditionRule>;
export type ConditionName = keyof typeof CONDITIONS;

/** Incidents: momentary events with one log line and one count each. */
export const INCIDENTS = {
  tail_cut: "no action is needed after a power cut or a kill",
  deadline_missed: "the requests were answered as expired or unknown; check the disk",
  stop_cut_short:
    "nothing acknowledged is lost: start again, which makes up for it; check the disk",
  past_unreadable:
    "restore the file from a copy and restart; balances and orders are not concerned",
  history_restarted: "no action is needed unless it goes on: trading and rows are not concerned",
} as const;
export type IncidentName = keyof typeof INCIDENTS;

/** Destination of the log lines. */
export type ConditionLog = {
  warn(line: object): void;
  info(line: object): void;
};

export type ActiveCondition = {
  readonly name: ConditionName;
  /** File or resource, and the cause. */
  readonly detail: string;
  /** Beginning of the condition on the monotonic clock, in ms. */
  readonly sinceMs: number;
};

/**
 * Shortest interval between two log lines of the same incident, in ms; every incident is counted.
 */
export const INCIDENT_LINE_INTERVAL_MS = 1_000;

export class Conditions {
  readonly #log: ConditionLog;
  readonly #nowMs: () => number;
  readonly #active = new Map<ConditionName, ActiveCondition>();
  readonly #begun = new Map<ConditionName, number>();
  readonly #counts = new Map<IncidentName, number>();
  readonly #reportedAtMs = new Map<IncidentName, number>();

  /** `nowMs` is a monotonic clock in ms. */
  constructor(options: { readonly log: ConditionLog; readonly nowMs: () => number }) {
    this.#log = options.log;
    this.#nowMs = options.nowMs;
  }

  /** Begins a condition; does nothing while it lasts. `detail` names the file and the cause. */
  begin(name: ConditionName, detail: string): void {
    if (this.#active.has(name)) return;
    this.#active.set(name, { name, detail, sinceMs: this.#nowMs() });
    this.#begun.set(name, (this.#begun.get(name) ?? 0) + 1);
    const message = `${detail}; ${CONDITIONS[name].advice}`;
    this.#log.warn({ event: name, phase: "begin", message });
  }

  /** Ends a condition; does nothing when it is not active. */
  end(name: ConditionName): void {
    const condition = this.#active.get(name);
    if (condition === undefined) return;
    this.#active.delete(name);
    const lastedMs = Math.round(this.#nowMs() - condition.sinceMs);
    this.#log.info({ event: name, phase: "end", message: condition.detail, lastedMs });
  }

  /**
   * Counts an incident `times` and logs it unless the same incident was logged within
   * `INCIDENT_LINE_INTERVAL_MS`.
   */
  report(name: IncidentName, detail: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
    const nowMs = this.#nowMs();
    const reportedAtMs = this.#reportedAtMs.get(name) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - reportedAtMs < INCIDENT_LINE_INTERVAL_MS) return;
    this.#reportedAtMs.set(name, nowMs);
    this.#log.warn({ event: name, message: `${detail}; ${INCIDENTS[name]}` });
  }

  isActive(name: ConditionName): boolean {
    return this.#active.has(name);
  }

  /** Active conditions in the order in which they began. */
  get active(): readonly ActiveCondition[] {
    return [...this.#active.values()];
  }

  /** Returns name and detail of each active condition that makes the exchange not ready. */
  reasonsAgainstReady(): string[] {
    return this.#describe(true);
  }

  /** Returns name and detail of each active condition that does not affect readiness. */
  warnings(): string[] {
    return this.#describe(false);
  }

  /** Registers the metrics of conditions and incidents. */
  register(registry: Registry): void {
    const active = (name: ConditionName): number => (this.isActive(name) ? 1 : 0);
    const begun = (name: ConditionName): number => this.#begun.get(name) ?? 0;
    const counts = (name: IncidentName): number => this.#counts.get(name) ?? 0;
    new Gauge({
      name: "bourse_condition",
      help: "1 while a condition of the machine or the files lasts",
      labelNames: ["condition"],
      registers: [registry],
      collect() {
        for (const name of names(CONDITIONS)) this.set({ condition: name }, active(name));
      },
    });
    new Counter({
      name: "bourse_conditions_begun_total",
      help: "How often each condition began since the start",
      labelNames: ["condition"],
      registers: [registry],
      collect() {
        this.reset();
        for (const name of names(CONDITIONS)) this.inc({ condition: name }, begun(name));
      },
    });
    new Counter({
      name: "bourse_incidents_total",
      help: "How often each incident happened since the start",
      labelNames: ["incident"],
      registers: [registry],
      collect() {
        this.reset();
        for (const name of names(INCIDENTS)) this.inc({ incident: name }, counts(name));
      },
    });
  }

  #describe(isAgainstReady: boolean): string[] {
    return this.active
      .filter(({ name }) => CONDITIONS[name].isAgainstReady === isAgainstReady)
      .map(({ detail, name }) => `${name}: ${detail}`);
  }
}

function names<T extends object>(list: T): (keyof T & string)[] {
  return Object.keys(list) as (keyof T & string)[];
}
