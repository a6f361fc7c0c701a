/** A textual change that turns a copy of the product wrong in one place. */
export type PlantedBug = {
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};
