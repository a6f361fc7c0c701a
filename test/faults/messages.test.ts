/** Each message an operator can meet is on the page, with a file or setting and a next step. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONDITIONS, INCIDENTS } from "../../src/ops/conditions.ts";
import { FATAL_CODES } from "../../src/sequencer/port.ts";
import { rowsOfPage } from "./support/operator-messages.ts";

/** How a next step begins. */
const STEPS =
  /(^|[;:,.(] |\bor |\band |\bto )(check|choose|chmod|do not|find out|free|give|keep|leave|make|mount|name|no action is needed|pass|put|raise|remove|repair|report|restore|set|start|wait)\b/;
/** A file, a setting, a port or the clock. */
const PLACE = /DATA|--[a-z]|[A-Z]+_[A-Z]+|127\.0\.0\.1|open files|sockets|clock|\/absent/;

const SOURCES = ["test/faults", "src/main", "src/main/audit", "src/main/history"] as const;
const ROOT = new URL("../..", import.meta.url).pathname;

const rows = rowsOfPage();

describe("the messages on the page", () => {
  it.each(rows)("name a place and a next step: $situation, $event", ({ message }) => {
    expect(message).toMatch(PLACE);
    expect(message).toMatch(STEPS);
  });

  it("are those of each condition and incident, and of each fatal fault", () => {
    const events = new Set(rows.map(({ event }) => event));
    const fatals = FATAL_CODES.map((code) => `fatal ${code}`);
    const named = [...Object.keys(CONDITIONS), ...Object.keys(INCIDENTS), ...fatals];
    expect(named.filter((name) => !events.has(name))).toEqual([]);
  });

  it("are all seen by a test", () => {
    const tests = SOURCES.flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith(".test.ts"))
        .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
    ).join("\n");
    const isSeen = (situation: string): boolean =>
      tests.includes(situation.replace(/^(the file of the history|a fatal fault:) .*/, "$1"));
    expect(rows.filter(({ situation }) => !isSeen(situation))).toEqual([]);
  });
});
