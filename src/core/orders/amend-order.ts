/** Amending the price or size of a resting order under the same id. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { NO_ROW, type PositionRow, positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { isTrading } from "../base/word-traits.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import type { AmendOrder } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import type { Purchase } from "../lending/debt-margin.ts";
import { canSpend } from "../margin/coverage.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { orderRefusal } from "../margin/order-refusal.ts";
import { crosses } from "../matching/crossing.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { reservationChange } from "../order-book/spot-amounts.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import {
  addOrderExposure,
  closedSide,
  isHedgeIn,
  openedSide,
  removeOrderExposure,
} from "../positions/exposure.ts";
import { openLossAt, openLossOfOrder } from "../positions/open-loss.ts";
import { bookAt, type Emit, instrumentAt, ordinaryUser, type State, userAt } from "../state.ts";
import { changeExits, changesExits, checkExitChange } from "./change-exits.ts";
import { closeOrder, takeFromBook } from "./close-order.ts";
import { closingRefusal } from "./closing-guard.ts";
import { executeOrder } from "./execute-order.ts";
import { findOrder } from "./find-order.ts";
import { openingRefusal } from "./opening-guard.ts";
import {
  checkCollateralPrice,
  checkPrice,
  checkSize,
  farthestPriceInBook,
  marginPriceOf,
} from "./order-checks.ts";
import { emitAmended, emitLevel, emitMoved } from "./order-events.ts";

/** New terms of an order. */
type Amendment = {
  readonly price: Ticks;
  /** Whole size, filled quantity included. */
  readonly size: Lots;
  readonly remaining: Lots;
  /** Futures: farthest price reached in the book now, and margin price; set by `setReach`. */
  reached: Ticks;
  marginPrice: Ticks;
};

function amendmentOf(state: State, slot: number, command: AmendOrder): Amendment {
  const { orders } = state;
  const size = command.size === 0 ? orders.size(slot) : command.size;
  return {
    price: command.price === NO_PRICE ? orders.price(slot) : command.price,
    size,
    remaining: lots(size - orders.filled(slot)),
    reached: NO_PRICE,
    marginPrice: NO_PRICE,
  };
}

/** Returns the reason to refuse the new terms that depends on no funds or margin, if any. */
function termsRefusal(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: Amendment,
): Rejection | undefined {
  const orders = state.orders;
  if (orders.isOnMarginAccount(slot)) return "order_not_amendable";
  if (!isTrading(instrument.status)) return "instrument_halted";
  const user = userAt(state, orders.user(slot));
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
  const sizeRefusal = checkSize(instrument, amendment.size, amendment.price);
  if (sizeRefusal !== undefined) return sizeRefusal;
  if (!isSamePrice && instrument.isFutures) {
    const order = { user, instrument, isBuy, positionSide: orders.positionSide(slot) };
    const refusal = closingRefusal(state, order, amendment.price);
    if (refusal !== undefined) return refusal;
  }
  const growth = amendment.remaining - orders.remaining(slot);
  if (!instrument.isFutures || growth <= 0 || !isClosingOrder(state, slot)) return undefined;
  return growthRefusal(state, slot, instrument, growth);
}

/** Refuses growth of a closing order beyond the position size that no closing order reserves. */
function growthRefusal(
  state: State,
  slot: number,
  instrument: Instrument,
  growth: number,
): Rejection | undefined {
  const { orders, positions } = state;
  const user = userAt(state, orders.user(slot));
  const row = positions.find(user.index, instrument.index);
  const position = positionAt(row, closedSide(orders.isBuy(slot)));
  if (growth <= positions.size.get(position) - positions.closingLots.get(position)) {
    return undefined;
  }
  return isHedgeIn(user, instrument) ? "insufficient_position" : "reduce_only_exceeds_position";
}

/** The purchase that debt limits are checked for when a spot order reserves `more`. */
function purchaseOf(state: State, slot: number, instrument: Instrument, more: Atoms): Purchase {
  const { base, quote } = instrument;
  if (state.orders.isBuy(slot)) return { paid: quote, bought: base, more };
  return { paid: base, bought: quote, more };
}

/** Refuses an amount that the user may not spend from the account. */
function spendRefusal(
  state: State,
  user: User,
  account: number,
  amount: Atoms,
): Rejection | undefined {
  return canSpend(state, user, account, amount) ? undefined : "insufficient_available";
}

