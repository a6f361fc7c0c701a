/**
 * Funding that is fixed and that a position has not taken yet. A settlement is realised position
 * by position, in pieces; until then it counts in every figure as if it were.
 */

import { type FundingSettlement, fundingAmountOf } from "../instruments/funding-rate.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { fundingAt, instrumentAt, type State } from "../state.ts";
import { LONG } from "./position-table.ts";

/** The settlements that a position, `row * 2 + side`, has still to take, oldest first. */
export function dueSettlements(state: State, at: number): readonly FundingSettlement[] {
  const { positions } = state;
  if (positions.size.get(at) === 0) return [];
  const funding = fundingAt(state, positions.instrument.get(at >> 1));
  const taken = positions.fundingTaken.get(at);
  return funding.count === taken ? [] : funding.open.filter(({ number }) => number > taken);
}

/** What a position receives (above zero) or pays (below) in one settlement. */
export function settlementAmount(state: State, at: number, settlement: FundingSettlement): Atoms {
  const { positions } = state;
  const instrument = instrumentAt(state, positions.instrument.get(at >> 1));
  const position = { size: positions.size.get(at), isLong: (at & 1) === LONG };
  return fundingAmountOf(instrument, settlement, position);
}

/** The sum of all that a position, `row * 2 + side`, has still to receive or to pay. */
export function dueFundingAt(state: State, at: number): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  let due = ZERO_ATOMS;
  for (const settlement of dueSettlements(state, at)) {
    due = plus(due, settlementAmount(state, at, settlement));
  }
  return due;
}

/** The same of both positions of a row. */
export function dueFundingOf(state: State, row: number): Atoms {
  if (state.fundingUser === 0) return ZERO_ATOMS;
  return plus(dueFundingAt(state, row * 2), dueFundingAt(state, row * 2 + 1));
}
