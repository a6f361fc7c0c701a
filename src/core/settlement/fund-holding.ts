/**
 * Profit and loss of the insurance funds' positions at mark, counted against the loss limit of the
 * instrument and hour (decision 0037). A result is the change of the fund's balance plus the change
 * of the unrealised profit of its position.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { addLoss, drawLeft } from "../instruments/fund-draw.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { unrealisedOfRow } from "../margin/margin.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { holdingAt, type State } from "../state.ts";
import { fundOf } from "./insurance-fund.ts";

/** Unrealised profit of the fund's position in an instrument at the mark price. */
export function fundUnrealised(state: State, instrument: Instrument): Atoms {
  const row = state.positions.find(exchangeUserOf(instrument.realm), instrument.index);
  if (row === 0) return ZERO_ATOMS;
  return unrealisedOfRow(state, row);
}

/** Balance of the instrument's fund, to pass to `countResult` after the position has changed. */
export function fundBalance(state: State, { realm, settle }: Instrument): Atoms {
  return state.ledger.balance(fundOf(state, realm, settle));
}

/**
 * Counts the result of the fund's position since the last call: the change of unrealised profit,
 * and the change of the fund's balance since `balanceBefore`.
 */
export function countResult(state: State, instrument: Instrument, balanceBefore: Atoms): void {
  const holding = holdingAt(state, instrument.index);
  const unrealised = fundUnrealised(state, instrument);
  const realised = minus(fundBalance(state, instrument), balanceBefore);
  const result = realised + unrealised - holding.marked;
  holding.marked = unrealised;
  addLoss(holding.draw, -result, state.timeMs);
}

/** Resets the counted profit after delivery has ended the fund's position. */
export function forgetHolding(state: State, instrument: Instrument): void {
  holdingAt(state, instrument.index).marked = ZERO_ATOMS;
}

/** Amount that the fund may still lose in the instrument this hour; `undefined` without a limit. */
export function drawLeftOf(state: State, instrument: Instrument): Atoms | undefined {
  const { draw } = holdingAt(state, instrument.index);
  return drawLeft(draw, instrument.lossLimits.fundDrawMax, state.timeMs);
}
