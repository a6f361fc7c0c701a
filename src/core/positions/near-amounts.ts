/**
 * Amounts of positions and orders in double arithmetic, and bounds of what they differ by from the
 * exact ones. A double has 53 bits, an amount up to 63. Each term is widened by `WIDENING` of its
 * magnitude and by some atoms, which is more than conversion, a sum of up to 100 terms and the
 * roundings of the exact figures can differ by.
 */
import { longOf, type PositionIndex, type PositionRow, shortOf } from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import { pricesAt, type State } from "../state.ts";

/** Part of its magnitude by which a bound is off the computed number. */
export const WIDENING = 2 ** -44;
/** More atoms than the roundings of one row or one amount add up to. */
const ROUNDINGS = 16;
export const E6 = 1_000_000;

/** Returns a number that is certainly not below the exact one. */
export function atMost(value: number): number {
  return value + Math.abs(value) * WIDENING + ROUNDINGS;
}

/** Returns a number that is certainly not above the exact one. */
export function atLeast(value: number): number {
  return value - Math.abs(value) * WIDENING - ROUNDINGS;
}

/** Value of a size at a price, in settle atoms. */
export function nearValue(instrument: Instrument, price: number, size: number): number {
  return instrument.isInverse ? (size * instrument.scale) / price : price * size * instrument.scale;
}

/** Value of a held position at mark; at entry while there is no mark price. */
export function nearNotional(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  held: Lots,
  mark: Ticks = pricesAt(state, instrument.index).mark,
): number {
  if (held === 0) return 0;
  if (mark === NO_PRICE) return state.positions.openNotional.near(position);
  return nearValue(instrument, mark, held);
}

/**
 * Unrealised profit of the positions of a row, whose values at mark are `long` and `short`; at
 * least. Widened by the values that it is the difference of.
 */
export function gainAtLeast(
  state: State,
  instrument: Instrument,
  row: PositionRow,
  long: number,
  short: number,
): number {
  const { openNotional } = state.positions;
  const ofLong = long - openNotional.near(longOf(row));
  const ofShort = openNotional.near(shortOf(row)) - short;
  const profit = instrument.isInverse ? -(ofLong + ofShort) : ofLong + ofShort;
  return atLeast(profit) - (long + short) * WIDENING;
}

/** Value of an order under new terms less its value under the present ones; at most. */
export function nearIncrease(before: number, after: number): number {
  return after - before + (after + before) * WIDENING;
}
