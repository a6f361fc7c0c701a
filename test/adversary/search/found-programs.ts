/** Programs that once gained more than their bound, as files that are played on every run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./program.ts";

const FOUND = join(import.meta.dirname, "../found");

export type FoundProgram = {
  readonly name: string;
  /** What it gained when it was found, and by which seed. */
  readonly note: string;
  readonly program: Program;
};

export function foundPrograms(): FoundProgram[] {
  return readdirSync(FOUND)
    .sort()
    .map((name) => ({
      ...(JSON.parse(readFileSync(join(FOUND, name), "utf8")) as Omit<FoundProgram, "name">),
      name: name.replace(".json", ""),
    }));
}
