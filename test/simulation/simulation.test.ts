/** A short simulation of every profile; `simulation.deep.test.ts` has the long one. */
import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";
import { runDifferential } from "./differential.ts";
import { runSchedule } from "./schedule.ts";
import { PROFILES, type ProfileName, profileOfSeed } from "./workload/profiles.ts";

const SCHEDULE_COMMANDS = 300;
const COMPARED = 600;

/** First seed after the first turn whose schedule has the profile. */
function seedOf(profile: ProfileName): number {
  let seed: number = PROFILES.length - 1;
  while (profileOfSeed(seed) !== profile) seed += 1;
  return seed;
}

describe.each(PROFILES.map((profile, index) => ({ profile, index })))(
  "the simulated exchange with commands of $profile",
  ({ profile, index }) => {
    it("keeps every promise through crashes and faults", async () => {
      const terms = { seed: seedOf(profile), commands: SCHEDULE_COMMANDS };
      expect(await runSchedule(terms, new Coverage())).toBeGreaterThanOrEqual(SCHEDULE_COMMANDS);
    });

    it(`tells the same events as the naive exchange for ${COMPARED} commands`, () => {
      const terms = { firstSeed: index + 1, commands: COMPARED, profiles: [profile] };
      expect(runDifferential(terms, new Coverage(), () => {})).toBe(COMPARED);
    });
  },
);
