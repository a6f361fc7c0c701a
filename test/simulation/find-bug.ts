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

type Search = { readonly args: readonly string[]; readonly scope: readonly ProfileName[] };

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

function among(scope: readonly ProfileName[]): Search {
  const profile = scope.length === 1 ? ["--profile", ...scope] : [];
  return { args: ["--differential", `${COMMANDS}`, ...profile], scope };
}

/** What draws the commands of a place again, exactly. */
function repetitionOf({ commands, profile, seed }: Place): readonly string[] {
  const args = profile === undefined ? ["--seeds", "1"] : ["--profile", profile];
  const amount = profile === undefined ? "--commands" : "--differential";
  return [...args, amount, `${commands}`, "--first-seed", `${seed}`];
}

/** The searches for a bug, the most promising first. */
function searchesFor(bug: PlantedBug, known: Place | undefined): readonly Search[] {
  const profile = bug.profile ?? known?.profile;
  const ofOne = profile === undefined ? [] : [among([profile])];
  return bug.profile === undefined ? [...ofOne, among(PROFILES)] : ofOne;
}

async function searched(
  copy: PlantedCopy,
  bug: PlantedBug,
  { args, scope }: Search,
): Promise<Found> {
  let finding: Finding = { isCaught: false, check: "none", message: "" };
  for (const first of FIRST_SEEDS) {
    finding = await copy.plant(bug, [...args, "--first-seed", `${first}`]);
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
    const finding = await copy.plant(bug, repetitionOf(known));
    if (finding.isCaught) return { finding, place: known };
  }
  if (by === "schedules") {
    const args = ["--seeds", `${SCHEDULES}`, "--commands", `${SCHEDULE_COMMANDS}`];
    return searched(copy, bug, { args, scope: [] });
  }
  let found: Found | undefined;
  for (const search of searchesFor(bug, known)) {
    found = await searched(copy, bug, search);
    if (found.finding.isCaught) break;
  }
  return found as Found;
}
