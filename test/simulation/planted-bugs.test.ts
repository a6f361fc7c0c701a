import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBug, readPlaces } from "./find-bug.ts";
import { planted } from "./plant.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

/** A search from the beginning, beside another one; where the place is known, three seconds. */
const TIME_MAX_MS = 600_000;
/** Fewer would say little about the oracles. */
const BUGS_MIN = 40;

const SOURCE = join(import.meta.dirname, "../../src");
const ALL = [...PLANTED_BUGS.commands, ...PLANTED_BUGS.schedules];

async function expectCaught(bug: PlantedBug, by: "commands" | "schedules"): Promise<void> {
  const known = readPlaces()[bug.name];
  const { finding, place } = await findBug(bug, by, known);
  expect(finding, `${bug.name}: ${finding.message}`).toMatchObject({ isCaught: true });
  if (place !== known)
    console.log(`shows elsewhere, renew with npm run sim -- --plant: ${bug.name}`);
}

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

  it("have shown somewhere, each of them (npm run sim -- --plant)", () => {
    const names = ALL.map(({ name }) => name);
    expect(Object.keys(readPlaces()).sort()).toEqual(names.sort());
  });

  it("are in every folder of the core", () => {
    const folders = readdirSync(join(SOURCE, "core"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const without = folders.filter(
      (name) => !PLANTED_BUGS.commands.some(({ file }) => file.startsWith(`core/${name}/`)),
    );
    expect(without).toEqual([]);
  });
});

describe.concurrent("the oracles notice that", () => {
  it.for(PLANTED_BUGS.commands)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught(bug, "commands");
  });

  it.for(PLANTED_BUGS.schedules)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught(bug, "schedules");
  });
});
