/**
 * Futures orders of the exchange itself: they close positions (liquidation, deleveraging, delivery)
 * and open positions of the insurance fund. The checks of users' orders do not apply to them.
 */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { isLongPosition, type PositionIndex, rowOf, sideOf } from "../base/position-handle.ts";
import {
  type OrderSource,
  type OrderType,
  POSITION_SIDES,
  type PositionSide,
  type Side,
} from "../base/vocabulary.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { ensureRow, isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentOfRow, type State, userAt } from "../state.ts";
import { enterFuturesOrder, recordOrder } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { fillOffBook, type OffBookFee } from "./fill-off-book.ts";

type ExchangeOrder = {
  readonly user: User;
  readonly instrument: Instrument;
  readonly orderType: OrderType;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly price: Ticks;
  readonly size: Lots;
  readonly source: OrderSource;
};

/** Type of an order that trades up to a price; at price 0 it takes any price. */
function typeBoundedBy(price: Ticks): OrderType {
  return price === NO_PRICE ? "market" : "limit";
}

/** Enters an immediate order and returns its slot. Emits `order_accepted`. */
function enter(state: State, order: ExchangeOrder, emit: Emit): number {
  const { instrument, price, size, user, ...rest } = order;
  const row = ensureRow(state, user, instrument);
  const command: PlaceOrder = {
    kind: "place_order",
    user: user.index,
    instrument: instrument.index,
    timeInForce: "ioc",
    stpMode: "none",
    price,
    size,
    quoteAmount: ZERO_ATOMS,
    clientOrderId: "",
    exits: undefined,
    margin: undefined,
    opening: undefined,
    ...rest,
  };
  const slot = recordOrder(state, command);
  state.orders.setMarginPrice(slot, price);
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
): ExchangeOrder {
  const { positions } = state;
  const isHeld = closing.size > 0 && closing.size <= positions.size.get(position);
  assert(isHeld, "the exchange closes at most the whole position");
  const user = userAt(state, positions.user.get(rowOf(position)));
  const instrument = instrumentOfRow(state, rowOf(position));
  const isHedged = isHedgeIn(user, instrument);
  return {
    ...closing,
    user,
    instrument,
    side: isLongPosition(position) ? "sell" : "buy",
    positionSide: isHedged ? (POSITION_SIDES[sideOf(position) + 1] ?? "net") : "net",
    reduceOnly: !isHedged,
  };
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

/** Opens a position outside the book, without a fee, for a user in one-way mode. */
export function openOffBook(
  state: State,
  user: User,
  instrument: Instrument,
  opening: { readonly isLong: boolean; readonly price: Ticks; readonly size: Lots },
  emit: Emit,
): void {
  const { isLong, price, size } = opening;
  const side = isLong ? "buy" : "sell";
  assert(!isHedgeIn(user, instrument), "the exchange opens positions of one-way users alone");
  const order: ExchangeOrder = {
    user,
    instrument,
    orderType: typeBoundedBy(price),
    side,
    positionSide: "net",
    reduceOnly: false,
    price,
    size,
    source: "system",
  };
  const slot = enter(state, order, emit);
  fillOffBook(state, slot, { price, fee: "none" }, emit);
}
