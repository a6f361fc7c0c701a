/** Health of the exchange, as `GET /admin/v1/health` shows it, in the words of the page. */
import { NO_VALUE, short } from "../../../numbers/format.ts";

export type HealthReport = {
  readonly build: {
    readonly version: string;
    readonly node: string;
    readonly commandFormat: number;
    readonly stateFormat: number;
    readonly uptimeSeconds: number;
    readonly memoryBytes: number;
  };
  readonly isReady: boolean;
  readonly reasons: readonly string[];
  readonly conditions: readonly Condition[];
  readonly journal: {
    readonly appliedSeq: number;
    readonly queuedCommands: number;
    readonly queuedCommandsMax: number;
    readonly exchangeTime: string;
    readonly clockDifferenceMs: number;
  };
  /** Absent when nothing is kept on disk. */
  readonly snapshot?: {
    readonly seq: number;
    readonly lagCommands: number;
    readonly everyCommands: number;
  };
  readonly history: {
    readonly appliedSeq: number;
    readonly lagCommands: number;
    readonly lagMs: number;
  };
  readonly audit: {
    readonly verdict: "holds" | "broken" | "none";
    readonly seq: number;
    readonly ageSeconds: number;
  };
  readonly connections: {
    readonly webSockets: number;
    readonly subscriptions: number;
    readonly bufferedBytes: number;
    readonly messagesSent: string;
    readonly slowCloses: number;
  };
  readonly users: number;
  readonly openOrders: number;
};

export type Condition = {
  readonly name: string;
  readonly detail: string;
  readonly advice: string;
  readonly forSeconds: number;
};

/** A figure with its name; `isBad` says that a person should look at it. */
export type Figure = {
  readonly name: string;
  readonly value: string;
  readonly isBad?: boolean;
};

export type FigureGroup = { readonly title: string; readonly figures: readonly Figure[] };

/** Differences from which clients notice a late history or a wrong clock, in ms. */
const HISTORY_LAG_BAD_MS = 5_000;
const CLOCK_BAD_MS = 5_000;
/** Share of the queue from which it is nearly saturated. */
const QUEUE_BAD_SHARE = 0.5;

/** Returns a span of time in its two largest units. */
export function spanText(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3_600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first === -1) return "0 s";
  let left = Math.floor(seconds);
  const parts = units.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter((part) => part !== "").join(" ");
}

function snapshotFigures({ snapshot }: HealthReport): readonly Figure[] {
  if (snapshot === undefined) {
    return [{ name: "Newest snapshot", value: "Nothing is kept on disk" }];
  }
  const { everyCommands, lagCommands, seq } = snapshot;
  return [
    { name: "Newest snapshot at", value: seq === 0 ? "none yet" : short(seq) },
    {
      name: "Commands since",
      value: `${short(lagCommands)} of ${short(everyCommands)}`,
      isBad: lagCommands > everyCommands * 2,
    },
  ];
}

function auditFigures({ audit }: HealthReport): readonly Figure[] {
  const verdicts = { holds: "All invariants hold", broken: "BROKEN", none: "None ran yet" };
  return [
    { name: "Last audit", value: verdicts[audit.verdict], isBad: audit.verdict === "broken" },
    { name: "At command", value: audit.verdict === "none" ? NO_VALUE : short(audit.seq) },
    {
      name: audit.verdict === "none" ? "Since the start" : "Age",
      value: spanText(audit.ageSeconds),
    },
  ];
}

function pipelineGroups(report: HealthReport): readonly FigureGroup[] {
  const { history, journal } = report;
  return [
    {
      title: "Journal",
      figures: [
        { name: "Commands applied", value: short(journal.appliedSeq) },
        {
          name: "Waiting in the queue",
          value: `${short(journal.queuedCommands)} of ${short(journal.queuedCommandsMax)}`,
          isBad: journal.queuedCommands > journal.queuedCommandsMax * QUEUE_BAD_SHARE,
        },
        {
          name: "Clock of the machine",
          value: `${short(journal.clockDifferenceMs, 0)} ms off`,
          isBad: Math.abs(journal.clockDifferenceMs) > CLOCK_BAD_MS,
        },
      ],
    },
    { title: "Snapshot", figures: snapshotFigures(report) },
    {
      title: "History",
      figures: [
        { name: "Commands written", value: short(history.appliedSeq) },
        { name: "Commands behind", value: short(history.lagCommands) },
        {
          name: "Time behind",
          value: `${short(history.lagMs, 0)} ms`,
          isBad: history.lagMs > HISTORY_LAG_BAD_MS,
        },
      ],
    },
  ];
}

function bytesText(bytes: number): string {
  return bytes < 2 ** 20 ? `${short(bytes / 2 ** 10, 0)} KiB` : `${short(bytes / 2 ** 20, 0)} MiB`;
}

/** Returns the figures of a report by what they are about. */
export function figureGroups(report: HealthReport): readonly FigureGroup[] {
  const { build, connections } = report;
  return [
    ...pipelineGroups(report),
    { title: "Audit", figures: auditFigures(report) },
    {
      title: "Connections",
      figures: [
        { name: "WebSockets", value: short(connections.webSockets) },
        { name: "Subscriptions", value: short(connections.subscriptions) },
        { name: "Waiting to be sent", value: bytesText(connections.bufferedBytes) },
        { name: "Messages sent", value: short(connections.messagesSent) },
        { name: "Closed as too slow", value: short(connections.slowCloses) },
      ],
    },
    {
      title: "Build",
      figures: [
        { name: "Version", value: build.version },
        { name: "Node", value: build.node },
        { name: "Format of commands", value: String(build.commandFormat) },
        { name: "Format of the state", value: String(build.stateFormat) },
        { name: "Running for", value: spanText(build.uptimeSeconds) },
        { name: "Memory", value: bytesText(build.memoryBytes) },
        { name: "Users", value: short(report.users) },
        { name: "Open orders", value: short(report.openOrders) },
      ],
    },
  ];
}
