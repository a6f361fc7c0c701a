/**
 * Looks for commands that show a planted bug: first those that showed it last, which are kept in
 * `planted/places.json`, and then by drawing others. A change of what the workload draws makes the
 * places stale; the search still finds the bugs, only later (`npm run sim -- --plant` renews them).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, PlantedCopy } from "./plant.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PROFILES, type ProfileName } from "./workload/profiles.ts";

/** Where a bug shows: a round of one profile, or without a profile a schedule. */
export type Place = {
  readonly profile?: ProfileName;
  readonly seed: number;
  readonly commands: number;
};

/** Places by the names of the bugs. */
export type Places = Readonly<Record<string, Place>>;

export type Found = { readonly finding: Finding; readonly place: Place | undefined };

/** A bug, what notices it, and where it showed last. */
export type Planting = {
  readonly bug: PlantedBug;
  readonly by: "commands" | "schedules";
  readonly known: Place | undefined;
};

/** Profiles whose rounds are compared in turn; none of them is a search among schedules. */
type Search = { readonly scope: readonly ProfileName[] };

const PLACES_FILE = join(import.meta.dirname, "planted/places.json");
const SCHEDULES = 60;
const SCHEDULE_COMMANDS = 260;
/** Commands of one profile, or of all in turn, before other seeds are tried. */
const COMMANDS = 99_000;
/**
 * Where up to five searches begin: one may pass a rare bug by, when what the commands happen to
 * draw has changed.
 */
const FIRST_SEEDS = [1, 50_001, 100_001, 200_001, 300_001];

export function readPlaces(): Places {
  return JSON.parse(readFileSync(PLACES_FILE, "utf8")) as Places;
}

/** Keeps places, in the order of the names. */
export function writePlaces(places: Places): void {
  const sorted = Object.entries(places).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(PLACES_FILE, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

function schedulesOf(copy: PlantedCopy, bug: PlantedBug, place: Place & { amount: number }) {
  const { amount, commands, seed } = place;
  const args = ["--seeds", `${amount}`, "--commands", `${commands}`, "--first-seed", `${seed}`];
  return copy.plant(bug, args);
}

/** Draws the commands of a place again, exactly. */
function repeated(copy: PlantedCopy, bug: PlantedBug, place: Place): Promise<Finding> {
  const { commands, profile, seed } = place;
  if (profile === undefined) return schedulesOf(copy, bug, { ...place, amount: 1 });
  return copy.compare(bug, { firstSeed: seed, commands, profiles: [profile] });
}

/** The searches for a bug, the most promising first. */
function searchesFor(bug: PlantedBug, known: Place | undefined): readonly Search[] {
  const profile = bug.profile ?? known?.profile;
  const ofOne = profile === undefined ? [] : [{ scope: [profile] }];
  return bug.profile === undefined ? [...ofOne, { scope: PROFILES }] : ofOne;
}

async function searched(copy: PlantedCopy, bug: PlantedBug, { scope }: Search): Promise<Found> {
  let finding: Finding = { isCaught: false, check: "none", message: "" };
  for (const first of FIRST_SEEDS) {
    const schedules = { amount: SCHEDULES, commands: SCHEDULE_COMMANDS, seed: first };
    finding =
      scope.length === 0
        ? await schedulesOf(copy, bug, schedules)
        : await copy.compare(bug, { firstSeed: first, commands: COMMANDS, profiles: scope });
    const { commands, seed } = finding;
    if (!finding.isCaught || seed === undefined || commands === undefined) continue;
    const profile = scope[(seed - first) % scope.length];
    if (profile !== undefined) return { finding, place: { profile, seed, commands } };
    return { finding, place: { seed, commands: SCHEDULE_COMMANDS } };
  }
  return { finding, place: undefined };
}

/**
 * Plants a bug and runs the commands of its known place, then those of the searches, until a check
 * notices. The finding of the last run when none does.
 */
export async function findBug(copy: PlantedCopy, { bug, by, known }: Planting): Promise<Found> {
  if (known !== undefined) {
    const finding = await repeated(copy, bug, known);
    if (finding.isCaught) return { finding, place: known };
  }
  if (by === "schedules") return searched(copy, bug, { scope: [] });
  let found: Found | undefined;
  for (const search of searchesFor(bug, known)) {
    found = await searched(copy, bug, search);
    if (found.finding.isCaught) break;
  }
  return found as Found;
}
