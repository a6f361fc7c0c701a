/**
 * Funding that is fixed and not yet booked to a position. Settlements are booked position by
 * position, in bounded steps; until then every figure includes them as if they were booked.
 */

import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import { type FundingSettlement, fundingAmountOf } from "../instruments/funding-rate.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { fundingAt, instrumentOfRow, type State } from "../state.ts";

/** Returns the settlements that are not yet booked to a position, oldest first. */
export function dueSettlements(
  state: State,
  position: PositionIndex,
): readonly FundingSettlement[] {
  const { positions } = state;
  if (positions.size.get(position) === 0) return [];
  const funding = fundingAt(state, positions.instrument.get(rowOf(position)));
  const taken = positions.fundingTaken.get(position);
  assert(taken <= funding.count, "a position takes no settlement before it is fixed");
  return funding.count === taken ? [] : funding.open.filter(({ number }) => number > taken);
}

/** Amount of one settlement for a position: above zero it receives, below zero it pays. */
export function settlementAmount(
  state: State,
  position: PositionIndex,
  settlement: FundingSettlement,
): Atoms {
  const { positions } = state;
  const instrument = instrumentOfRow(state, rowOf(position));
  const size = positions.size.get(position);
  return fundingAmountOf(instrument, settlement, { size, isLong: isLongPosition(position) });
}

/** Sum of the settlements that are not yet booked to a position, in settle atoms. */
export function dueFundingAt(state: State, position: PositionIndex): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  let due = ZERO_ATOMS;
  for (const settlement of dueSettlements(state, position)) {
    due = plus(due, settlementAmount(state, position, settlement));
  }
  return due;
}

/** Sum of `dueFundingAt` over both positions of a row. */
export function dueFundingOf(state: State, row: PositionRow): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  return plus(dueFundingAt(state, longOf(row)), dueFundingAt(state, shortOf(row)));
}
