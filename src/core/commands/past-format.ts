/** What is kept of a command format that is no longer written. */
import type { GroupedFields, RecordOf } from "./schema.ts";

type Values = Record<string, unknown>;

/** A kind of command that the next format has in another form. */
export type PastKind = {
  readonly fields: GroupedFields;
  /** The kind in the next format that says the same. */
  readonly becomes: string;
  /** Fields of that kind, from the fields that were stored. */
  readonly upgrade: (fields: Values) => Values;
};

export type PastFormat = {
  readonly format: number;
  /** All kinds, in the order of their stored indexes. */
  readonly kinds: readonly string[];
  /** Kinds that the next format changed or dropped. */
  readonly changed: Readonly<Record<string, PastKind>>;
};

/** Describes a kind that became another; `upgrade` gets its fields with their types. */
export function pastKind<const F extends GroupedFields>(
  fields: F,
  becomes: string,
  upgrade: (fields: RecordOf<F>) => Values,
): PastKind {
  return { fields, becomes, upgrade: upgrade as (values: Values) => Values };
}
