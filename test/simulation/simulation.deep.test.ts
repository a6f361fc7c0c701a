import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";
import { runDifferential } from "./differential.ts";
import { FAULTS } from "./fault-plan.ts";
import { runSchedule } from "./schedule.ts";

const SCHEDULES = Number(process.env["BOURSE_TEST_SIMULATION_SEEDS"] ?? 150);
const COMPARED = Number(process.env["BOURSE_TEST_SIMULATION_COMPARED"] ?? 150_000);
const COMMANDS = 360;
/**
 * Profiles that meet late what the others do not: limits of repayment, liquidation in parts, units
 * that have spent what they borrowed, limits of open withdrawals and of address books.
 */
const MORE = [
  { profile: "borrowing", commands: 10_000 },
  { profile: "liquidation_storm", commands: 30_000 },
  { profile: "risk_units", commands: 20_000 },
  { profile: "custody", commands: 20_000 },
] as const;

describe("the simulated exchange", { timeout: 300_000 }, () => {
  const coverage = new Coverage();

  it(`keeps every promise over ${SCHEDULES} schedules of crashes and faults`, async () => {
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const applied = await runSchedule({ seed, commands: COMMANDS }, coverage);
      expect(applied).toBeGreaterThanOrEqual(COMMANDS);
    }
  });

  it(`tells the same events as the naive exchange for ${COMPARED} commands`, () => {
    const compared = runDifferential({ firstSeed: 1, commands: COMPARED }, coverage, () => {});
    expect(compared).toBe(COMPARED);
  });

  it.for(MORE)("tells the same for $commands commands of $profile", ({ commands, profile }) => {
    const terms = { firstSeed: 1, commands, profiles: [profile] };
    expect(runDifferential(terms, coverage, () => {})).toBe(commands);
  });

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
