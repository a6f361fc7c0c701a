import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plant, planted } from "../simulation/plant.ts";
import { PLANTED_HOLES } from "./planted-holes.ts";

const TIME_MAX_MS = 120_000;
const COMMANDS = "60000";
const SOURCE = join(import.meta.dirname, "../../src");

describe("planted holes", () => {
  it("have a place in the source that is there once", () => {
    for (const hole of PLANTED_HOLES) {
      const text = readFileSync(join(SOURCE, hole.file), "utf8");
      expect(planted(text, hole), hole.name).not.toBe(text);
    }
  });
});

describe.concurrent("the search for gain notices that", () => {
  it.for(PLANTED_HOLES)("$name", { timeout: TIME_MAX_MS }, async (hole) => {
    const finding = await plant(hole, ["--adversary-search", COMMANDS, "--venue", hole.venue]);
    expect(finding, finding.message).toMatchObject({ isCaught: true, check: "gain" });
  });
});
