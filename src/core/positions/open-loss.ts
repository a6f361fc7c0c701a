/**
 * Open loss: what the open orders of a user would lose against the mark price if they were filled
 * at the worst price they may trade at (decision 0034). For each order that may open:
 *
 *   buys    loss of the remaining size, bought at the price and valued at a lower mark
 *   sells   loss of the remaining size, sold at the price and valued at a higher mark
 *
 * Zero while there is no mark. Of each side of a row the sum is kept together with the mark price
 * that it belongs to: orders change it one by one, a new mark price makes it stale, and the next
 * read adds it up anew where an order may lie beyond the mark: where the best price of the book
 * does, and the worst price that the side's orders had. It is no part of the state: it follows from
 * orders and prices.
 */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { inverseGapRoundedUp, notional } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import type { State } from "../state.ts";
import { isClosingOrder } from "./closing-order.ts";
import { LONG } from "./position-table.ts";

/** No mark price: an order came or went since the sum was made at one that has passed. */
const STALE = -1 as Ticks;

/** Orders beyond the mark that a sum looks at before it turns to those of the user. */
const TOP_OF_BOOK_ORDERS = 64;

/** Whether a fill at `price` loses against `reference`; 0 stands for a price that is not known. */
export function isAdverse(isBuy: boolean, price: Ticks, reference: Ticks): boolean {
  if (price === NO_PRICE || reference === NO_PRICE) return false;
  return isBuy ? price > reference : price < reference;
}

/** Loss against `mark` of a size filled at a worse price, in settle atoms, rounded up. */
export function lossBetween(
  instrument: Instrument,
  prices: { readonly price: Ticks; readonly mark: Ticks },
  size: Lots,
): Atoms {
  const { mark, price } = prices;
  if (!instrument.isInverse) {
    return notional(Math.abs(price - mark) as Ticks, size, instrument.atomsPerTickLot);
  }
  return inverseGapRoundedUp({ one: price, other: mark }, size, instrument.atomTicksPerLot);
}

/** The worst price an open futures order may trade at; 0 of a market order in an empty book. */
function worstPriceOf(state: State, slot: number): Ticks {
  const { orders } = state;
  return orders.isMarket(slot) ? orders.worstPrice(slot) : orders.price(slot);
}

function markOf(state: State, at: number): Ticks {
  return state.prices[state.positions.instrument.get(at >> 1)]?.mark ?? NO_PRICE;
}

function lossOf(state: State, slot: number, mark: Ticks): Atoms {
  const { orders } = state;
  const price = worstPriceOf(state, slot);
  if (!isAdverse(orders.isBuy(slot), price, mark)) return ZERO_ATOMS;
  const instrument = state.instruments[orders.instrument(slot)] as Instrument;
  return lossBetween(instrument, { price, mark }, orders.remaining(slot));
}

/** Whether a price is worse than the far price of its side. */
export function isFarther(isBuy: boolean, price: Ticks, far: Ticks): boolean {
  return price !== NO_PRICE && (far === NO_PRICE || (isBuy ? price > far : price < far));
}

/** Adds the sum of a side up anew, over the user's orders in the instrument. */
function sumOwnOrders(state: State, at: number, mark: Ticks): void {
  const { orders, positions } = state;
  const isBuy = (at & 1) === LONG;
  const index = positions.instrument.get(at >> 1);
  const user = state.users[positions.user.get(at >> 1)] as User;
  let far = NO_PRICE as Ticks;
  positions.openLoss.set(at, ZERO_ATOMS);
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (orders.instrument(slot) !== index || orders.isBuy(slot) !== isBuy) continue;
    if (isClosingOrder(state, slot)) continue;
    const price = worstPriceOf(state, slot);
    if (isFarther(isBuy, price, far)) far = price;
    positions.openLoss.add(at, lossOf(state, slot, mark));
  }
  positions.farPrice.set(at, far);
}

/**
 * The same over the resting orders beyond the mark, of which there are few as long as the book lies
 * around it; false when there are too many.
 */
function sumTopOfBook(state: State, at: number, mark: Ticks): boolean {
  const { orders, positions } = state;
  const isBuy = (at & 1) === LONG;
  const row = at >> 1;
  const user = positions.user.get(row);
  const book = state.books[positions.instrument.get(row)] as OrderBook;
  let left = TOP_OF_BOOK_ORDERS;
  let far = mark;
  positions.openLoss.set(at, ZERO_ATOMS);
  book.walkOrders(isBuy, (slot) => {
    const price = orders.price(slot);
    if (!isAdverse(isBuy, price, mark)) return false;
    left -= 1;
    if (orders.user(slot) === user && !isClosingOrder(state, slot)) {
      if (far === mark) far = price;
      positions.openLoss.add(at, lossOf(state, slot, mark));
    }
    return left >= 0;
  });
  positions.farPrice.set(at, far);
  return left >= 0;
}

/** Makes the sum of a side that of the present mark price; all orders of the side rest. */
function freshen(state: State, at: number, mark: Ticks): void {
  const { positions } = state;
  if (positions.lossMark.get(at) === mark) return;
  positions.lossMark.set(at, mark);
  const isBuy = (at & 1) === LONG;
  const book = state.books[positions.instrument.get(at >> 1)] as OrderBook;
  const canLose =
    isAdverse(isBuy, book.bestPrice(isBuy), mark) &&
    isAdverse(isBuy, positions.farPrice.get(at), mark);
  if (!canLose) positions.openLoss.set(at, ZERO_ATOMS);
  else if (!sumTopOfBook(state, at, mark)) sumOwnOrders(state, at, mark);
}

/** Counts an order that may open, before its size is added to those of its side. */
export function addOpenLoss(state: State, at: number, slot: number): void {
  const { orders, positions } = state;
  const mark = markOf(state, at);
  const price = worstPriceOf(state, slot);
  if (positions.orderLots.get(at) === 0) {
    positions.openLoss.set(at, ZERO_ATOMS);
    positions.lossMark.set(at, mark);
    positions.farPrice.set(at, price);
  } else if (isFarther(orders.isBuy(slot), price, positions.farPrice.get(at))) {
    positions.farPrice.set(at, price);
  }
  if (positions.lossMark.get(at) !== mark) positions.lossMark.set(at, STALE);
  else positions.openLoss.add(at, lossOf(state, slot, mark));
}

/** Takes an order out that was counted, with its price and remaining size as they were then. */
export function removeOpenLoss(state: State, at: number, slot: number): void {
  const { positions } = state;
  const mark = markOf(state, at);
  if (positions.lossMark.get(at) !== mark) positions.lossMark.set(at, STALE);
  else positions.openLoss.add(at, -lossOf(state, slot, mark));
}

/** Open loss of the orders that may open the long (buys) or the short (sells) of a row. */
export function openLossOf(state: State, row: number, side: number): Atoms {
  const { positions } = state;
  const at = row * 2 + side;
  if (positions.orderLots.get(at) === 0) return ZERO_ATOMS;
  const mark = markOf(state, at);
  freshen(state, at, mark);
  return positions.openLoss.get(at);
}
