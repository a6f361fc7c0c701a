/**
 * Handles of the position table. A row is a user in an instrument; each row has two positions, the
 * long and the short one, held or not. Columns of the table accept one kind of handle only, so the
 * compiler rejects a row in the place of a position, or a plain number in the place of either.
 *
 * The functions are number arithmetic of a few bytes of bytecode, which V8 always inlines.
 */

import { assert } from "./assert.ts";

/** A user in an instrument: a row of the position table. */
export type PositionRow = number & { readonly handle: "position row" };

/** The long or the short position of a row, held or not. */
export type PositionIndex = number & { readonly handle: "position" };

export type LongOrShort = 0 | 1;
export const LONG = 0 as const;
export const SHORT = 1 as const;
export const LONG_AND_SHORT: readonly LongOrShort[] = [LONG, SHORT];

/** The row of a user who has not used the instrument yet. */
export const NO_ROW = 0 as PositionRow;

/** No position. */
export const NO_POSITION = 0 as PositionIndex;

/** Rows are numbered from this one, in order of first use. */
export const FIRST_ROW = 1 as PositionRow;

/** The long position of the first row; the positions of later rows follow one by one. */
export const FIRST_POSITION = 2 as PositionIndex;

/** The row `count` rows after another one. */
export function rowAfter(row: PositionRow, count: number): PositionRow {
  return (row + count) as PositionRow;
}

/** The long or the short position of a row. */
export function positionAt(row: PositionRow, side: LongOrShort): PositionIndex {
  return (row * 2 + side) as PositionIndex;
}

/** The long position of a row. */
export function longOf(row: PositionRow): PositionIndex {
  return (row * 2 + LONG) as PositionIndex;
}

/** The short position of a row. */
export function shortOf(row: PositionRow): PositionIndex {
  return (row * 2 + SHORT) as PositionIndex;
}

/** The row of a position. */
export function rowOf(position: PositionIndex): PositionRow {
  return (position >> 1) as PositionRow;
}

/** Whether a position is the long or the short one of its row. */
export function sideOf(position: PositionIndex): LongOrShort {
  return (position & 1) as LongOrShort;
}

/** True for the long position of a row. */
export function isLongPosition(position: PositionIndex): boolean {
  return (position & 1) === LONG;
}

/** The other position of the same row. */
export function oppositeOf(position: PositionIndex): PositionIndex {
  return (position ^ 1) as PositionIndex;
}

/** Reads back the number of a side, as snapshots and orders hold it. */
export function longOrShort(side: number): LongOrShort {
  assert(side === LONG || side === SHORT, "a side is long or short");
  return side;
}

/** The other direction. */
export function oppositeSide(side: LongOrShort): LongOrShort {
  return side === LONG ? SHORT : LONG;
}

/** The word of a side. */
export function positionSideOf(side: LongOrShort): "long" | "short" {
  return side === LONG ? "long" : "short";
}
