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

  it("are planted in modules and in a copy that run", async () => {
    using copy = new PlantedCopy();
    const unnoticed = { isCaught: false, check: "none", message: "" };
    expect(await copy.compare([], { firstSeed: 1, commands: 100 })).toEqual(unnoticed);
    expect(await copy.plant([], ["--differential", "100"])).toEqual(unnoticed);
  });

  it("leave nothing behind for the next one", async () => {
    using copy = new PlantedCopy();
    const { commands } = PLANTED_BUGS;
    const bug = commands.find(({ file }) => file === "core/events/event-buffer.ts");
    if (bug === undefined) throw new Error("a bug of the events is there");
    const terms = { firstSeed: 1, commands: 300 };
    expect(await copy.compare(bug, terms)).toMatchObject({ isCaught: true, check: "events" });
    expect(await copy.compare([], terms)).toMatchObject({ check: "none" });
    const broken = { file: bug.file, find: bug.find, replace: "}" };
    expect(await copy.compare(broken, terms)).toMatchObject({ check: "broken run" });
    const ending = { file: bug.file, find: bug.find, replace: "globalThis.process.abort();" };
    expect(await copy.compare(ending, terms)).toMatchObject({ check: "broken run" });
    expect(await copy.compare([], terms)).toMatchObject({ check: "none" });
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
