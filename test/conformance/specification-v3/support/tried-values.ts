/** Values of parameters of v3, which has one code, 25200, for whatever fails verification. */
import {
  accepted,
  refused,
  type TriedValue,
  triedValues,
} from "../../specification-v2/support/parameter-tests.ts";

const WRONG = "25200";
const OUT_OF_RANGE = "40053";

/** Words that are refused, whatever the list has. */
export const NO_WORDS = [refused("a word that is not in the list", "no-such-word", WRONG)];

export const { decimals, names, times, words } = triedValues({
  unknownWord: WRONG,
  wrong: WRONG,
});

/** Whole numbers from `min` to `max`, of pages and of rows. */
export function counts(min: number, max: number): readonly TriedValue[] {
  return [...countsFrom(min, max), refused("beyond the maximum", max + 1, OUT_OF_RANGE)];
}

/** Rows of a page that a cursor continues: a larger number counts as the maximum. */
export function pageRows(max: number): readonly TriedValue[] {
  return [...countsFrom(1, max), accepted("beyond the maximum", max + 1)];
}

function countsFrom(min: number, max: number): readonly TriedValue[] {
  return [
    accepted("the minimum", min),
    accepted("the maximum", max),
    refused("less than the minimum", min - 1, OUT_OF_RANGE),
    refused("a negative number", -1, OUT_OF_RANGE),
    refused("a fraction", "1.5", WRONG),
    refused("a word", "all", WRONG),
  ];
}

/** Texts that cannot be client ids (specification, clientOid rule). */
export const NO_CLIENT_IDS = [
  refused("33 characters", "c".repeat(33), "40305"),
  refused("an ampersand", "a&b", "40305"),
];
