/**
 * The closing guard (trading-rules.md section 2.1): no order closes a position beyond its
 * bankruptcy price, where the loss exceeds the funds behind the position. It applies to every order
 * that can close: reduce-only, closing in hedge mode, and against a position in one-way mode.
 */
import type { User } from "../accounts/user.ts";
import { NO_ROW, type PositionRow, positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WHOLE_E6 } from "../instruments/opening-limits.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { backingAtLeast, isCloseSurelyBacked } from "../margin/margin-bounds.ts";
import { NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import { instrumentOfRow, markAt, type State } from "../state.ts";

/** More than a share of prices and amounts can be off by in doubles. */
const PRECISION = 2 ** -36;

/** Order that the guard checks; `positionSide` is an index of `POSITION_SIDES`. */
export type GuardedOrder = {
  readonly user: User;
  readonly instrument: Instrument;
  /** Row of the user in the instrument, or `NO_ROW`. */
  readonly row: PositionRow;
  readonly isBuy: boolean;
  readonly positionSide: number;
};

/** Row of the position that an order may close; `NO_ROW` if it closes none. */
function closedRow(state: State, order: GuardedOrder): PositionRow {
  const { instrument, isBuy, positionSide, row, user } = order;
  const { positions } = state;
  if (row === 0 || positions.size.get(positionAt(row, closedSide(isBuy))) === 0) return NO_ROW;
  return isHedgeIn(user, instrument) && !isHedgeClose(positionSide, isBuy) ? NO_ROW : row;
}

/**
 * Whether a price is certainly within the bankruptcy price of a position, decided in doubles:
 * isolated, closing there loses less than the margin of the position; crossed, with its fee it
 * loses less against mark than the account's equity has for the position. False where it takes the
 * exact price to know.
 */
function isSurelyBorne(
  state: State,
  user: User,
  row: PositionRow,
  isBuy: boolean,
  price: Ticks,
  isCovered: boolean,
): boolean {
  const instrument = instrumentOfRow(state, row);
  if (instrument.isInverse || user.isUnified) return false;
  if (state.positions.isIsolated(row)) {
    return isCloseSurelyBacked(state, positionAt(row, closedSide(isBuy)), price);
  }
  const mark = markAt(state, instrument.index);
  if (mark === NO_PRICE) return false;
  const sign = isBuy ? 1 : -1;
  const worst = price * (WHOLE_E6 + sign * instrument.takerRate);
  /** Loss against mark as a share of the value at mark, with the fee. */
  const loss = sign * (worst / (mark * WHOLE_E6) - 1);
  if (isCovered && loss < -PRECISION) return true;
  const backing = backingAtLeast(state, user, futuresAccount(state, row));
  return backing >= 0 && loss < backing - PRECISION;
}

/**
 * Returns the reason to refuse an order with this limit price, if any. `isCovered`: the account is
 * known to cover its margin, so that its equity is not below zero.
 */
export function closingRefusal(
  state: State,
  order: GuardedOrder,
  price: Ticks,
  isCovered = false,
): Rejection | undefined {
  const row = closedRow(state, order);
  if (row === 0) return undefined;
  const { isBuy, user } = order;
  if (isSurelyBorne(state, user, row, isBuy, price, isCovered)) return undefined;
  const bound = bankruptcyPriceOf(state, row, closedSide(isBuy));
  if (bound === NO_PRICE) return undefined;
  if (isBuy) return price > bound ? "price_above_bankruptcy" : undefined;
  return price < bound ? "price_below_bankruptcy" : undefined;
}

/** Worst price of a market order: `limit`, or the bankruptcy price of its position if stricter. */
export function guardedLimit(state: State, order: GuardedOrder, limit: Ticks): Ticks {
  const row = closedRow(state, order);
  const bound = row === 0 ? NO_PRICE : bankruptcyPriceOf(state, row, closedSide(order.isBuy));
  if (bound === NO_PRICE) return limit;
  return ticks(order.isBuy ? Math.min(limit, bound) : Math.max(limit, bound));
}
