/**
 * Futures orders of the exchange itself: they close positions (liquidation, deleveraging,
 * delivery), open positions of the insurance fund, and move positions between accounts. The checks
 * of users' orders do not apply to them here.
 */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  LONG,
  type PositionIndex,
  positionSideOf,
  rowOf,
  SHORT,
  sideOf,
} from "../base/position-handle.ts";
import type { OrderSource, OrderType } from "../base/vocabulary.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { ensureRow, isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentAt, instrumentOfRow, type State, userAt } from "../state.ts";
import { enterFuturesOrder, recordOrder } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { fillOffBook, type OffBookFee } from "./fill-off-book.ts";

/** Terms of an immediate order of the exchange that commands of users state otherwise. */
type ExchangeOrder = Pick<
  PlaceOrder,
  "orderType" | "side" | "positionSide" | "reduceOnly" | "price" | "size" | "source"
>;

/** Type of an order that trades up to a price; at price 0 it takes any price. */
function typeBoundedBy(price: Ticks): OrderType {
  return price === NO_PRICE ? "market" : "limit";
}

/** An immediate order with these terms. */
function commandOf(user: User, instrument: Instrument, terms: ExchangeOrder): PlaceOrder {
  return {
    kind: "place_order",
    user: user.index,
    instrument: instrument.index,
    timeInForce: "ioc",
    stpMode: "none",
    quoteAmount: ZERO_ATOMS,
    clientOrderId: "",
    exits: undefined,
    margin: undefined,
    opening: undefined,
    ...terms,
  };
}

/** Enters an order and returns its slot. Emits `order_accepted`. */
function enter(state: State, command: PlaceOrder, emit: Emit): number {
  const user = userAt(state, command.user);
  const row = ensureRow(state, user, instrumentAt(state, command.instrument));
  const slot = recordOrder(state, command);
  state.orders.setMarginPrice(slot, command.price);
  enterFuturesOrder(state, row, slot, emit);
  return slot;
}

/** Closing of a part of a position. */
export type Closing = {
  /** Worst price in the book, or price of the fill outside the book. */
  readonly price: Ticks;
  readonly size: Lots;
  readonly source: OrderSource;
};

/** The order that closes a part of the position. */
function closingOrder(
  state: State,
  position: PositionIndex,
  closing: Closing & { readonly orderType: OrderType },
): PlaceOrder {
  const { positions } = state;
  const isHeld = closing.size > 0 && closing.size <= positions.size.get(position);
  assert(isHeld, "the exchange closes at most the whole position");
  const user = userAt(state, positions.user.get(rowOf(position)));
  const instrument = instrumentOfRow(state, rowOf(position));
  const isHedged = isHedgeIn(user, instrument);
  return commandOf(user, instrument, {
    ...closing,
    side: isLongPosition(position) ? "sell" : "buy",
    positionSide: isHedged ? positionSideOf(sideOf(position)) : "net",
    reduceOnly: !isHedged,
  });
}

/**
 * Closes a part of a position outside the book by a market order that fills at one price; returns
 * the order's id. The caller has ended the closing orders that the smaller position cannot cover.
 */
export function closeOffBook(
  state: State,
  position: PositionIndex,
  closing: Closing & { readonly fee: OffBookFee },
  emit: Emit,
): number {
  const { fee, price, ...rest } = closing;
  const order = closingOrder(state, position, { ...rest, orderType: "market", price: NO_PRICE });
  const slot = enter(state, order, emit);
  const id = state.orders.id(slot);
  fillOffBook(state, slot, { price, fee }, emit);
  return id;
}

/**
 * Closes a part of a position in the book, up to the price, as far as resting orders allow; returns
 * the order's id.
 */
export function closeInBook(
  state: State,
  position: PositionIndex,
  closing: Closing,
  emit: Emit,
): number {
  const order = closingOrder(state, position, {
    ...closing,
    orderType: typeBoundedBy(closing.price),
  });
  const slot = enter(state, order, emit);
  const id = state.orders.id(slot);
  executeOrder(state, slot, closing.price, emit);
  return id;
}

/** A position to open at one price. */
export type Opening = { readonly isLong: boolean; readonly price: Ticks; readonly size: Lots };

/** The order that opens a position outside the book. */
export function openingOrder(user: User, instrument: Instrument, opening: Opening): PlaceOrder {
  const { isLong, price, size } = opening;
  const isHedged = isHedgeIn(user, instrument);
  return commandOf(user, instrument, {
    orderType: typeBoundedBy(price),
    side: isLong ? "buy" : "sell",
    positionSide: isHedged ? positionSideOf(isLong ? LONG : SHORT) : "net",
    reduceOnly: false,
    price,
    size,
    source: "system",
  });
}

/** Opens a position outside the book, without a fee; returns the order's id. */
export function openOffBook(
  state: State,
  user: User,
  instrument: Instrument,
  opening: Opening,
  emit: Emit,
): number {
  const slot = enter(state, openingOrder(user, instrument, opening), emit);
  const id = state.orders.id(slot);
  fillOffBook(state, slot, { price: opening.price, fee: "none" }, emit);
  return id;
}
