/** Applies an amendment that passed its checks to the book and to the sums of the position row. */
import { assert } from "../base/assert.ts";
import { crosses } from "../matching/crossing.ts";
import { type Lots, NO_PRICE } from "../money/units.ts";
import {
  addOrderExposure,
  amendOrderExposure,
  removeOrderExposure,
} from "../positions/exposure.ts";
import { bookAt, type Emit, type State } from "../state.ts";
import type { Amendment } from "./amendment.ts";
import { takeFromBook } from "./close-order.ts";
import { executeOrder } from "./execute-order.ts";
import { emitAmended, emitLevel, emitMoved } from "./order-events.ts";

/** Writes the new terms of an order that is in no book, and updates the sums of its row. */
function writeAmendment(state: State, amendment: Amendment): void {
  const { orders } = state;
  const { slot } = amendment;
  if (amendment.instrument.isFutures) return amendOrderExposure(state, slot, amendment);
  orders.setPrice(slot, amendment.price);
  orders.setSize(slot, amendment.size);
  orders.setRemaining(slot, amendment.remaining);
}

/** Reduces the size of an order, which keeps its place in the queue of its price. */
function reduceInPlace(state: State, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const { slot } = amendment;
  const { index, isFutures } = amendment.instrument;
  if (isFutures) removeOrderExposure(state, slot);
  const by = (orders.remaining(slot) - amendment.remaining) as Lots;
  const total = bookAt(state, index).reduce(slot, by);
  orders.setSize(slot, amendment.size);
  assert(orders.remaining(slot) === amendment.remaining, "a reduction leaves the amended size");
  if (isFutures) addOrderExposure(state, slot);
  emitAmended(state, slot, emit);
  emitLevel(state, slot, total, emit);
}

/** Whether an order rests at its new price: it neither trades nor closes. */
function restsAgain(state: State, { instrument, price, reached, slot }: Amendment): boolean {
  const { orders } = state;
  if (!orders.rests(slot)) return false;
  if (instrument.isFutures) return reached === NO_PRICE;
  return !crosses(bookAt(state, instrument.index), orders.isBuy(slot), price);
}

/**
 * Moves an order that trades nothing to the end of another queue. A fast path with the events of
 * `takeFromBook` and `executeOrder`.
 */
function moveInBook(state: State, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const { slot } = amendment;
  const book = bookAt(state, amendment.instrument.index);
  const from = { price: orders.price(slot), total: book.remove(slot) };
  writeAmendment(state, amendment);
  emitMoved(state, slot, from, book.add(slot), emit);
}

/**
 * Applies an amendment: reduces the order in place, moves it to another queue or executes it again.
 * Emits `order_amended`, changed levels, and the events of execution if the order trades or closes.
 */
export function applyAmendment(state: State, amendment: Amendment, emit: Emit): void {
  const { orders } = state;
  const { price, remaining, slot } = amendment;
  const isReduction = price === orders.price(slot) && remaining < orders.remaining(slot);
  if (isReduction) return reduceInPlace(state, amendment, emit);
  if (restsAgain(state, amendment)) return moveInBook(state, amendment, emit);
  takeFromBook(state, slot, emit);
  writeAmendment(state, amendment);
  emitAmended(state, slot, emit);
  executeOrder(state, slot, price, emit);
}
