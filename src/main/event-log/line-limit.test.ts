import { describe, expect, it } from "vitest";
import { LINES_PER_SECOND, type LineLevel, LineLimit, type LogLine } from "./line-limit.ts";

function limitAt(lowest: LineLevel = "info") {
  const clock = { nowMs: 500 };
  const written: [LineLevel, LogLine][] = [];
  const write = (level: LineLevel) => (line: LogLine) => void written.push([level, line]);
  const output = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    isLevelEnabled: (level: LineLevel) => lowest === "debug" || level !== "debug",
  };
  return { clock, written, limit: new LineLimit({ output, nowMs: () => clock.nowMs }) };
}

function times(count: number, write: () => void): void {
  for (let index = 0; index < count; index += 1) write();
}

describe("the limit of lines", () => {
  it("passes so many lines of each event a second on, and reports the others", () => {
    const { clock, limit, written } = limitAt();
    times(LINES_PER_SECOND + 7, () => limit.warn({ event: "a" }));
    limit.info({ event: "b" });
    expect(written).toHaveLength(LINES_PER_SECOND + 1);
    clock.nowMs += 999;
    limit.flush();
    expect(written).toHaveLength(LINES_PER_SECOND + 1);
    clock.nowMs += 1;
    limit.flush();
    limit.flush();
    limit.warn({ event: "a" });
    expect(written.slice(LINES_PER_SECOND)).toEqual([
      ["info", { event: "b" }],
      ["warn", { event: "log_suppressed", kind: "a", count: 7 }],
      ["warn", { event: "a" }],
    ]);
  });

  it("reports what the last second left out before the next line of the event", () => {
    const { clock, limit, written } = limitAt();
    times(LINES_PER_SECOND + 2, () => limit.info({ event: "a" }));
    clock.nowMs += 5_000;
    limit.info({ event: "a" });
    expect(written.slice(LINES_PER_SECOND)).toEqual([
      ["info", { event: "log_suppressed", kind: "a", count: 2 }],
      ["info", { event: "a" }],
    ]);
  });

  it("reports everything at the end", () => {
    const { limit, written } = limitAt();
    times(LINES_PER_SECOND + 1, () => limit.info({ event: "a" }));
    limit.flush(true);
    expect(written.at(-1)).toEqual(["info", { event: "log_suppressed", kind: "a", count: 1 }]);
  });

  it("counts no lines of a level that is off", () => {
    const { limit, written } = limitAt();
    times(LINES_PER_SECOND, () => limit.debug({ event: "a" }));
    limit.info({ event: "a" });
    limit.flush(true);
    expect(written).toEqual([["info", { event: "a" }]]);
  });
});