/** Changes the reservation of a spot order, or returns the reason not to and changes nothing. */
function changeReservation(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: Amendment,
): Rejection | undefined {
  const { ledger, orders } = state;
  // A sell reserves its size at any price: most price changes of sells leave it as it is.
  if (!orders.isBuy(slot) && amendment.remaining === orders.remaining(slot)) return undefined;
  const more = reservationChange(state, slot, instrument, amendment);
  const account = orders.payAccount(slot);
  if (more > 0n) {
    const user = userAt(state, orders.user(slot));
    const refusal = orders.isOnUnifiedMargin(slot)
      ? debtRefusal(state, user, instrument, purchaseOf(state, slot, instrument, more))
      : spendRefusal(state, user, account, more);
    if (refusal !== undefined) return refusal;
  }
  if (more !== 0n) ledger.reserve(account, more);
  return undefined;
}

/** Sets how far an amended futures order reaches in the book now, and its margin price. */
function setReach(state: State, slot: number, instrument: Instrument, amendment: Amendment): void {
  const isBuy = state.orders.isBuy(slot);
  const { price, remaining: size } = amendment;
  amendment.reached = farthestPriceInBook(state, instrument, { isBuy, limit: price, size });
  const { reached } = amendment;
  amendment.marginPrice = marginPriceOf(state, instrument, { isBuy, price, reached });
}

/** Refuses an amendment for margin, exposure limits or the opening guard. */
function exposureRefusal(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: Amendment,
): Rejection | undefined {
  if (isClosingOrder(state, slot)) return undefined;
  const { orders, positions } = state;
  const { marginPrice, price, reached, remaining: size } = amendment;
  const user = userAt(state, orders.user(slot));
  const row = positions.find(user.index, instrument.index);
  assert(row !== 0, "a futures order has a row of positions");
  const isBuy = orders.isBuy(slot);
  const side = openedSide(isBuy);
  const before = orders.remaining(slot);
  const valueBefore = valueAt(instrument, ticks(orders.marginPrice(slot)), before);
  const openLoss = openLossAt(state, instrument, { isBuy, price, size });
  const change = {
    side,
    lots: lots(size - before),
    value: minus(valueAt(instrument, marginPrice, size), valueBefore),
    openLoss: minus(openLoss, openLossOfOrder(state, slot)),
  };
  const scope = { user, instrument, row, leverage: positions.leverage.get(positionAt(row, side)) };
  return (
    orderRefusal(state, scope, { orders: change, isMarket: false }) ??
    openingRefusal(state, row, { isBuy, price, reached, size })
  );
}

/** Row of positions whose sums count the order; `NO_ROW` on spot. */
function rowOfOrder(state: State, slot: number): PositionRow {
  const { orders, positions } = state;
  const index = orders.instrument(slot);
  return state.instruments[index]?.isFutures === true
    ? positions.find(orders.user(slot), index)
    : NO_ROW;
}

/** Writes the new terms of an order that is in no book, and updates the sums of its row. */
function writeAmendment(state: State, slot: number, amendment: Amendment): void {
  const { orders } = state;
  const row = rowOfOrder(state, slot);
  assert(orders.level(slot) === 0, "the terms of an order change outside the book");
  assert(amendment.remaining > 0, "an amended order has a remaining size");
  if (row !== 0) removeOrderExposure(state, row, slot);
  orders.setPrice(slot, amendment.price);
  orders.setSize(slot, amendment.size);
  orders.setRemaining(slot, amendment.remaining);
  if (row === 0) return;
  orders.setMarginPrice(slot, amendment.marginPrice);
  addOrderExposure(state, row, slot);
}

/** Reduces the size of an order, which keeps its place in the queue of its price. */
function reduceInPlace(state: State, slot: number, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const book = bookAt(state, orders.instrument(slot));
  const row = rowOfOrder(state, slot);
  if (row !== 0) removeOrderExposure(state, row, slot);
  const total = book.reduce(slot, lots(orders.remaining(slot) - amendment.remaining));
  orders.setSize(slot, amendment.size);
  assert(orders.remaining(slot) === amendment.remaining, "a reduction leaves what it asked for");
  if (row !== 0) addOrderExposure(state, row, slot);
  emitAmended(state, slot, emit);
  emitLevel(state, slot, total, emit);
}

