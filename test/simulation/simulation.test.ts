import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";
import { runDifferential } from "./differential.ts";
import { FAULTS } from "./fault-plan.ts";
import { runSchedule } from "./schedule.ts";

const SCHEDULES = Number(process.env["BOURSE_SIMULATION_SEEDS"] ?? 150);
const COMPARED = Number(process.env["BOURSE_SIMULATION_COMPARED"] ?? 150_000);
const COMMANDS = 360;
const BORROWING = 10_000;

describe("the simulated exchange", () => {
  const coverage = new Coverage();

  it(`keeps every promise over ${SCHEDULES} schedules of crashes and faults`, async () => {
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const applied = await runSchedule({ seed, commands: COMMANDS }, coverage);
      expect(applied).toBeGreaterThanOrEqual(COMMANDS);
    }
  }, 300_000);

  it(`tells the same events as the naive exchange for ${COMPARED} commands`, () => {
    const compared = runDifferential({ firstSeed: 1, commands: COMPARED }, coverage, () => {});
    expect(compared).toBe(COMPARED);
  }, 300_000);

  it("tells the same for accounts that borrow and repay, whose limits are met late", () => {
    const terms = { firstSeed: 1, commands: BORROWING, profiles: ["borrowing"] as const };
    expect(runDifferential(terms, coverage, () => {})).toBe(BORROWING);
  }, 300_000);

  it("met every fault, command, event, rejection and word on the way", () => {
    const silent = FAULTS.filter((fault) => coverage.count(`fault ${fault}`) === 0);
    expect({ silent, missing: coverage.missing() }).toEqual({ silent: [], missing: [] });
    expect(coverage.wronglyReserved()).toEqual([]);
  });
});

describe("a schedule", () => {
  it("is the same when it is run again", async () => {
    const [first, second] = [new Coverage(), new Coverage()];
    for (const coverage of [first, second]) {
      for (const seed of [14, 33, 231]) await runSchedule({ seed, commands: 300 }, coverage);
    }
    expect(first.toJson()).toEqual(second.toJson());
  });
});
