/** Plants every bug, two at a time, and keeps the places where they showed. */
import { findBug, type Place, type Planting, readPlaces, writePlaces } from "./find-bug.ts";
import { PlantedCopy } from "./plant.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

const AT_ONCE = 2;

/** Answers the names of the bugs that nothing noticed, and tells each bug as it is done. */
export async function plantAll(onDone: (text: string) => void): Promise<readonly string[]> {
  const known = readPlaces();
  const places: Record<string, Place> = {};
  const missed: string[] = [];
  const plantingOf = (bug: PlantedBug, by: Planting["by"]): Planting => ({
    bug,
    by,
    known: known[bug.name],
  });
  const plantings: Planting[] = [
    ...PLANTED_BUGS.commands.map((bug) => plantingOf(bug, "commands")),
    ...PLANTED_BUGS.schedules.map((bug) => plantingOf(bug, "schedules")),
  ];
  const next = plantings[Symbol.iterator]();

  async function work(): Promise<void> {
    using copy = new PlantedCopy();
    for (const planting of next) {
      const { bug } = planting;
      const { finding, place } = await findBug(copy, planting);
      if (place === undefined) missed.push(bug.name);
      else places[bug.name] = place;
      onDone(`${bug.name}: ${place === undefined ? "MISSED" : JSON.stringify(place)}`);
      if (place === undefined) onDone(finding.message);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  writePlaces(places);
  return missed;
}
