/** Reasons to refuse an amendment: its terms first, then margin and exposure; nothing changes. */

import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, TIMES_IN_FORCE } from "../base/vocabulary.ts";
import { hasEnded } from "../instruments/delivery-terms.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { isSurelyCovered, orderRefusal } from "../margin/order-refusal.ts";
import { minus } from "../money/arithmetic.ts";
import type { Lots } from "../money/units.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import { nearIncrease, nearValue } from "../positions/near-amounts.ts";
import { nearOpenLossAt, openLossAt, openLossOfOrder } from "../positions/open-loss.ts";
import type { State } from "../state.ts";
import type { Amendment } from "./amendment.ts";
import { closingRefusal } from "./closing-guard.ts";
import { openingRefusal } from "./opening-guard.ts";
import { checkCollateralPrice, checkPrice, checkSize } from "./order-checks.ts";
import { statusRefusal } from "./placing-refusal.ts";

const POST_ONLY = indexIn(TIMES_IN_FORCE, "post_only");

/** Returns the reason to refuse the new terms that depends on no funds or margin, if any. */
export function termsRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const { orders } = state;
  const { instrument, slot, user } = amendment;
  if (orders.isOnMarginAccount(slot)) return "order_not_amendable";
  if (instrument.status !== "online" || hasEnded(instrument, state.timeMs)) {
    const refusal = statusRefusal(state, instrument, {
      isClosing: instrument.isFutures && isClosingOrder(state, slot),
      isQuote: orders.timeInForce(slot) === POST_ONLY,
    });
    if (refusal !== undefined) return refusal;
  }
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const isSamePrice = amendment.price === orders.price(slot);
  if (isSamePrice && amendment.size === orders.size(slot)) return "order_not_changed";
  if (amendment.remaining <= 0) return "size_below_filled";
  const isBuy = orders.isBuy(slot);
  if (!isSamePrice) {
    const priceRefusal = checkPrice(state, instrument, isBuy, amendment.price);
    if (priceRefusal !== undefined) return priceRefusal;
  }
  if (orders.isOnUnifiedMargin(slot)) {
    const bandRefusal = checkCollateralPrice(state, instrument, isBuy, amendment.price);
    if (bandRefusal !== undefined) return bandRefusal;
  }
  const { price, size } = amendment;
  const isClosing = instrument.isFutures && isClosingOrder(state, slot);
  return checkSize(instrument, { size, price, isClosing });
}

/**
 * Returns the reason to refuse the new terms of a futures order: closing guard, growth of a closing
 * order beyond its position, margin, exposure limits, opening guard. `setReach` has been called.
 */
export function futuresRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const { orders } = state;
  const { price, slot } = amendment;
  const isClosing = isClosingOrder(state, slot);
  const isCovered = !isClosing && isCoveredAmendment(state, amendment);
  if (price !== orders.price(slot)) {
    const refusal = closingRefusal(state, amendment, price, isCovered);
    if (refusal !== undefined) return refusal;
  }
  if (isClosing) return growthRefusal(state, amendment);
  return isCovered ? guardRefusal(state, amendment) : exposureRefusal(state, amendment);
}

/** Refuses growth of a closing order beyond the position size that no closing order reserves. */
function growthRefusal(
  state: State,
  { instrument, remaining, slot, user }: Amendment,
): Rejection | undefined {
  const { orders, positions } = state;
  const growth = remaining - orders.remaining(slot);
  if (growth <= 0) return undefined;
  const row = orders.positionRow(slot);
  const position = positionAt(row, closedSide(orders.isBuy(slot)));
  if (growth <= positions.size.get(position) - positions.closingLots.get(position)) {
    return undefined;
  }
  return isHedgeIn(user, instrument) ? "insufficient_position" : "reduce_only_exceeds_position";
}

/** Whether the account certainly covers the new terms. Counts no open loss that they take away. */
function isCoveredAmendment(state: State, amendment: Amendment): boolean {
  const { orders } = state;
  const { instrument, isBuy, marginPrice, price, remaining: size, slot } = amendment;
  const before = orders.remaining(slot);
  const valueBefore = nearValue(instrument, orders.marginPrice(slot), before);
  amendment.lots = size - before;
  amendment.value = nearIncrease(valueBefore, nearValue(instrument, marginPrice, size));
  amendment.openLoss = nearOpenLossAt(state, instrument, { isBuy, price, size });
  return isSurelyCovered(state, amendment, amendment, false);
}

/** Refuses new terms for margin and exposure limits, or by the opening guard. */
function exposureRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const { instrument, isBuy, marginPrice, price, remaining: size, side, slot } = amendment;
  const { orders } = state;
  const before = orders.remaining(slot);
  const valueBefore = notionalAt(instrument, orders.marginPrice(slot), before);
  const openLoss = openLossAt(state, instrument, { isBuy, price, size });
  const change = {
    side,
    lots: (size - before) as Lots,
    value: minus(notionalAt(instrument, marginPrice, size), valueBefore),
    openLoss: minus(openLoss, openLossOfOrder(state, slot)),
  };
  return (
    orderRefusal(state, amendment, { orders: change, isMarket: false }) ??
    guardRefusal(state, amendment)
  );
}

/** Refuses new terms by the opening guard. */
function guardRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const { isBuy, price, reached, remaining: size, row } = amendment;
  return openingRefusal(state, row, isBuy, price, reached, size);
}
