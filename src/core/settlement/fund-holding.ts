/**
 * What the insurance funds' positions gain and lose, as marked: counted against the bound of the
 * instrument and hour (decision 0037). A result is the change of the fund's account and of the
 * unrealised profit of its position together.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { addLoss, drawLeft } from "../instruments/fund-draw.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { unrealisedOf } from "../margin/margin.ts";
import { minus, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { holdingAt, type State } from "../state.ts";
import { fundOf } from "./insurance-fund.ts";

/** Unrealised profit of the fund's position in an instrument at mark. */
export function fundUnrealised(state: State, instrument: Instrument): Atoms {
  const row = state.positions.find(exchangeUserOf(instrument.realm), instrument.index);
  if (row === 0) return ZERO_ATOMS;
  return plus(unrealisedOf(state, row, LONG), unrealisedOf(state, row, SHORT));
}

/** Balance of the instrument's fund, to be handed to `countResult` after the position changes. */
export function fundBalance(state: State, { realm, settle }: Instrument): Atoms {
  return state.ledger.balance(fundOf(state, realm, settle));
}

/**
 * Counts what the fund's position has gained or lost since it was last counted, with what was
 * realised since its fund had `balanceBefore`.
 */
export function countResult(state: State, instrument: Instrument, balanceBefore: Atoms): void {
  const holding = holdingAt(state, instrument.index);
  const unrealised = fundUnrealised(state, instrument);
  const realised = minus(fundBalance(state, instrument), balanceBefore);
  const result = realised + unrealised - holding.marked;
  holding.marked = unrealised;
  addLoss(holding.draw, -result, state.timeMs);
}

/** Starts anew where the fund no longer holds a position: delivery has ended it. */
export function forgetHolding(state: State, instrument: Instrument): void {
  holdingAt(state, instrument.index).marked = ZERO_ATOMS;
}

/** What the fund may still lose in the instrument this hour; `undefined` without a bound. */
export function drawLeftOf(state: State, instrument: Instrument): Atoms | undefined {
  const { draw } = holdingAt(state, instrument.index);
  return drawLeft(draw, instrument.lossLimits.fundDrawMax, state.timeMs);
}
