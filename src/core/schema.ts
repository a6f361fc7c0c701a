/**
 * The notation in which commands and events are written down: a record of field kinds, from which
 * the TypeScript type, the encoding and the pinned schema hash all follow.
 */
import type { Atoms, Lots, RateE8, Seq, Ticks, TimeMs } from "./money/units.ts";

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

export type RecordOf<F extends Fields> = { -readonly [N in keyof F]: ValueOf<F[N]> };

/** What every command and every decoded event carries. */
export type Stamp = { seq: Seq; timeMs: TimeMs };

/** Canonical text of a schema; its hash is pinned beside the format version. */
export function schemaText(schema: Readonly<Record<string, Fields>>): string {
  const lines: string[] = [];
  for (const [kind, fields] of Object.entries(schema)) {
    const parts = Object.entries(fields).map(
      ([name, field]) => `${name}:${typeof field === "string" ? field : field.join("|")}`,
    );
    lines.push(`${kind}(${parts.join(",")})`);
  }
  return lines.join("\n");
}
