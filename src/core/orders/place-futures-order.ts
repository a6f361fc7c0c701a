/** Placing futures orders: their worst price, the margin that they need, and their entry. */
import { assert } from "../base/assert.ts";
import { NO_ROW, type PositionRow, positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, POSITION_SIDES } from "../base/vocabulary.ts";
import { hasPrice, IS_UNGUARDED } from "../base/word-traits.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { changeToMode, emitMode, restoreMode } from "../margin/margin-mode.ts";
import { isSurelyCovered, orderRefusal } from "../margin/order-refusal.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import { ensureRow, openedSide } from "../positions/exposure.ts";
import { nearValue } from "../positions/near-amounts.ts";
import { nearOpenLossAt, openLossAt } from "../positions/open-loss.ts";
import type { Emit, State } from "../state.ts";
import { cancelReduceOnlyExcess } from "./close-order.ts";
import { closingRefusal, guardedLimit } from "./closing-guard.ts";
import { enterExits, enterFuturesOrder, recordOrder } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { openingPrice, openingRefusal } from "./opening-guard.ts";
import { farthestPriceInBook, marginPriceOf, marketLimit } from "./order-checks.ts";
import type { Placing } from "./placing.ts";
import { rejectOrder } from "./reject-order.ts";
import { isImmediate, mayOpen } from "./requested-order.ts";

/**
 * Returns the worst price in ticks that an order may trade at, or the reason to refuse its price.
 * Orders of users close no position beyond its bankruptcy price; the guard does not apply to orders
 * of the exchange.
 */
function placingLimit(state: State, placing: Placing): Ticks | Rejection {
  const { command, instrument, row, user } = placing;
  const { orderType, price, side, source } = command;
  const isBuy = side === "buy";
  const isPriced = hasPrice(orderType);
  const limit = isPriced ? price : marketLimit(state, instrument, isBuy);
  if (IS_UNGUARDED[source]) return limit;
  const positionSide = indexIn(POSITION_SIDES, command.positionSide);
  const order = { user, instrument, row, isBuy, positionSide };
  if (!isPriced) return guardedLimit(state, order, limit);
  return closingRefusal(state, order, price) ?? limit;
}

/** Row and prices that the margin of an order that may open a position depends on. */
type OpeningOrder = {
  readonly row: PositionRow;
  /** Farthest price that the order reaches in the book now; 0 if it would not trade. */
  readonly reached: Ticks;
  readonly marginPrice: Ticks;
  readonly isImmediate: boolean;
};

/** Returns the reason to refuse an order that may open: margin, exposure limits, opening guard. */
function exposureRefusal(
  state: State,
  placing: Placing,
  order: OpeningOrder,
): Rejection | undefined {
  const { command, instrument, user } = placing;
  const { isImmediate, marginPrice, reached, row } = order;
  const { price, size } = command;
  const isBuy = command.side === "buy";
  const side = openedSide(isBuy);
  const worst = isImmediate ? reached : price;
  const leverage = state.positions.leverage.get(positionAt(row, side));
  const scope = { user, instrument, row, leverage };
  const isMarket = !hasPrice(command.orderType);
  const limit = isImmediate ? NO_PRICE : price;
  const near = {
    row,
    side,
    lots: size as number,
    value: nearValue(instrument, marginPrice, size),
    openLoss: nearOpenLossAt(state, instrument, { isBuy, price: worst, size }),
  };
  if (!isSurelyCovered(state, scope, near, isMarket)) {
    const value = notionalAt(instrument, marginPrice, size);
    const openLoss = openLossAt(state, instrument, { isBuy, price: worst, size });
    const orders = { side, lots: size, value, openLoss };
    const refusal = orderRefusal(state, scope, { orders, isMarket });
    if (refusal !== undefined) return refusal;
  }
  if (openingPrice(state, row, isBuy, limit, reached) === NO_PRICE) return undefined;
  return openingRefusal(state, row, { isBuy, price: limit, reached, size });
}

/** Places an order that passed `placingRefusal`, if margin covers it or it can only close. */
export function placeFuturesOrder(state: State, placing: Placing, emit: Emit): void {
  const { command, instrument, user } = placing;
  const { orders, outcome } = state;
  const isBuy = command.side === "buy";
  const limit = placingLimit(state, placing);
  if (typeof limit === "string") return rejectOrder(state, command, limit, emit);
  const row = placing.row === NO_ROW ? ensureRow(state, user, instrument) : placing.row;
  const { price, size } = command;
  const reached = farthestPriceInBook(state, instrument, isBuy, limit, size);
  const marginPrice = marginPriceOf(state, instrument, isBuy, price, reached);
  assert(marginPrice > 0, "a futures order that passed its checks has a margin price");
  const isOpening = mayOpen(command);
  // The margin of an order is weighed in the mode in which it opens.
  const mode = isOpening ? command.opening?.marginMode : undefined;
  const change =
    mode === undefined ? undefined : changeToMode(state, { user, instrument, row }, mode);
  if (typeof change === "string") return rejectOrder(state, command, change, emit);
  const isBounded = isOpening && isImmediate(command);
  const order = { row, reached, marginPrice, isImmediate: isBounded };
  const refusal = isOpening ? exposureRefusal(state, placing, order) : undefined;
  if (refusal !== undefined) {
    if (change !== undefined) restoreMode(state, row, change);
    return rejectOrder(state, command, refusal, emit);
  }
  // From here on the order must succeed: nothing below may reject.
  if (change !== undefined) emitMode(state, row, change, emit);
  const slot = recordOrder(state, command);
  orders.setMarginPrice(slot, marginPrice);
  orders.setWorstPrice(slot, reached);
  enterFuturesOrder(state, row, slot, emit);
  enterExits(state, slot, command, emit);
  outcome.id = orders.id(slot);
  if (command.reduceOnly) {
    outcome.replacedReduceOnly = cancelReduceOnlyExcess(state, row, emit) > 0;
  }
  // An immediate order that may open trades no farther than the price of its open loss.
  executeOrder(state, slot, isBounded ? reached || limit : limit, emit);
}
