/** What users of a risk unit in debt may not do: move funds out, buy and open (decision 0067). */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { largestAmount } from "../lending/largest-amount.ts";
import { type Atoms, type RateE6, ZERO_ATOMS } from "../money/units.ts";
import type { State } from "../state.ts";
import { indebtedUnitOf, type RiskUnit } from "./risk-unit.ts";
import {
  figuresFrom,
  figuresOf,
  holdingsOf,
  isAbove,
  NO_CHANGE,
  productOf,
  type UnitChange,
} from "./unit-figures.ts";

/** Why a unit in debt may not change so, or `undefined` while it stays within a line. */
export function lineRefusal(
  state: State,
  unit: RiskUnit,
  line: RateE6,
  change: UnitChange = NO_CHANGE,
): Rejection | undefined {
  if (unit.isLiquidating) return "unit_liquidating";
  const figures = figuresOf(state, unit, change);
  if (!figures.isFresh) return "collateral_price_missing";
  return isAbove(figures, line) ? "unit_line_reached" : undefined;
}

/**
 * Why a user may not give an amount of a coin away, or `undefined`. Every operation that moves
 * money out of the collateral wallets of a user asks this, as it asks for reviews.
 */
export function outflowRefusal(
  state: State,
  user: User,
  moved: { readonly currency: number; readonly amount: bigint },
): Rejection | undefined {
  const unit = indebtedUnitOf(state, user.index);
  if (unit === undefined) return undefined;
  const { amount, currency } = moved;
  const change = { ...NO_CHANGE, currency, amount: -amount };
  return lineRefusal(state, unit, productOf(state, unit).transferLine, change);
}

/** Largest amount, up to `most`, that `outflowRefusal` lets a user give away. */
export function largestOutflow(state: State, user: User, currency: number, most: Atoms): Atoms {
  const unit = indebtedUnitOf(state, user.index);
  if (unit === undefined) return most;
  const { transferLine } = productOf(state, unit);
  const holdings = holdingsOf(state, unit, NO_CHANGE.without);
  if (unit.isLiquidating) return ZERO_ATOMS;
  return largestAmount(most, (leaving) => {
    const change = { ...NO_CHANGE, currency, amount: -leaving };
    const figures = figuresFrom(state, unit, holdings, change);
    return figures.isFresh && !isAbove(figures, transferLine);
  });
}

/** Whether money that moves between two users stays in the collateral of one unit. */
export function collateralStays(state: State, from: User, to: User): boolean {
  const unit = state.institutional.ofUser(from.index);
  return unit !== undefined && unit === state.institutional.ofUser(to.index);
}

/** Why a user may not exchange money for a coin, or `undefined`: it must count as collateral. */
export function purchaseRefusal(state: State, user: User, currency: number): Rejection | undefined {
  const unit = indebtedUnitOf(state, user.index);
  if (unit === undefined) return undefined;
  const { buyLine, coins } = productOf(state, unit);
  if (!coins.some((one) => one.currency === currency)) return "unit_coin_not_allowed";
  return lineRefusal(state, unit, buyLine);
}

/** Why a user may not place an order, or `undefined`. Orders that only close are not refused. */
export function orderRefusal(
  state: State,
  user: User,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly isClosing: boolean },
): Rejection | undefined {
  const unit = indebtedUnitOf(state, user.index);
  if (unit === undefined || order.isClosing) return undefined;
  const { buyLine, instruments, openLine } = productOf(state, unit);
  if (!instruments.includes(instrument.index)) return "unit_instrument_not_allowed";
  if (instrument.isFutures) return lineRefusal(state, unit, openLine);
  if (order.isBuy) return lineRefusal(state, unit, buyLine);
  return unit.isLiquidating ? "unit_liquidating" : undefined;
}
