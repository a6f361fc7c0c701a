import type { ProfileName } from "../workload/profiles.ts";

/** A textual change of one place of the product. */
export type Change = {
  /** Below `src`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};

/** A textual change that turns a copy of the product wrong in one place. */
export type PlantedBug = Change & {
  readonly name: string;
  /** The only profile in whose commands it soon shows; all are run otherwise. */
  readonly profile?: ProfileName;
};
