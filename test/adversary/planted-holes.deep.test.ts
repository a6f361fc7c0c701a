import { afterAll, describe, expect, it } from "vitest";
import { PlantedCopy } from "../simulation/plant.ts";
import { PLANTED_HOLES } from "./planted-holes.ts";
import { openStage } from "./search/colluders.ts";
import { playProgram } from "./search/play.ts";
import type { Program } from "./search/program.ts";
import { isBeyondBound, searchGains } from "./search/search.ts";

const TIME_MAX_MS = 120_000;
/** Some generations of a venue; a run ends as soon as it has found a gain. */
const COMMANDS = 24_000;

/** Each search that has a hole to find, once. */
const SEARCHES = [
  ...new Map(PLANTED_HOLES.map((hole) => [`${hole.venue} from ${hole.firstSeed}`, hole])).entries(),
];

const NAMED = PLANTED_HOLES.map((hole) => [hole.name, hole] as const);

describe("without a hole", () => {
  it.for(SEARCHES)("the search of %s finds nothing", { timeout: TIME_MAX_MS }, async ([, hole]) => {
    const { firstSeed, venue } = hole;
    const { commands } = await searchGains({ firstSeed, commands: COMMANDS, venue });
    expect(commands).toBeGreaterThanOrEqual(COMMANDS);
  });
});

describe("the search for gain notices that", async () => {
  const stage = await openStage();
  const copy = new PlantedCopy();
  afterAll(() => copy[Symbol.dispose]());

  it.for(NAMED)("%s", { timeout: TIME_MAX_MS }, async ([, hole]) => {
    const { changes, firstSeed, venue } = hole;
    const scope = ["--venue", venue, "--first-seed", `${firstSeed}`];
    const finding = await copy.plant(changes, ["--adversary-search", `${COMMANDS}`, ...scope]);
    expect(finding, finding.message).toMatchObject({ isCaught: true, check: "gain" });
    const program = finding.program as Program;
    const gains = playProgram(stage, program);
    expect(isBeyondBound(program, gains), "the program gains by the hole alone").toBe(false);
  });
});
