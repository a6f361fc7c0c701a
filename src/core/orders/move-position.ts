/**
 * Moving positions between accounts of one owner, at the mark price and outside the book (decision
 * 0074). No money leaves or enters the two accounts together, and nothing is traded in the market.
 */

import { isMoveFrozen, isTradingFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import type { User } from "../accounts/user.ts";
import {
  LONG,
  type LongOrShort,
  oppositeSide,
  positionAt,
  positionSideOf,
  SHORT,
} from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { indebtedUnitOf } from "../institutional/risk-unit.ts";
import { collateralStays } from "../institutional/unit-refusals.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { orderRefusal } from "../margin/order-refusal.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { isHedgeIn, leverageAhead } from "../positions/exposure.ts";
import { type Emit, markAt, ordinaryUser, type State } from "../state.ts";
import { closingRefusal } from "./closing-guard.ts";
import { closeOffBook, openingOrder, openOffBook } from "./exchange-order.ts";
import { placingRefusal } from "./placing-refusal.ts";

type MovePosition = DraftOf<"move_position">;

interface Move {
  readonly from: User;
  readonly to: User;
  readonly instrument: Instrument;
  readonly side: LongOrShort;
  readonly size: Lots;
  readonly price: Ticks;
}

function isExchangeFrozen(from: User, to: User): boolean {
  const isRefused = [from, to].some((one) => one.status === "frozen" || isTradingFrozen(one));
  return isRefused || isMoveFrozen(from, to);
}

/** Returns why the two accounts may not exchange positions, or `undefined`. */
function accountsRefusal(state: State, from: User, to: User): Rejection | undefined {
  if (!from.isUnified || !to.isUnified) return "account_not_unified";
  if (isExchangeFrozen(from, to)) return "account_frozen";
  if (isUnderReview(state, from)) return "account_under_review";
  const isIndebted = [from, to].some(({ index }) => indebtedUnitOf(state, index) !== undefined);
  return isIndebted && !collateralStays(state, from, to) ? "unit_user_bound" : undefined;
}

/** Lots of a position that no resting order would close. */
function availableLots(state: State, user: User, instrument: Instrument, side: LongOrShort): Lots {
  const { closingLots, orderLots, size } = state.positions;
  const row = state.positions.find(user.index, instrument.index);
  const position = positionAt(row, side);
  const opposing = isHedgeIn(user, instrument)
    ? 0
    : orderLots.get(positionAt(row, oppositeSide(side)));
  return lots(Math.max(0, size.get(position) - closingLots.get(position) - opposing));
}

/** Returns why the account may not give the position away, or `undefined`. */
function givingRefusal(state: State, move: Move): Rejection | undefined {
  const { from: user, instrument, price, side, size } = move;
  const row = state.positions.find(user.index, instrument.index);
  const held = row === 0 ? 0 : state.positions.size.get(positionAt(row, side));
  if (held === 0) return "no_position";
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  if (size > availableLots(state, user, instrument, side)) return "insufficient_position";
  const positionSide = isHedgeIn(user, instrument) ? side + 1 : 0;
  const order = { user, instrument, row, isBuy: side === SHORT, positionSide };
  return closingRefusal(state, order, price);
}

/** Returns why the account may not take the position, or `undefined`: as for an order at mark. */
function takingRefusal(state: State, move: Move): Rejection | undefined {
  const { instrument, price, side, size, to: user } = move;
  const { positions } = state;
  const row = positions.find(user.index, instrument.index);
  const opposite = row === 0 ? 0 : positions.size.get(positionAt(row, oppositeSide(side)));
  if (opposite > 0 && !isHedgeIn(user, instrument)) return "position_mode_blocked";
  const command = openingOrder(user, instrument, { isLong: side === LONG, price, size });
  const refusal = placingRefusal(state, { user, instrument, row, command });
  if (refusal !== undefined) return refusal;
  const leverage = leverageAhead(state, row, side, instrument);
  const value = notionalAt(instrument, price, size);
  const orders = { side, lots: size, value, openLoss: ZERO_ATOMS };
  return orderRefusal(state, { user, instrument, row, leverage }, { orders, isMarket: false });
}

/** Closes the position of one account and opens it for the other. Nothing in here may reject. */
function carryOut(state: State, move: Move, emit: Emit): void {
  const { from, instrument, price, side, size, to } = move;
  const { fill, positions, timeMs } = state;
  const given = positionAt(positions.find(from.index, instrument.index), side);
  const counterparties = positions.counterparties.recent(given, timeMs);
  const closing = { price, size, source: "system", fee: "none" } as const;
  const closingOrderId = closeOffBook(state, given, closing, emit);
  const closingFillId = fill.id;
  const isLong = side === LONG;
  const openingOrderId = openOffBook(state, to, instrument, { isLong, price, size }, emit);
  const openingFillId = fill.id;
  const taken = positionAt(positions.find(to.index, instrument.index), side);
  for (const { size: met, user } of counterparties) {
    positions.counterparties.add(taken, user, lots(Math.min(met, size)), timeMs);
  }
  state.outcome.items = [closingOrderId, openingOrderId].map((orderId) => {
    return { orderId, clientOrderId: "", instrument: instrument.index, rejection: undefined };
  });
  emit.write("position_moved", {
    closingOrderId,
    closingFillId,
    openingOrderId,
    openingFillId,
    fromUser: from.index,
    toUser: to.index,
    parent: from.parent,
    instrument: instrument.index,
    positionSide: positionSideOf(side),
    price,
    size,
  });
}

/**
 * Moves `size` lots of a position to another account of the same owner, at the mark price, without
 * a fee and without a trade of the market. Both accounts are unified. The giving account realises
 * its profit or loss; the other one opens the position with its own leverage, and must cover it as
 * an order at that price. Lots that resting orders would close stay. The position keeps the
 * counterparties that are deleveraged for it (decision 0037). The outcome lists the closing and the
 * opening order.
 *
 * Emits the events of both orders and `position_moved`, or `command_rejected` for `fromUser`:
 * `user_not_found` unless both are different accounts of one owner, `account_not_unified`,
 * `account_frozen`, `account_under_review`, `unit_user_bound` if one account belongs to a risk unit
 * in debt and the other does not, `instrument_not_found`, `instrument_not_futures`, `no_position`,
 * `account_liquidating`, `mark_price_missing` also while the index is stale,
 * `insufficient_position`, `position_mode_blocked` if the receiver holds the opposite position in
 * one-way mode, the refusals of placing an order, and `price_below_bankruptcy` or
 * `price_above_bankruptcy` if the loss exceeds the funds behind the position.
 */
export function movePosition(state: State, command: MovePosition, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.fromUser, reason, emit);
  const from = ordinaryUser(state, command.fromUser);
  const to = ordinaryUser(state, command.toUser);
  if (from === undefined || to === undefined) return reject("user_not_found");
  if (from === to || from.parent !== to.parent) return reject("user_not_found");
  const refused = accountsRefusal(state, from, to);
  if (refused !== undefined) return reject(refused);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return reject("instrument_not_found");
  if (!instrument.isFutures) return reject("instrument_not_futures");
  const price = markAt(state, instrument.index);
  const isPriced = price !== NO_PRICE && isIndexFresh(state, instrument.index);
  if (!isPriced) return reject("mark_price_missing");
  const side = command.positionSide === "long" ? LONG : SHORT;
  const move = { from, to, instrument, side, size: command.size, price } as const;
  const refusal = givingRefusal(state, move) ?? takingRefusal(state, move);
  if (refusal !== undefined) return reject(refusal);
  carryOut(state, move, emit);
}
