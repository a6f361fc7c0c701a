/**
 * Funding that is fixed and that a position has not taken yet. A settlement is realised position
 * by position, in pieces; until then it counts in every figure as if it were.
 */

import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  LONG,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  SHORT,
} from "../base/position-handle.ts";
import { type FundingSettlement, fundingAmountOf } from "../instruments/funding-rate.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { fundingAt, instrumentAt, type State } from "../state.ts";

/** The settlements that a position has still to take, oldest first. */
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

/** What a position receives (above zero) or pays (below) in one settlement. */
export function settlementAmount(
  state: State,
  position: PositionIndex,
  settlement: FundingSettlement,
): Atoms {
  const { positions } = state;
  const instrument = instrumentAt(state, positions.instrument.get(rowOf(position)));
  const size = positions.size.get(position);
  return fundingAmountOf(instrument, settlement, { size, isLong: isLongPosition(position) });
}

/** The sum of all that a position has still to receive or to pay. */
export function dueFundingAt(state: State, position: PositionIndex): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  let due = ZERO_ATOMS;
  for (const settlement of dueSettlements(state, position)) {
    due = plus(due, settlementAmount(state, position, settlement));
  }
  return due;
}

/** The same of both positions of a row. */
export function dueFundingOf(state: State, row: PositionRow): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  return plus(
    dueFundingAt(state, positionAt(row, LONG)),
    dueFundingAt(state, positionAt(row, SHORT)),
  );
}
