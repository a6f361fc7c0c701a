/**
 * Estimating an order that opens a position: its cost now, and whether the checks of placing would
 * accept it. Places nothing. The user need not have a row of positions in the instrument.
 */
import type { User } from "../accounts/user.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { feeOfOrders } from "../margin/margin.ts";
import { orderRefusal } from "../margin/order-refusal.ts";
import type { OrderScope } from "../margin/row-change.ts";
import { dividedRoundedUp, feeRoundedUp, plus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, rateE6, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { isHedgeIn, leverageAhead, openedSide } from "../positions/exposure.ts";
import { openLossAt } from "../positions/open-loss.ts";
import type { State } from "../state.ts";
import { guardedLimit } from "./closing-guard.ts";
import { openingRefusal } from "./opening-guard.ts";
import { farthestPriceInBook, marginPriceOf, marketLimit } from "./order-checks.ts";

/** Proposed order that opens a position; price 0 stands for a market order. */
export type OpeningAhead = { readonly isBuy: boolean; readonly price: Ticks; readonly size: Lots };

export type WeighedOpening = {
  /** Price in ticks that the margin is computed at; 0 without both a mark price and a book. */
  readonly marginPrice: Ticks;
  /** Margin, open loss and fee of the order alone, in settle atoms, with the opening buffers. */
  readonly cost: Atoms;
  /** Whether margin, tiers, share, depth and the opening guard accept it. */
  readonly isPassing: boolean;
};

/** Worst price in ticks that the order may trade at. */
function limitOf(
  state: State,
  { instrument, row, user }: Pick<OrderScope, "user" | "instrument" | "row">,
  { isBuy, price }: OpeningAhead,
): Ticks {
  if (price !== NO_PRICE) return price;
  const positionSide = isHedgeIn(user, instrument) ? openedSide(isBuy) + 1 : 0;
  const guarded = { user, instrument, row, isBuy, positionSide };
  return guardedLimit(state, guarded, marketLimit(state, instrument, isBuy));
}

/** Returns margin price, cost and acceptance of an order, as placing would; changes nothing. */
export function weighOpening(
  state: State,
  user: User,
  instrument: Instrument,
  order: OpeningAhead,
): WeighedOpening {
  const { isBuy, price, size } = order;
  const isMarket = price === NO_PRICE;
  const row = state.positions.find(user.index, instrument.index);
  const limit = limitOf(state, { user, instrument, row }, order);
  const reached = farthestPriceInBook(state, instrument, isBuy, limit, size);
  const marginPrice = marginPriceOf(state, instrument, isBuy, price, reached);
  if (marginPrice === NO_PRICE) return { marginPrice, cost: ZERO_ATOMS, isPassing: false };
  const side = openedSide(isBuy);
  const leverage = leverageAhead(state, row, side, instrument);
  const openLoss = openLossAt(state, instrument, {
    isBuy,
    price: isMarket ? reached : price,
    size,
  });
  const value = notionalAt(instrument, marginPrice, size);
  const orders = { side, lots: size, value, openLoss };
  const { costUpRatio } = instrument.limits;
  const upRatio = isMarket ? costUpRatio : rateE6(0);
  const margin = plus(dividedRoundedUp(value, leverage), openLoss);
  const alone = plus(margin, feeOfOrders(instrument, value));
  const scope = { user, instrument, row, leverage };
  const isCovered = orderRefusal(state, scope, { orders, isMarket }) === undefined;
  const isSafe = row === 0 || openingRefusal(state, row, isBuy, price, reached, size) === undefined;
  return {
    marginPrice,
    cost: plus(alone, feeRoundedUp(alone, upRatio)),
    isPassing: isCovered && isSafe,
  };
}
