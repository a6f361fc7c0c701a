import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Finding, plant, planted } from "./plant.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

/** The whole run of one bug in its own process, beside another one. */
const TIME_MAX_MS = 180_000;
const COMMANDS = ["--differential", "99000"];
const SCHEDULES = ["--seeds", "60", "--commands", "260"];
/**
 * Where up to three comparisons begin: one may pass a rare bug by, when what the commands happen to
 * draw has changed.
 */
const FIRST_SEEDS = [1, 50_001, 100_001];
/** Fewer would say little about the oracles. */
const BUGS_MIN = 40;

const NOTHING: Finding = { isCaught: false, check: "none", message: "" };
const SOURCE = join(import.meta.dirname, "../../src");
/** All of them take an hour of two cores: `BOURSE_PLANTED_BUGS=all` asks for it. */
const IS_WHOLE = process.env["BOURSE_PLANTED_BUGS"] === "all";
const BY_COMMANDS = IS_WHOLE ? PLANTED_BUGS.commands : PLANTED_BUGS.sample;
const BY_SCHEDULES = IS_WHOLE ? PLANTED_BUGS.schedules : PLANTED_BUGS.schedules.slice(0, 2);
const ALL = [...PLANTED_BUGS.commands, ...PLANTED_BUGS.schedules];

async function expectCaught(bug: PlantedBug, args: readonly string[]): Promise<void> {
  let finding = NOTHING;
  for (const seed of FIRST_SEEDS) {
    if (finding.isCaught) break;
    finding = await plant(bug, [...args, "--first-seed", `${seed}`]);
  }
  expect(finding, `${bug.name}: ${finding.message}`).toMatchObject({ isCaught: true });
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
  it.for(BY_COMMANDS)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    const scope = bug.profile === undefined ? [] : ["--profile", bug.profile];
    await expectCaught(bug, [...COMMANDS, ...scope]);
  });

  it.for(BY_SCHEDULES)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught(bug, SCHEDULES);
  });
});
