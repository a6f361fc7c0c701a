import { describe, expect, it } from "vitest";
import { sized } from "../../support/sized.ts";
import { openStage } from "./colluders.ts";
import { foundPrograms } from "./found-programs.ts";
import { playProgram } from "./play.ts";
import { isBeyondBound, runAdversaries, searchGains } from "./search.ts";

const SCHEDULES = sized({ variable: "BOURSE_TEST_ADVERSARY_SCHEDULES", quick: 100, deep: 2_000 });
const COMMANDS = sized({
  variable: "BOURSE_TEST_ADVERSARY_COMMANDS",
  quick: 40_000,
  deep: 200_000,
});
const TIME_MAX_MS = 600_000;

describe("colluders", () => {
  it(`gain nothing beyond their bound in ${SCHEDULES} schedules`, { timeout: TIME_MAX_MS }, () =>
    expect(runAdversaries({ firstSeed: 1, schedules: SCHEDULES })).resolves.toMatchObject({
      programs: 6 * SCHEDULES,
    }),
  );

  it(`gain nothing in a search of ${COMMANDS} commands`, { timeout: TIME_MAX_MS }, async () => {
    const { commands } = await searchGains({ firstSeed: 1, commands: COMMANDS });
    expect(commands).toBeGreaterThanOrEqual(COMMANDS);
  });
});

describe("a program that gained once", async () => {
  const stage = await openStage();
  it.each(foundPrograms())("$name gains no more", ({ program }) => {
    const gains = playProgram(stage, program);
    expect(isBeyondBound(program, gains), JSON.stringify(gains)).toBe(false);
  });
});
