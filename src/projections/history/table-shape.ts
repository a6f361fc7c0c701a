/** What a table of the history is: its columns, its key and its indexes. */
import type { Fields } from "../../core/commands/schema.ts";

/** An index of the rows that meet a condition in SQL. */
export type PartialIndex<Field extends string> = {
  readonly fields: readonly Field[];
  readonly where: string;
};

export type TableShape = {
  readonly name: string;
  readonly fields: Fields;
  readonly key: readonly string[];
  readonly indexes: readonly (readonly string[])[];
  readonly partialIndexes: readonly PartialIndex<string>[];
};

export type Table<F extends Fields> = {
  readonly name: string;
  readonly fields: F;
  readonly key: readonly (keyof F & string)[];
  /** Further indexes, each a list of columns. */
  readonly indexes: readonly (readonly (keyof F & string)[])[];
  readonly partialIndexes: readonly PartialIndex<keyof F & string>[];
};

export function table<const F extends Fields>(
  name: string,
  key: readonly (keyof F & string)[],
  fields: F,
  indexes: readonly (readonly (keyof F & string)[])[] = [],
  partialIndexes: readonly PartialIndex<keyof F & string>[] = [],
): Table<F> {
  return { name, key, fields, indexes, partialIndexes };
}
