/** Reasons to refuse an amendment: its terms first, then margin and exposure; nothing changes. */

import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, TIMES_IN_FORCE } from "../base/vocabulary.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { orderRefusal } from "../margin/order-refusal.ts";
import { minus } from "../money/arithmetic.ts";
import type { Lots } from "../money/units.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn, openedSide } from "../positions/exposure.ts";
import { openLossAt, openLossOfOrder } from "../positions/open-loss.ts";
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
  if (instrument.status !== "online") {
    const refusal = statusRefusal(instrument, {
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
  const sizeRefusal = checkSize(instrument, { size, price, isClosing });
  if (sizeRefusal !== undefined) return sizeRefusal;
  if (!isSamePrice && instrument.isFutures) {
    const [row, positionSide] = [orders.positionRow(slot), orders.positionSide(slot)];
    const order = { user, instrument, row, isBuy, positionSide };
    const refusal = closingRefusal(state, order, amendment.price);
    if (refusal !== undefined) return refusal;
  }
  const growth = amendment.remaining - orders.remaining(slot);
  if (!instrument.isFutures || growth <= 0 || !isClosing) return undefined;
  return growthRefusal(state, amendment, growth);
}

/** Refuses growth of a closing order beyond the position size that no closing order reserves. */
function growthRefusal(
  state: State,
  { instrument, slot, user }: Amendment,
  growth: number,
): Rejection | undefined {
  const { orders, positions } = state;
  const row = orders.positionRow(slot);
  const position = positionAt(row, closedSide(orders.isBuy(slot)));
  if (growth <= positions.size.get(position) - positions.closingLots.get(position)) {
    return undefined;
  }
  return isHedgeIn(user, instrument) ? "insufficient_position" : "reduce_only_exceeds_position";
}

/** Refuses an amendment for margin, exposure limits or the opening guard. */
export function exposureRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const { instrument, marginPrice, price, reached, remaining: size, slot, user } = amendment;
  if (isClosingOrder(state, slot)) return undefined;
  const { orders, positions } = state;
  const row = orders.positionRow(slot);
  const isBuy = orders.isBuy(slot);
  const side = openedSide(isBuy);
  const before = orders.remaining(slot);
  const valueBefore = notionalAt(instrument, orders.marginPrice(slot), before);
  const openLoss = openLossAt(state, instrument, { isBuy, price, size });
  const change = {
    side,
    lots: (size - before) as Lots,
    value: minus(notionalAt(instrument, marginPrice, size), valueBefore),
    openLoss: minus(openLoss, openLossOfOrder(state, slot)),
  };
  const scope = { user, instrument, row, leverage: positions.leverage.get(positionAt(row, side)) };
  return (
    orderRefusal(state, scope, { orders: change, isMarket: false }) ??
    openingRefusal(state, row, { isBuy, price, reached, size })
  );
}
