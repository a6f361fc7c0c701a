/** The order in which rows are written. */
import type { Fields } from "../../core/commands/schema.ts";
import type { RowWords } from "./row-words.ts";

/** Bits of a value that one pass sorts by. */
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const VALUE_BITS = 32;

/** Rows, and by position the value that each of them is sorted by. */
type Sorted = { readonly rows: Uint32Array; readonly values: Uint32Array };

/**
 * Sorts rows by the value of a column, a user or an instrument; equal ones keep their order. Values
 * are counted digit by digit, from the lowest digit on: with up to 2,048 users in one pass.
 */
export function sortRows<F extends Fields>(
  words: RowWords<F>,
  rows: ArrayLike<number>,
  column: number,
): Uint32Array {
  const { numbers, width } = words;
  let sorted: Sorted = { rows: new Uint32Array(rows), values: new Uint32Array(rows.length) };
  let highest = 0;
  for (let at = 0; at < rows.length; at++) {
    const value = numbers[(rows[at] as number) * width + column] as number;
    sorted.values[at] = value;
    if (value > highest) highest = value;
  }
  for (let shift = 0; shift < VALUE_BITS && highest >>> shift > 0; shift += DIGIT_BITS) {
    sorted = sortedByDigit(sorted, shift);
  }
  return sorted.rows;
}

/** Sorts by the digit of the values from the bit `shift` on; equal ones keep their order. */
function sortedByDigit({ rows, values }: Sorted, shift: number): Sorted {
  const next = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < values.length; at++) {
    const digit = ((values[at] as number) >>> shift) % DIGITS;
    next[digit + 1] = (next[digit + 1] as number) + 1;
  }
  for (let digit = 1; digit <= DIGITS; digit++) {
    next[digit] = (next[digit] as number) + (next[digit - 1] as number);
  }
  const sorted = { rows: new Uint32Array(rows.length), values: new Uint32Array(rows.length) };
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    const digit = (value >>> shift) % DIGITS;
    const to = next[digit] as number;
    next[digit] = to + 1;
    sorted.rows[to] = rows[at] as number;
    sorted.values[to] = value;
  }
  return sorted;
}
