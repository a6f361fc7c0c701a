/** Reads of the live state: what another leverage would require. Nothing is changed. */

import { NO_ROW } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { borrowedWith } from "../borrowing/borrowed-amount.ts";
import { coinLeverageRefusal } from "../borrowing/change-coin-leverage.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { chosenLeverage, debtTermsOf, leverageMargin } from "../lending/debt-margin.ts";
import { leverageRefusal } from "../margin/change-settings.ts";
import { requiredMarginOf } from "../margin/margin.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type State, userAt } from "../state.ts";

/** Margin at another leverage, and what it is more than the present margin; may be below zero. */
export type LeverageOutlook = { readonly required: Atoms; readonly change: Atoms };

const NOTHING_HELD: LeverageOutlook = { required: ZERO_ATOMS, change: ZERO_ATOMS };

/**
 * Margin of a user's crossed positions and orders in an instrument at another leverage, in settle
 * atoms, or why the leverage cannot be set. A lack of margin is no reason: the figures show it.
 */
export function readLeverageOutlook(
  state: State,
  userIndex: number,
  instrument: Instrument,
  leverage: number,
): LeverageOutlook | Rejection {
  const user = userAt(state, userIndex);
  const row = state.positions.find(userIndex, instrument.index);
  const refusal = leverageRefusal(state, { user, instrument }, row, leverage);
  if (refusal !== undefined) return refusal;
  if (row === NO_ROW) return NOTHING_HELD;
  const change = { orders: undefined, leverage: [leverage, leverage] as const };
  const required = requiredMarginOf(state, row, change);
  return { required, change: minus(required, requiredMarginOf(state, row)) };
}

/** The same for the borrowed amount of a coin of a unified account, in atoms of the coin. */
export function readCoinLeverageOutlook(
  state: State,
  userIndex: number,
  coin: Currency,
  leverage: number,
): LeverageOutlook | Rejection {
  const user = userAt(state, userIndex);
  const refusal = coinLeverageRefusal(state, user, { currency: coin.index, leverage });
  if (refusal !== undefined) return refusal;
  const terms = debtTermsOf(state, user, coin.index);
  const borrowed = borrowedWith(state, user, coin.index, ZERO_ATOMS);
  if (terms === undefined || borrowed === 0n) return NOTHING_HELD;
  const required = leverageMargin(terms, borrowed, leverage);
  const present = leverageMargin(terms, borrowed, chosenLeverage(user, coin.index));
  return { required, change: minus(required, present) };
}
