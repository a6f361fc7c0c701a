import { afterAll, describe, expect, it } from "vitest";
import { findBug, type Planting, readPlaces } from "./find-bug.ts";
import { PlantedCopy } from "./plant.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";
import { PROFILES } from "./workload/profiles.ts";

/** A search from the beginning; where the place is known, less than a second. */
const TIME_MAX_MS = 600_000;

const copy = new PlantedCopy();
afterAll(() => copy[Symbol.dispose]());

async function expectCaught(planting: Omit<Planting, "known">): Promise<void> {
  const { bug } = planting;
  const known = readPlaces()[bug.name];
  const { finding, place } = await findBug(copy, { ...planting, known });
  expect(finding, `${bug.name}: ${finding.message}`).toMatchObject({ isCaught: true });
  if (place !== known)
    console.log(`shows elsewhere, renew with npm run sim -- --plant: ${bug.name}`);
}

describe("the oracles notice that", () => {
  it.for(PLANTED_BUGS.commands)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught({ bug, by: "commands" });
  });

  // In the process of the bugs before, most of whose modules stayed from one bug to the next.
  it.for(PROFILES)("no bug has left anything behind for %s", async (profile) => {
    const finding = await copy.compare([], { firstSeed: 1, commands: 400, profiles: [profile] });
    expect(finding).toMatchObject({ isCaught: false, check: "none", message: "" });
  });

  it.for(PLANTED_BUGS.schedules)("$name", { timeout: TIME_MAX_MS }, async (bug) => {
    await expectCaught({ bug, by: "schedules" });
  });
});
