/** Values of parameters of v3, which has one code, 25200, for whatever fails verification. */
import {
  accepted,
  refused,
  type TriedValue,
} from "../../specification-v2/support/parameter-tests.ts";

const WRONG = "25200";
const OUT_OF_RANGE = "40053";

/** Words that are refused, whatever the list has. */
export const NO_WORDS = [refused("a word that is not in the list", "no-such-word", WRONG)];

/** Every word of a list is accepted in any case; any other word is refused. */
export function words(...values: readonly string[]): readonly TriedValue[] {
  return [
    ...values.map((value) => accepted(value, value)),
    accepted("another case", (values[0] ?? "").toUpperCase()),
    accepted("lower case", (values[0] ?? "").toLowerCase()),
    ...NO_WORDS,
  ];
}

/** Names of one kind, `unknown` being the code for one that nothing has. */
export function names(unknown: string, ...values: readonly string[]): readonly TriedValue[] {
  return [
    ...values.map((value) => accepted(value, value)),
    accepted("lower case", (values[0] ?? "").toLowerCase()),
    refused("a name that nothing has", "NOSUCHNAME", unknown),
    refused("41 characters", "X".repeat(41), WRONG),
  ];
}

/** Decimals that are refused, whatever the parameter counts. */
export function decimals(): readonly TriedValue[] {
  return [
    refused("a word", "much", WRONG),
    refused("a negative number", "-1", WRONG),
    refused("an exponent", "1e-2", WRONG),
    refused("leading zeros", "01", WRONG),
    refused("a comma", "1,5", WRONG),
  ];
}

/** Whole numbers from `min` to `max`, of pages and of rows. */
export function counts(min: number, max: number): readonly TriedValue[] {
  return [
    accepted("the minimum", min),
    accepted("the maximum", max),
    refused("beyond the maximum", max + 1, OUT_OF_RANGE),
    refused("less than the minimum", min - 1, OUT_OF_RANGE),
    refused("a negative number", -1, OUT_OF_RANGE),
    refused("a fraction", "1.5", WRONG),
    refused("a word", "all", WRONG),
  ];
}

export function times(nowMs: number): readonly TriedValue[] {
  return [
    accepted("a time of the last hour", nowMs - 3_000_000),
    accepted("0", 0),
    refused("a word", "yesterday", WRONG),
    refused("a fraction", `${nowMs}.5`, WRONG),
    refused("14 digits", "17800000000000", OUT_OF_RANGE),
  ];
}

/** Texts that cannot be ids; `unknown` is the code for an id that was never issued. */
export function ids(unknown: string): readonly TriedValue[] {
  return [
    {
      title: `an id that was never issued is answered ${unknown}`,
      value: "1999999999999999999",
      code: unknown,
    },
    refused("letters", "abc", "40402"),
    refused("a negative number", "-1", "40402"),
    refused("20 digits", "10000000000000000000", "40402"),
  ];
}

/** Texts that cannot be client ids (specification, clientOid rule). */
export const NO_CLIENT_IDS = [
  refused("33 characters", "c".repeat(33), "40305"),
  refused("an ampersand", "a&b", "40305"),
];
