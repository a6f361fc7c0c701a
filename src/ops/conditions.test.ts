import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { Conditions } from "./conditions.ts";

function createConditions() {
  const lines: object[] = [];
  const clock = { nowMs: 0 };
  const log = {
    warn: (line: object) => lines.push(line),
    info: (line: object) => lines.push(line),
  };
  const conditions = new Conditions({ log, nowMs: () => clock.nowMs });
  return { lines, clock, conditions };
}

describe("conditions", () => {
  it("log one line at the beginning and one at the end, with cause and advice", () => {
    const { clock, conditions, lines } = createConditions();
    conditions.begin("disk_full", "/data/journal: ENOSPC");
    conditions.begin("disk_full", "/data/journal: ENOSPC");
    expect(conditions.reasonsAgainstReady()).toEqual(["disk_full: /data/journal: ENOSPC"]);
    clock.nowMs = 1_500;
    conditions.end("disk_full");
    conditions.end("disk_full");
    expect(lines).toEqual([
      {
        event: "disk_full",
        phase: "begin",
        message: expect.stringMatching(/^\/data\/journal: ENOSPC; make room/),
      },
      { event: "disk_full", phase: "end", message: "/data/journal: ENOSPC", lastedMs: 1_500 },
    ]);
    expect(conditions.reasonsAgainstReady()).toEqual([]);
  });

  it("do not affect readiness while requests are served", () => {
    const { conditions } = createConditions();
    conditions.begin("history_unwritable", "/data/history.sqlite: EROFS");
    expect(conditions.isActive("history_unwritable")).toBe(true);
    expect(conditions.reasonsAgainstReady()).toEqual([]);
  });

  it("count each incident and log at most one line per second", async () => {
    const { clock, conditions, lines } = createConditions();
    for (let times = 0; times < 5; times++) conditions.report("deadline_missed", "3 requests", 3);
    expect(lines).toHaveLength(1);
    clock.nowMs = 1_000;
    conditions.report("deadline_missed", "3 requests", 3);
    expect(lines).toHaveLength(2);
    const figures = new Registry();
    conditions.register(figures);
    conditions.begin("disk_full", "/data: ENOSPC");
    const page = await figures.metrics();
    expect(page).toContain('bourse_incidents_total{incident="deadline_missed"} 18');
    expect(page).toContain('bourse_condition{condition="disk_full"} 1');
    expect(page).toContain('bourse_conditions_begun_total{condition="write_stalled"} 0');
  });
});