/** Whether an order rests at its new price: it neither trades nor closes. */
function restsAgain(state: State, slot: number, price: Ticks): boolean {
  const { orders } = state;
  const book = bookAt(state, orders.instrument(slot));
  return orders.rests(slot) && !crosses(book, orders.isBuy(slot), price);
}

/**
 * Moves an order that trades nothing to the end of another queue. A fast path with the events of
 * `takeFromBook` and `executeOrder`.
 */
function moveInBook(state: State, slot: number, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const book = bookAt(state, orders.instrument(slot));
  const from = { price: orders.price(slot), left: book.remove(slot) };
  writeAmendment(state, slot, amendment);
  emitMoved(state, slot, from, book.add(slot), emit);
}

/** Applies an amendment that passed its checks. Emits `order_amended`, levels and trades. */
function applyAmendment(state: State, slot: number, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const { price, remaining } = amendment;
  assert(orders.level(slot) !== 0, "an amended order rests in the book");
  const isReduction = price === orders.price(slot) && remaining < orders.remaining(slot);
  if (isReduction) return reduceInPlace(state, slot, amendment, emit);
  if (restsAgain(state, slot, price)) return moveInBook(state, slot, amendment, emit);
  takeFromBook(state, slot, emit);
  writeAmendment(state, slot, amendment);
  emitAmended(state, slot, emit);
  executeOrder(state, slot, price, emit);
}

/** Rejects the command, or cancels the order if the command asks for that (`autoCancel`). */
function refuse(
  state: State,
  slot: number,
  request: { readonly command: AmendOrder; readonly refusal: Rejection },
  emit: Emit,
): void {
  const { command, refusal } = request;
  if (!command.autoCancel) return rejectCommand(state, command.user, refusal, emit);
  state.outcome.id = state.orders.id(slot);
  closeOrder(state, slot, "amend_failed", emit);
}

/** Amends price and size, and the exits if they change. */
function changeOrder(
  state: State,
  slot: number,
  change: { readonly command: AmendOrder; readonly amendment: Amendment },
  emit: Emit,
): void {
  const { orders } = state;
  const { amendment, command } = change;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const invalid = termsRefusal(state, slot, instrument, amendment);
  if (invalid !== undefined) return refuse(state, slot, { command, refusal: invalid }, emit);
  if (instrument.isFutures) setReach(state, slot, instrument, amendment);
  const refusal = instrument.isFutures
    ? exposureRefusal(state, slot, instrument, amendment)
    : changeReservation(state, slot, instrument, amendment);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  // From here on the change must succeed: nothing below may reject.
  state.outcome.id = orders.id(slot);
  if (command.exits !== undefined) changeExits(state, slot, command.exits, emit);
  applyAmendment(state, slot, amendment, emit);
}

/** As `amendOrder`, for a command that changes the exits of the order. */
function amendWithExits(
  state: State,
  slot: number,
  change: { readonly command: AmendOrder; readonly amendment: Amendment },
  emit: Emit,
): void {
  const { orders } = state;
  const { amendment, command } = change;
  const { exits } = command;
  assert(exits !== undefined, "a change of exits names the exits");
  const refusal = checkExitChange(state, slot, exits, amendment.price);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  const isSame = amendment.price === orders.price(slot) && amendment.size === orders.size(slot);
  if (!isSame) return changeOrder(state, slot, change, emit);
  state.outcome.id = orders.id(slot);
  changeExits(state, slot, exits, emit);
}

/**
 * Emits `order_amended` and the events of matching, or `command_rejected`, which changes nothing.
 * With `autoCancel`, a change that is refused for its terms or funds closes the order instead.
 * `order_exits_set` comes first if the exits change: they protect the fills of the amended order. A
 * change of exits alone leaves the order in its place.
 */
export function amendOrder(state: State, command: AmendOrder, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, command.user, "order_not_found", emit);
  const { exits } = command;
  const change = { command, amendment: amendmentOf(state, slot, command) };
  if (exits !== undefined && changesExits(state, slot, exits)) {
    return amendWithExits(state, slot, change, emit);
  }
  changeOrder(state, slot, change, emit);
}
