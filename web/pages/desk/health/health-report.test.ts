import { expect, it } from "vitest";
import { figureGroups, type HealthReport, spanText } from "./health-report.ts";

const REPORT: HealthReport = {
  build: {
    ...{ version: "1.2.3", node: "24.1.0", commandFormat: 11, stateFormat: 30 },
    ...{ uptimeSeconds: 90_061, memoryBytes: 1_500_000 },
  },
  ...{ isReady: true, reasons: [], conditions: [], users: 5, openOrders: 7 },
  journal: {
    ...{ appliedSeq: 1000, queuedCommands: 0, queuedCommandsMax: 100, clockDifferenceMs: 1.4 },
    exchangeTime: "2026-01-01T00:00:00.000Z",
  },
  snapshot: { seq: 900, lagCommands: 100, everyCommands: 200 },
  history: { appliedSeq: 990, lagCommands: 10, lagMs: 20 },
  audit: { verdict: "holds", seq: 950, ageSeconds: 61 },
  connections: {
    ...{ webSockets: 1, subscriptions: 2, bufferedBytes: 0, messagesSent: "3", slowCloses: 0 },
  },
};

const badOf = (report: HealthReport): readonly string[] =>
  figureGroups(report).flatMap(({ figures }) =>
    figures.filter(({ isBad }) => isBad === true).map(({ name }) => name),
  );

it("spans of time have their two largest units", () => {
  expect([0, 59, 61, 3_600, 90_061].map(spanText)).toEqual([
    ...["0 s", "59 s", "1 min 1 s", "1 h", "1 d 1 h"],
  ]);
});

it("nothing is marked on a healthy exchange", () => {
  expect(badOf(REPORT)).toEqual([]);
});

it("a full queue, a wrong clock, late files and a broken invariant are marked", () => {
  const journal = { ...REPORT.journal, queuedCommands: 60, clockDifferenceMs: -6_000 };
  const snapshot = { seq: 1, lagCommands: 401, everyCommands: 200 };
  const history = { ...REPORT.history, lagMs: 6_000 };
  const audit = { ...REPORT.audit, verdict: "broken" } as const;
  expect(badOf({ ...REPORT, journal, snapshot, history, audit })).toEqual([
    ...["Waiting in the queue", "Clock of the machine", "Commands since", "Time behind"],
    "Last audit",
  ]);
});

it("an exchange without a disk has no snapshot, and no audit before the first one", () => {
  const { snapshot: _, ...report } = REPORT;
  const audit = { verdict: "none", seq: 0, ageSeconds: 3 } as const;
  const groups = figureGroups({ ...report, audit });
  const shown = (name: string) =>
    groups.flatMap(({ figures }) => figures).find((one) => one.name === name)?.value;
  expect(shown("Newest snapshot")).toBe("Nothing is kept on disk");
  expect(shown("Last audit")).toBe("None ran yet");
  expect(shown("Since the start")).toBe("3 s");
});
