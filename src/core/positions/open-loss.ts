/**
 * Open loss: what the open orders of a user would lose against the mark price if they were filled
 * at the worst price they may trade at (decision 0034). For each order that may open:
 *
 *   buys    loss of the remaining size, bought at the price and valued at a lower mark
 *   sells   loss of the remaining size, sold at the price and valued at a higher mark
 *
 * Zero while there is no mark price. Each side of a row keeps the sum together with the mark price
 * that it was computed at. Orders change the sum one by one; a new mark price makes it stale, and
 * the next read computes it again if an order may be beyond the mark: if both the best price of the
 * book and the worst price of the side's orders are. The sum is derived from orders and prices and
 * is not part of snapshots.
 */

import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  type LongOrShort,
  longOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { inverseGapRoundedUp, notional } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ticks, ZERO_ATOMS } from "../money/units.ts";
import { bookAt, instrumentAt, markAt, markOfRow, type State, userAt } from "../state.ts";
import { isClosingOrder } from "./closing-order.ts";

/** Marks a sum as stale: an order was added or removed after the mark price had changed. */
const STALE = ticks(-1);

/** Up to this number of open orders, a user's own list is summed without reading the book. */
const OWN_ORDERS_FIRST = 4;

/** Most orders of the book beyond the mark that are read before the user's own list is used. */
const TOP_OF_BOOK_ORDERS = 64;

/** Whether a fill at `price` loses against `reference`; 0 means that a price is not known. */
export function isAdverse(isBuy: boolean, price: Ticks, reference: Ticks): boolean {
  if (price === NO_PRICE || reference === NO_PRICE) return false;
  return isBuy ? price > reference : price < reference;
}

/** Loss of a size that is filled at a price worse than `mark`, in settle atoms, rounded up. */
export function lossBetween(
  instrument: Instrument,
  prices: { readonly price: Ticks; readonly mark: Ticks },
  size: Lots,
): Atoms {
  const { mark, price } = prices;
  assert(price !== NO_PRICE && mark !== NO_PRICE, "an open loss lies between two known prices");
  if (!instrument.isInverse) {
    return notional(ticks(Math.abs(price - mark)), size, instrument.atomsPerTickLot);
  }
  return inverseGapRoundedUp({ one: price, other: mark }, size, instrument.atomTicksPerLot);
}

/** Open loss of an order that trades no worse than at `price`; 0 if the price is 0. */
export function openLossAt(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly price: Ticks; readonly size: Lots },
): Atoms {
  const { isBuy, price, size } = order;
  const mark = markAt(state, instrument.index);
  return isAdverse(isBuy, price, mark)
    ? lossBetween(instrument, { price, mark }, size)
    : ZERO_ATOMS;
}

/** `openLossAt` as a double, not rounded to atoms. */
export function nearOpenLossAt(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly price: Ticks; readonly size: Lots },
): number {
  const { isBuy, price, size } = order;
  const mark = markAt(state, instrument.index);
  if (!isAdverse(isBuy, price, mark)) return 0;
  const gap = Math.abs(price - mark);
  return instrument.isInverse
    ? (size * instrument.scale * gap) / (price * mark)
    : gap * size * instrument.scale;
}

/** Worst price that an open futures order may trade at; 0 if an immediate order matches nothing. */
function worstPriceOf(state: State, slot: number): Ticks {
  const { orders } = state;
  return orders.isImmediate(slot) ? orders.worstPrice(slot) : orders.price(slot);
}

/** Open loss of an open order at the current mark price. */
export function openLossOfOrder(state: State, slot: number): Atoms {
  const { orders } = state;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const price = worstPriceOf(state, slot);
  return openLossAt(state, instrument, {
    isBuy: orders.isBuy(slot),
    price,
    size: orders.remaining(slot),
  });
}

function lossOf(state: State, slot: number, mark: Ticks): Atoms {
  const { orders } = state;
  const price = worstPriceOf(state, slot);
  if (!isAdverse(orders.isBuy(slot), price, mark)) return ZERO_ATOMS;
  const instrument = instrumentAt(state, orders.instrument(slot));
  return lossBetween(instrument, { price, mark }, orders.remaining(slot));
}

/** Whether a price is worse than the far price of its side. */
export function isFarther(isBuy: boolean, price: Ticks, far: Ticks): boolean {
  return price !== NO_PRICE && (far === NO_PRICE || (isBuy ? price > far : price < far));
}

/** Computes the sum of a side again over the user's own orders in the instrument. */
function sumOwnOrders(state: State, position: PositionIndex, mark: Ticks): void {
  const { orders, positions } = state;
  const isBuy = isLongPosition(position);
  const index = positions.instrument.get(rowOf(position));
  const user = userAt(state, positions.user.get(rowOf(position)));
  let far = ticks(NO_PRICE);
  positions.openLoss.set(position, ZERO_ATOMS);
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (orders.instrument(slot) !== index || orders.isBuy(slot) !== isBuy) continue;
    if (isClosingOrder(state, slot)) continue;
    const price = worstPriceOf(state, slot);
    if (isFarther(isBuy, price, far)) far = price;
    positions.openLoss.add(position, lossOf(state, slot, mark));
  }
  positions.farPrice.set(position, far);
}

