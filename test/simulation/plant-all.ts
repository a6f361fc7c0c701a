/** Plants every bug, two at a time, and keeps the places where they showed. */
import { findBug, type Place, readPlaces, writePlaces } from "./find-bug.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

const AT_ONCE = 2;

type Planting = { readonly bug: PlantedBug; readonly by: "commands" | "schedules" };

/** Answers the names of the bugs that nothing noticed, and tells each bug as it is done. */
export async function plantAll(onDone: (text: string) => void): Promise<readonly string[]> {
  const known = readPlaces();
  const places: Record<string, Place> = {};
  const missed: string[] = [];
  const plantings: Planting[] = [
    ...PLANTED_BUGS.commands.map((bug) => ({ bug, by: "commands" as const })),
    ...PLANTED_BUGS.schedules.map((bug) => ({ bug, by: "schedules" as const })),
  ];
  const next = plantings[Symbol.iterator]();

  async function work(): Promise<void> {
    for (const { bug, by } of next) {
      const { finding, place } = await findBug(bug, by, known[bug.name]);
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
