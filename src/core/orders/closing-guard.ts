/**
 * The closing guard (trading-rules.md section 2.1): no order closes a position at a price at which
 * more than what backs it would be lost. It holds for every order that can close: reduce-only,
 * closing in hedge mode, and against a position in one-way mode.
 */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import type { Rejection } from "../rejections.ts";
import type { State } from "../state.ts";

/** An order as the guard sees it; `positionSide` is an index of `POSITION_SIDES`. */
export type GuardedOrder = {
  readonly user: User;
  readonly instrument: Instrument;
  readonly isBuy: boolean;
  readonly positionSide: number;
};

/** The worst price at which an order may close; 0 when it closes nothing, or at any price. */
function closingBound(state: State, order: GuardedOrder): Ticks {
  const { instrument, isBuy, positionSide, user } = order;
  const { positions } = state;
  const row = positions.find(user.index, instrument.index);
  const side = closedSide(isBuy);
  if (row === 0 || positions.size.get(row * 2 + side) === 0) return NO_PRICE;
  if (isHedgeIn(user, instrument) && !isHedgeClose(positionSide, isBuy)) return NO_PRICE;
  return bankruptcyPriceOf(state, row, side);
}

/** Why an order with this limit price may not be placed, if it may not. */
export function closingRefusal(
  state: State,
  order: GuardedOrder,
  price: Ticks,
): Rejection | undefined {
  const bound = closingBound(state, order);
  if (bound === NO_PRICE) return undefined;
  if (order.isBuy) return price > bound ? "price_above_bankruptcy" : undefined;
  return price < bound ? "price_below_bankruptcy" : undefined;
}

/** The worst price a market order trades at: `limit`, and where it closes not beyond bankruptcy. */
export function guardedLimit(state: State, order: GuardedOrder, limit: Ticks): Ticks {
  const bound = closingBound(state, order);
  if (bound === NO_PRICE) return limit;
  return (order.isBuy ? Math.min(limit, bound) : Math.max(limit, bound)) as Ticks;
}