/**
 * Computes the sum of a side again over the resting orders beyond the mark, which are few as long
 * as the book surrounds the mark. Returns false if there are more than `TOP_OF_BOOK_ORDERS`.
 */
function sumTopOfBook(state: State, position: PositionIndex, mark: Ticks): boolean {
  const { orders, positions } = state;
  const isBuy = isLongPosition(position);
  const row = rowOf(position);
  const user = positions.user.get(row);
  const book = bookAt(state, positions.instrument.get(row));
  let ordersLeft = TOP_OF_BOOK_ORDERS;
  let far = mark;
  positions.openLoss.set(position, ZERO_ATOMS);
  book.walkOrders(isBuy, (slot) => {
    const price = orders.price(slot);
    if (!isAdverse(isBuy, price, mark)) return false;
    ordersLeft -= 1;
    if (orders.user(slot) === user && !isClosingOrder(state, slot)) {
      if (far === mark) far = price;
      positions.openLoss.add(position, lossOf(state, slot, mark));
    }
    return ordersLeft >= 0;
  });
  positions.farPrice.set(position, far);
  return ordersLeft >= 0;
}

/**
 * Whether an order of a side may be beyond the mark: the worst price of its orders is. If it is
 * not, their open loss is zero whatever the stored sum is.
 */
function maySideLose(state: State, position: PositionIndex, mark: Ticks): boolean {
  const { farPrice, orderLots } = state.positions;
  return (
    isAdverse(isLongPosition(position), farPrice.get(position), mark) &&
    orderLots.get(position) !== 0
  );
}

/** Whether orders of the row may have an open loss. Reads prices and sizes only. */
export function mayLose(state: State, row: PositionRow): boolean {
  const mark = markOfRow(state, row);
  return maySideLose(state, longOf(row), mark) || maySideLose(state, shortOf(row), mark);
}

/** Updates the sum of a side to the current mark price; all orders of the side rest. */
function freshen(state: State, position: PositionIndex, mark: Ticks): void {
  const { positions } = state;
  if (positions.lossMark.get(position) === mark) return;
  positions.lossMark.set(position, mark);
  const isBuy = isLongPosition(position);
  const book = bookAt(state, positions.instrument.get(rowOf(position)));
  const user = userAt(state, positions.user.get(rowOf(position)));
  const isBookBeyond = isAdverse(isBuy, book.bestPrice(isBuy), mark);
  const isShortList = user.openFuturesOrders + user.openSpotOrders <= OWN_ORDERS_FIRST;
  if (!isBookBeyond) positions.openLoss.set(position, ZERO_ATOMS);
  else if (isShortList || !sumTopOfBook(state, position, mark)) sumOwnOrders(state, position, mark);
}

/**
 * Adds the open loss of an order, before its size is added to its side. If no other order of the
 * side may lose, the sum restarts with this order, which need not be in the book yet.
 */
export function addOpenLoss(state: State, position: PositionIndex, slot: number): void {
  const { farPrice, lossMark, openLoss, orderLots } = state.positions;
  const isBuy = isLongPosition(position);
  const mark = markOfRow(state, rowOf(position));
  const price = worstPriceOf(state, slot);
  const isLosing = isAdverse(isBuy, price, mark);
  if (!maySideLose(state, position, mark)) {
    lossMark.set(position, isLosing ? mark : STALE);
    if (isLosing) openLoss.set(position, lossOf(state, slot, mark));
  } else if (lossMark.get(position) !== mark) {
    lossMark.set(position, STALE);
  } else if (isLosing) {
    openLoss.add(position, lossOf(state, slot, mark));
  }
  if (orderLots.get(position) === 0 || isFarther(isBuy, price, farPrice.get(position))) {
    farPrice.set(position, price);
    state.liquidations.calm.narrow(state.positions.user.get(rowOf(position)), isBuy, price);
  }
}

/** Subtracts the open loss of an order; price and remaining size are those that were added. */
export function removeOpenLoss(state: State, position: PositionIndex, slot: number): void {
  const { lossMark, openLoss } = state.positions;
  const mark = markOfRow(state, rowOf(position));
  if (lossMark.get(position) !== mark) {
    lossMark.set(position, STALE);
  } else if (isAdverse(isLongPosition(position), worstPriceOf(state, slot), mark)) {
    openLoss.add(position, -lossOf(state, slot, mark));
    assert(openLoss.get(position) >= 0n, "an order takes away only the open loss that it added");
  }
}

/** Whether a side may have an open loss. Its sum then is that at the current mark price. */
function hasFreshLoss(state: State, position: PositionIndex, mark: Ticks): boolean {
  if (!maySideLose(state, position, mark)) return false;
  freshen(state, position, mark);
  return true;
}

/** Open loss of the orders that may open the long (buys) or the short (sells) of a row. */
export function openLossOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  const position = positionAt(row, side);
  if (!hasFreshLoss(state, position, markOfRow(state, row))) return ZERO_ATOMS;
  const openLoss = state.positions.openLoss.get(position);
  assert(openLoss >= 0n, "the open loss of a side is never negative");
  return openLoss;
}

/** `openLossOf` as a double: exact below 2^53, else the nearest one. `mark` is that of the row. */
export function nearOpenLossOf(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  mark: Ticks = markOfRow(state, row),
): number {
  const position = positionAt(row, side);
  return hasFreshLoss(state, position, mark) ? state.positions.openLoss.near(position) : 0;
}
