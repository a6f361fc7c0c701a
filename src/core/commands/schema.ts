/**
 * Schema notation of commands and events: a record of field kinds, from which the TypeScript type,
 * the encoding and the pinned schema hash follow.
 */
import type { Atoms, Lots, RateE8, Seq, Ticks, TimeMs } from "../money/units.ts";

/**
 * `int` is a whole number from 0 to 2^53 - 1; a `rate` may be below zero; an array of words is a
 * closed list.
 */
export type FieldKind =
  | "int"
  | "ints"
  | "rate"
  | "ticks"
  | "lots"
  | "money"
  | "text"
  | "bytes"
  | "flag"
  | readonly string[];

export type Fields = Readonly<Record<string, FieldKind>>;

/** Fields of which a command has all or none. */
export type Group<F extends Fields = Fields> = { readonly group: F };

/** A group that code which creates the command may leave out, because most commands have none. */
export type OmissibleGroup<F extends Fields = Fields> = Group<F> & { readonly isOmissible: true };

/** Fields of a command: plain ones, and groups that may be absent. */
export type GroupedFields = Readonly<Record<string, FieldKind | Group>>;

/** A group of a command that may be absent. */
export function optional<const F extends Fields>(group: F): Group<F> {
  return { group };
}

/** Returns a group of a command that may be absent, and left out. */
export function omissible<const F extends Fields>(group: F): OmissibleGroup<F> {
  return { group, isOmissible: true };
}

export type ValueOf<K extends FieldKind> = K extends "int"
  ? number
  : K extends "ints"
    ? readonly number[]
    : K extends "rate"
      ? RateE8
      : K extends "ticks"
        ? Ticks
        : K extends "lots"
          ? Lots
          : K extends "money"
            ? Atoms
            : K extends "text"
              ? string
              : K extends "bytes"
                ? Uint8Array
                : K extends "flag"
                  ? boolean
                  : K extends readonly (infer W)[]
                    ? W
                    : never;

type MemberOf<K extends FieldKind | Group> =
  K extends Group<infer F>
    ? Readonly<RecordOf<F>> | undefined
    : K extends FieldKind
      ? ValueOf<K>
      : never;

type OmissibleOf<F extends GroupedFields> = {
  [N in keyof F]: F[N] extends OmissibleGroup ? N : never;
}[keyof F];

export type RecordOf<F extends GroupedFields> = {
  -readonly [N in Exclude<keyof F, OmissibleOf<F>>]: MemberOf<F[N]>;
} & { -readonly [N in OmissibleOf<F>]?: MemberOf<F[N]> };

/** Sequence number and time of every command and every decoded event. */
export type Stamp = { seq: Seq; timeMs: TimeMs };

function fieldsText(fields: GroupedFields): string {
  const parts = Object.entries(fields).map(([name, field]) => {
    if (typeof field === "string") return `${name}:${field}`;
    if ("group" in field) return `${name}:?(${fieldsText(field.group)})`;
    return `${name}:${field.join("|")}`;
  });
  return parts.join(",");
}

/** Returns the canonical text of a schema, whose hash is pinned beside the format version. */
export function schemaText(schema: Readonly<Record<string, GroupedFields>>): string {
  const lines = Object.entries(schema).map(([kind, fields]) => `${kind}(${fieldsText(fields)})`);
  return lines.join("\n");
}
