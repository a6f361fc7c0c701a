import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPlaces } from "./find-bug.ts";
import { PlantedCopy, planted } from "./plant.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

/** Fewer would say little about the oracles. */
const BUGS_MIN = 40;

/** Functions that change nothing: the tests of REST and WebSocket check what they return. */
const WITHOUT_COMMANDS = "reads";

const SOURCE = join(import.meta.dirname, "../../src");
const ALL = [...PLANTED_BUGS.commands, ...PLANTED_BUGS.schedules];

describe("planted bugs", () => {
  it(`are at least ${BUGS_MIN}, each of them once`, () => {
    const names = ALL.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(BUGS_MIN);
    expect(new Set(names).size).toBe(names.length);
  });

  it("have a place in the source that is there once", () => {
    for (const bug of ALL) {
      const text = readFileSync(join(SOURCE, bug.file), "utf8");
      expect(planted(text, bug), bug.name).not.toBe(text);
    }
  });

  it("are planted in a copy that runs", async () => {
    using copy = new PlantedCopy();
    const finding = await copy.plant([], ["--differential", "100"]);
    expect(finding).toEqual({ isCaught: false, check: "none", message: "" });
  });

  it("have shown somewhere, each of them (npm run sim -- --plant)", () => {
    const names = ALL.map(({ name }) => name);
    expect(Object.keys(readPlaces()).sort()).toEqual(names.sort());
  });

  it("are in every folder of the core that takes part in commands", () => {
    const folders = readdirSync(join(SOURCE, "core"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const without = folders.filter(
      (name) =>
        name !== WITHOUT_COMMANDS &&
        !PLANTED_BUGS.commands.some(({ file }) => file.startsWith(`core/${name}/`)),
    );
    expect(without).toEqual([]);
  });
});
