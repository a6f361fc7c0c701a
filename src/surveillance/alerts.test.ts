import { expect, it } from "vitest";
import { Alerts, type Finding } from "./alerts.ts";
import { ALERTS_KEPT } from "./surveillance-limits.ts";

const FINDING: Finding = {
  kind: "fund_draw",
  key: "0 7",
  instrument: 0,
  users: [7],
  linkedBy: [],
  valueUsd: 5,
  isAdded: true,
  measures: {},
};
const NO_EVIDENCE = { trades: [], counterparties: [] };
const WINDOW_MS = 1_000;

function raise(alerts: Alerts, nowMs: number, changes: Partial<Finding> = {}) {
  return alerts.raise(
    { ...FINDING, ...changes },
    { nowMs, windowMs: WINDOW_MS },
    () => NO_EVIDENCE,
  );
}

it("merges findings within a window into one alert and opens another for later ones", () => {
  const alerts = new Alerts();
  expect(raise(alerts, 0).isNew).toBe(true);
  expect(raise(alerts, 1_000).isNew).toBe(false);
  expect(raise(alerts, 2_000).alert).toMatchObject({ count: 3, valueUsd: 15, lastMs: 2_000 });
  expect(raise(alerts, 3_001).isNew).toBe(true);
  expect(raise(alerts, 3_001, { kind: "fast_profit" }).isNew).toBe(true);
  expect([alerts.count("fund_draw"), alerts.count("fast_profit")]).toEqual([2, 1]);
});

it("lists alerts newest first, by kind, time and page", () => {
  const alerts = new Alerts();
  for (let number = 1; number <= 6; number++) {
    const kind = number % 2 === 0 ? "fund_draw" : "wash_trading";
    raise(alerts, number * 100, { kind, key: String(number) });
  }
  const all = { kind: undefined, sinceMs: 0, beforeId: 0, limit: 10 };
  const ids = (changes: Partial<Parameters<Alerts["list"]>[0]>): number[] =>
    alerts.list({ ...all, ...changes }).map(({ id }) => id);
  expect(ids({})).toEqual([6, 5, 4, 3, 2, 1]);
  expect(ids({ kind: "fund_draw" })).toEqual([6, 4, 2]);
  expect(ids({ sinceMs: 500 })).toEqual([6, 5]);
  expect(ids({ limit: 2 })).toEqual([6, 5]);
  expect(ids({ limit: 2, beforeId: 5 })).toEqual([4, 3]);
});

it("collects evidence again only when it is old", () => {
  const alerts = new Alerts();
  let collected = 0;
  for (const nowMs of [0, 5_000, 9_999, 10_000, 15_000]) {
    alerts.raise(FINDING, { nowMs, windowMs: 60_000 }, () => {
      collected += 1;
      return NO_EVIDENCE;
    });
  }
  expect(collected).toBe(2);
});

it("keeps the newest alerts only", () => {
  const alerts = new Alerts();
  for (let number = 0; number < ALERTS_KEPT + 5; number++) {
    raise(alerts, number, { key: String(number) });
  }
  const kept = alerts.list({ kind: undefined, sinceMs: 0, beforeId: 0, limit: ALERTS_KEPT * 2 });
  expect([kept.length, kept.at(-1)?.id]).toEqual([ALERTS_KEPT, 6]);
});
