/** Description of a command format that is no longer written. */
import type { GroupedFields, RecordOf } from "./schema.ts";

type Values = Record<string, unknown>;

/** A kind of command that the next format changed. */
export type PastKind = {
  readonly fields: GroupedFields;
  /** Equivalent kind of the next format. */
  readonly becomes: string;
  /** Returns the fields of that kind from the stored fields. */
  readonly upgrade: (fields: Values) => Values;
};

export type PastFormat = {
  readonly format: number;
  /** All kinds, in the order of their stored indexes. */
  readonly kinds: readonly string[];
  /** Bits that an origin of the format may have; absent when its commands had no origin. */
  readonly originBits?: number;
  /** Kinds that the next format changed or dropped. */
  readonly changed: Readonly<Record<string, PastKind>>;
};

/** Describes a changed kind; `upgrade` receives its fields with their types. */
export function pastKind<const F extends GroupedFields>(
  fields: F,
  becomes: string,
  upgrade: (fields: RecordOf<F>) => Values,
): PastKind {
  return { fields, becomes, upgrade: upgrade as (values: Values) => Values };
}
