/** Placing futures orders: their worst price, the margin that they need, and their entry. */
import { assert } from "../base/assert.ts";
import { NO_ROW, positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, POSITION_SIDES } from "../base/vocabulary.ts";
import { hasPrice, IS_UNGUARDED } from "../base/word-traits.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { changeToMode, emitMode, restoreMode } from "../margin/margin-mode.ts";
import { isSurelyCovered, orderRefusal } from "../margin/order-refusal.ts";
import { reachedPastOwn } from "../matching/crossing.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import { ensureRow, openedSide } from "../positions/exposure.ts";
import { nearValue } from "../positions/near-amounts.ts";
import { nearOpenLossAt, openLossAt } from "../positions/open-loss.ts";
import { bookAt, type Emit, type State } from "../state.ts";
import { cancelReduceOnlyExcess } from "./close-order.ts";
import { closingRefusal, guardedLimit } from "./closing-guard.ts";
import { enterExits, enterFuturesOrder, recordOrder } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { openingRefusal } from "./opening-guard.ts";
import { farthestPriceInBook, marginPriceOf, marketLimit } from "./order-checks.ts";
import type { Placing } from "./placing.ts";
import { rejectOrder } from "./reject-order.ts";
import { isImmediate, mayOpen, passesOwn } from "./requested-order.ts";

/**
 * Returns the worst price in ticks that an order may trade at, or the reason to refuse its price.
 * Orders of users close no position beyond its bankruptcy price; the guard does not apply to orders
 * of the exchange. Sets the sides of the order.
 */
function placingLimit(state: State, placing: Placing): Ticks | Rejection {
  const { command, instrument } = placing;
  const { orderType, positionSide, price, source } = command;
  const isBuy = command.side === "buy";
  placing.isBuy = isBuy;
  placing.side = openedSide(isBuy);
  placing.positionSide = indexIn(POSITION_SIDES, positionSide);
  const isPriced = hasPrice(orderType);
  const limit = isPriced ? price : marketLimit(state, instrument, isBuy);
  if (IS_UNGUARDED[source]) return limit;
  if (!isPriced) return guardedLimit(state, placing, limit);
  return closingRefusal(state, placing, price) ?? limit;
}

/**
 * Farthest price that an order reaches in the book now; 0 if it would not trade. An immediate order
 * does not count the own orders that it cancels: it may trade no farther than this price.
 */
function reachOf(state: State, placing: Placing, limit: Ticks): Ticks {
  const { command, instrument, isBuy, user } = placing;
  const { size } = command;
  if (!isImmediate(command) || !passesOwn(command)) {
    return farthestPriceInBook(state, instrument, isBuy, limit, size);
  }
  const { parent } = user;
  return reachedPastOwn(state, bookAt(state, instrument.index), { isBuy, limit, parent, size });
}

/** Sets how far an order reaches in the book now, and its margin price; ensures its row. */
function setReach(state: State, placing: Placing, limit: Ticks): void {
  const { command, instrument, isBuy, user } = placing;
  if (placing.row === NO_ROW) placing.row = ensureRow(state, user, instrument);
  const reached = reachOf(state, placing, limit);
  placing.reached = reached;
  placing.marginPrice = marginPriceOf(state, instrument, isBuy, command.price, reached);
  assert(placing.marginPrice > 0, "a futures order that passed its checks has a margin price");
}

/** Whether the account certainly covers an order whose open loss is that of its worst price. */
function isCoveredOrder(state: State, placing: Placing, worst: Ticks): boolean {
  const { command, instrument, isBuy, marginPrice, row, side } = placing;
  const { orderType, size } = command;
  placing.leverage = state.positions.leverage.get(positionAt(row, side));
  placing.lots = size;
  placing.value = nearValue(instrument, marginPrice, size);
  placing.openLoss = nearOpenLossAt(state, instrument, { isBuy, price: worst, size });
  return isSurelyCovered(state, placing, placing, !hasPrice(orderType));
}

/** `isCoveredOrder` in exact figures: the reason to refuse an order for margin or its limits. */
function marginRefusal(state: State, placing: Placing, worst: Ticks): Rejection | undefined {
  const { command, instrument, isBuy, marginPrice, side } = placing;
  const { orderType, size } = command;
  const value = notionalAt(instrument, marginPrice, size);
  const openLoss = openLossAt(state, instrument, { isBuy, price: worst, size });
  const orders = { side, lots: size, value, openLoss };
  return orderRefusal(state, placing, { orders, isMarket: !hasPrice(orderType) });
}

/**
 * Returns the reason to refuse an order that may open: margin, exposure limits, opening guard.
 * `isBounded`: it is immediate, so that it trades no farther than it reaches now.
 */
function exposureRefusal(
  state: State,
  placing: Placing,
  isBounded: boolean,
): Rejection | undefined {
  const { command, isBuy, reached, row } = placing;
  const worst = isBounded ? reached : command.price;
  if (!isCoveredOrder(state, placing, worst)) {
    const refusal = marginRefusal(state, placing, worst);
    if (refusal !== undefined) return refusal;
  }
  const limit = isBounded ? NO_PRICE : command.price;
  return openingRefusal(state, row, isBuy, limit, reached, command.size);
}

/** Places an order that passed `placingRefusal`, if margin covers it or it can only close. */
export function placeFuturesOrder(state: State, placing: Placing, emit: Emit): void {
  const { command, instrument, user } = placing;
  const { orders, outcome } = state;
  const limit = placingLimit(state, placing);
  if (typeof limit === "string") return rejectOrder(state, command, limit, emit);
  setReach(state, placing, limit);
  const { marginPrice, reached, row } = placing;
  const isOpening = mayOpen(command);
  // The margin of an order is weighed in the mode in which it opens.
  const mode = isOpening ? command.opening?.marginMode : undefined;
  const change =
    mode === undefined ? undefined : changeToMode(state, { user, instrument, row }, mode);
  if (typeof change === "string") return rejectOrder(state, command, change, emit);
  const isBounded = isOpening && isImmediate(command);
  const refusal = isOpening ? exposureRefusal(state, placing, isBounded) : undefined;
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
