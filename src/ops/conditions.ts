/**
 * What is wrong with the machine or the files of the exchange: each condition is one line of the
 * log when it begins and one when it ends, a metric, and a reason of `GET /health/ready` where
 * requests cannot be served (docs/operations.md, section "When something is wrong").
 */
import { Counter, Gauge, type Registry } from "prom-client";

type Terms = {
  /** What the operator does; ends the line of the log. */
  readonly advice: string;
  /** Whether the exchange is not ready while it lasts. */
  readonly isAgainstReady: boolean;
};

/** The closed list of conditions. */
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
  file_damaged: {
    advice: "restore the file from a copy, also while the exchange runs, and check the disk",
    isAgainstReady: false,
  },
  end_unwritable: {
    advice:
      "make room or the directory writable; until then a lost end of the journal may not show",
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
    advice: "check the disk and restart: the history is then written anew; trading goes on",
    isAgainstReady: false,
  },
  clock_jump: {
    advice: "set the clock right, or accept the new time with `bourse time accept`",
    isAgainstReady: true,
  },
  connections_full: {
    advice: "find out who holds connections, or raise the limit of open files",
    isAgainstReady: false,
  },
} as const satisfies Record<string, Terms>;
export type ConditionName = keyof typeof CONDITIONS;

/** Things that happen in a moment and do not last: one line of the log and one count each. */
export const INCIDENTS = {
  tail_cut: "nothing of it was acknowledged; no action is needed after a power cut or a kill",
  deadline_missed: "the requests were answered as expired or unknown; check the disk",
  stop_cut_short:
    "nothing acknowledged is lost: start again, which makes up for it; check the disk",
  past_unreadable:
    "restore the file from a copy and restart; balances and orders are not concerned",
  history_restarted: "no action is needed unless it goes on: trading and rows are not concerned",
} as const;
export type IncidentName = keyof typeof INCIDENTS;

/** Where the lines go. */
export type ConditionLog = {
  warn(line: object): void;
  info(line: object): void;
};

export type ActiveCondition = {
  readonly name: ConditionName;
  /** Which file or resource, and the cause. */
  readonly detail: string;
  /** On the monotonic clock, in ms. */
  readonly sinceMs: number;
};

/** A line of an incident is written at most once in this time, in ms; each is counted. */
export const INCIDENT_LINE_INTERVAL_MS = 1_000;

export class Conditions {
  readonly #log: ConditionLog;
  readonly #nowMs: () => number;
  readonly #active = new Map<ConditionName, ActiveCondition>();
  readonly #begun = new Map<ConditionName, number>();
  readonly #counts = new Map<IncidentName, number>();
  readonly #reportedAtMs = new Map<IncidentName, number>();

  /** `nowMs` is a clock that never steps back. */
  constructor(options: { readonly log: ConditionLog; readonly nowMs: () => number }) {
    this.#log = options.log;
    this.#nowMs = options.nowMs;
  }

  /** Begins a condition, or does nothing while it lasts. `detail` names the file and the cause. */
  begin(name: ConditionName, detail: string): void {
    if (this.#active.has(name)) return;
    this.#active.set(name, { name, detail, sinceMs: this.#nowMs() });
    this.#begun.set(name, (this.#begun.get(name) ?? 0) + 1);
    const message = `${detail}; ${CONDITIONS[name].advice}`;
    this.#log.warn({ event: name, phase: "begin", message });
  }

  /** Ends a condition, or does nothing when it does not last. */
  end(name: ConditionName): void {
    const condition = this.#active.get(name);
    if (condition === undefined) return;
    this.#active.delete(name);
    const lastedMs = Math.round(this.#nowMs() - condition.sinceMs);
    this.#log.info({ event: name, phase: "end", message: condition.detail, lastedMs });
  }

  /** Counts an incident `times` and writes its line, unless one was just written. */
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

  /** The conditions that last, in the order in which they began. */
  get active(): readonly ActiveCondition[] {
    return [...this.#active.values()];
  }

  /** Why the exchange is not ready: name and detail of each condition that says so. */
  reasonsAgainstReady(): string[] {
    return this.#describe(true);
  }

  /** The conditions that do not keep the exchange from serving. */
  warnings(): string[] {
    return this.#describe(false);
  }

  /** Conditions and incidents on the metrics page. */
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

function names<T extends object>(terms: T): (keyof T & string)[] {
  return Object.keys(terms) as (keyof T & string)[];
}
