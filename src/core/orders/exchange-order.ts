/**
 * Orders that the exchange makes of itself: against positions that it closes, and for its insurance
 * fund. They pass no checks of users' orders; what they reserve nothing for must be sound already.
 */

import type { User } from "../accounts/user.ts";
import { isLongPosition, type PositionIndex, rowOf, sideOf } from "../base/position-handle.ts";
import {
  type OrderSource,
  POSITION_SIDES,
  type PositionSide,
  type Side,
} from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { ensureRow, isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentAt, type State, userAt } from "../state.ts";
import { enterFuturesOrder, recordOrder } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { fillOffBook, type OffBookFee } from "./fill-off-book.ts";

type Terms = {
  readonly user: User;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly price: Ticks;
  readonly size: Lots;
  readonly source: OrderSource;
};

/** Writes, links and tells an immediate order; a market order at price 0. Answers its slot. */
function enter(state: State, terms: Terms, emit: Emit): number {
  const { instrument, price, size, user, ...rest } = terms;
  const row = ensureRow(state, user, instrument);
  const command = {
    kind: "place_order",
    user: user.index,
    instrument: instrument.index,
    orderType: price === NO_PRICE ? "market" : "limit",
    timeInForce: "ioc",
    stpMode: "none",
    price,
    size,
    quoteAmount: ZERO_ATOMS,
    clientOrderId: "",
    exits: undefined,
    margin: undefined,
    ...rest,
  } as const;
  const slot = recordOrder(state, command);
  state.orders.setMarginPrice(slot, price);
  enterFuturesOrder(state, row, slot, emit);
  return slot;
}

export type Closing = {
  readonly price: Ticks;
  readonly size: Lots;
  readonly source: OrderSource;
};

/** The terms of an order against a part of a position. */
function closingTerms(state: State, position: PositionIndex, closing: Closing): Terms {
  const { positions } = state;
  const user = userAt(state, positions.user.get(rowOf(position)));
  const instrument = instrumentAt(state, positions.instrument.get(rowOf(position)));
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
 * Closes a part of a position outside the book, all of it at one price, by a market order. The
 * user has no orders that the new size would be too small for. Answers the order's id.
 */
export function closeOffBook(
  state: State,
  position: PositionIndex,
  closing: Closing & { readonly fee: OffBookFee },
  emit: Emit,
): number {
  const { fee, price, ...rest } = closing;
  const slot = enter(state, closingTerms(state, position, { ...rest, price: NO_PRICE }), emit);
  const id = state.orders.id(slot);
  fillOffBook(state, slot, { price, fee }, emit);
  return id;
}

/** Closes what the book takes of a part of a position up to a price. Answers the order's id. */
export function closeInBook(
  state: State,
  position: PositionIndex,
  closing: Closing,
  emit: Emit,
): number {
  const slot = enter(state, closingTerms(state, position, closing), emit);
  const id = state.orders.id(slot);
  executeOrder(state, slot, closing.price, emit);
  return id;
}

/** Opens a position outside the book, without a fee, for a user who trades one-way. */
export function openOffBook(
  state: State,
  user: User,
  instrument: Instrument,
  opening: { readonly isLong: boolean; readonly price: Ticks; readonly size: Lots },
  emit: Emit,
): void {
  const { isLong, price, size } = opening;
  const side = isLong ? "buy" : "sell";
  const order = { user, instrument, side, price, size, source: "system" } as const;
  const slot = enter(state, { ...order, positionSide: "net", reduceOnly: false }, emit);
  fillOffBook(state, slot, { price, fee: "none" }, emit);
}
