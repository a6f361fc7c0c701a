import { describe, expect, it } from "vitest";
import { plant } from "./plant.ts";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.ts";

/** The whole run of one bug in its own process. */
const TIME_MAX_MS = 90_000;
const COMMANDS = ["--differential", "33000"];
const SCHEDULES = ["--seeds", "60", "--commands", "260"];

async function expectCaught(bug: PlantedBug, args: readonly string[]): Promise<void> {
  const finding = await plant(bug, args);
  expect(finding, `${bug.name}: ${finding.message}`).toMatchObject({ isCaught: true });
}

describe("the oracles notice that", () => {
  it.for(PLANTED_BUGS.commands)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught(bug, COMMANDS);
  });

  it.for(PLANTED_BUGS.schedules)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught(bug, SCHEDULES);
  });

  it("at least twenty bugs are planted, each of them once", () => {
    const names = [...PLANTED_BUGS.commands, ...PLANTED_BUGS.schedules].map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(20);
    expect(new Set(names).size).toBe(names.length);
  });
});
