import type { ProfileName } from "../workload/profiles.ts";

/** A textual change that turns a copy of the product wrong in one place. */
export type PlantedBug = {
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The only profile in whose commands it soon shows; all are run otherwise. */
  readonly profile?: ProfileName;
};
