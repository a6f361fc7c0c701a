/** Filling one order of a match: settlement, totals, events, then exits, debts and loans. */
import { assert } from "../base/assert.ts";
import { NO_ROW, type PositionRow, positionAt } from "../base/position-handle.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { repayFromFill } from "../lending/repay-loan.ts";
import { releaseMargin, takeMargin } from "../margin/isolated-margin.ts";
import { type Lots, ZERO_LOTS } from "../money/units.ts";
import { cancelPositionPlans } from "../plans/cancel-plans.ts";
import { protectFill } from "../plans/order-exits.ts";
import {
  addOrderExposure,
  closedSide,
  isHedgeIn,
  openedSide,
  removeOrderExposure,
} from "../positions/exposure.ts";
import { emitPosition } from "../positions/position-events.ts";
import { settleFuturesFill, settleSpotFill } from "../settlement/settle-fill.ts";
import { settleFunding } from "../settlement/settle-funding.ts";
import { bookAt, type Emit, instrumentAt, type State, userAt } from "../state.ts";
import { emitFilled } from "./order-events.ts";

/** Fee of a fill: by the order's role in the match, or set by the caller outside the book. */
export type FillFee = "by_role" | "taker" | "maker" | "none";

/** Sets every term of the fill in progress that settlement reads. */
function beginFill(state: State, slot: number, fee: FillFee): void {
  const { fill, match } = state;
  const isTaker = slot === match.taker;
  assert(isTaker || slot === match.maker, "a fill belongs to an order of the match");
  const other = isTaker ? match.maker : match.taker;
  fill.slot = slot;
  fill.isTaker = isTaker;
  fill.price = match.price;
  fill.size = match.size;
  fill.value = match.value;
  fill.counterparty = other === 0 ? 0 : state.orders.user(other);
  fill.isFree = fee === "none";
  fill.paysAsTaker = fee === "taker";
}

/** Lowers the remaining size of a filled order and returns the size of its level, 0 if none. */
function lowerRemaining(state: State, instrument: Instrument, slot: number, size: Lots): Lots {
  const orders = state.orders;
  const isCovered = size <= orders.remaining(slot) || orders.isByQuote(slot);
  assert(isCovered, "a fill never exceeds the remaining size");
  if (orders.level(slot) !== 0) return bookAt(state, instrument.index).reduce(slot, size);
  if (orders.isByQuote(slot)) {
    orders.setSize(slot, (orders.size(slot) + size) as Lots);
  } else {
    orders.setRemaining(slot, (orders.remaining(slot) - size) as Lots);
  }
  return ZERO_LOTS;
}

/**
 * Settles the match in progress for one of its orders and returns the size of the order's level, 0
 * if it does not rest. Emits `order_filled`, before it the debt interest that is due, and after it
 * debts, margin, positions, exits and repayments that the fill changes.
 */
export function fillOrder(state: State, slot: number, fee: FillFee, emit: Emit): Lots {
  const { fill, match, orders, positions } = state;
  const instrument = instrumentAt(state, match.instrument);
  const { isFutures } = instrument;
  beginFill(state, slot, fee);
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, userAt(state, orders.user(slot)), emit);
  const row = isFutures ? orders.positionRow(slot) : NO_ROW;
  if (row !== 0) {
    settleFunding(state, row, emit);
    removeOrderExposure(state, slot);
  }
  if (isFutures) settleFuturesFill(state, instrument, fill);
  else settleSpotFill(state, instrument, fill);
  orders.totals.addFilledNotional(slot, fill.value);
  orders.totals.addFeeTotal(slot, fill.fee);
  if (instrument.isInverse) orders.inverse.widenFillPrices(slot, fill.price);
  const total = lowerRemaining(state, instrument, slot, fill.size);
  if (row !== 0) addOrderExposure(state, slot);
  emitFilled(state, match, fill, emit);
  if (mayOwe(state, fill.quoteAccount)) recordFillDebts(state, emit);
  const opened = fill.openedSize;
  assert(opened >= 0 && opened <= fill.size, "a fill opens at most its own size");
  if (row !== 0) {
    if (positions.isIsolated(row)) moveFillMargin(state, row, emit);
    reportPositions(state, instrument, row, emit);
  }
  if (opened !== 0 && orders.hasExits(slot)) protectFill(state, slot, opened, emit);
  if (orders.repaysLoans(slot)) repayFromFill(state, fill.payee, fill.netReceived, emit);
  return total;
}

/** Records the debts of a unified account whose balances the fill changed. */
function recordFillDebts(state: State, emit: Emit): void {
  const { fill } = state;
  recordDebt(state, fill.quoteAccount, emit);
  if (fill.baseAccount !== 0) recordDebt(state, fill.baseAccount, emit);
}

/** Releases isolated margin for the size that the fill closed and takes it for the size opened. */
function moveFillMargin(state: State, row: PositionRow, emit: Emit): void {
  const { fill, orders } = state;
  const isBuy = orders.isBuy(fill.slot);
  if (fill.closesPosition) {
    const closed = (fill.size - fill.openedSize) as Lots;
    releaseMargin(state, positionAt(row, closedSide(isBuy)), closed, emit);
  }
  if (fill.opensPosition) {
    takeMargin(state, positionAt(row, openedSide(isBuy)), fill.openedNotional, emit);
  }
}

/** Emits the positions that the fill changed and cancels the plans of a position it closed. */
function reportPositions(state: State, instrument: Instrument, row: PositionRow, emit: Emit): void {
  const { fill, orders, positions } = state;
  const isBuy = orders.isBuy(fill.slot);
  const user = userAt(state, positions.user.get(row));
  const isHedged = isHedgeIn(user, instrument);
  if (fill.closesPosition) {
    const side = closedSide(isBuy);
    const position = positionAt(row, side);
    emitPosition(state, position, isHedged, emit);
    const remaining = positions.size.get(position);
    assert(remaining >= 0, "a fill closes no more than the position");
    if (remaining === 0) {
      positions.clear(position);
      cancelPositionPlans(state, { user: user.index, instrument: instrument.index, side }, emit);
    }
  }
  if (fill.opensPosition) emitPosition(state, positionAt(row, openedSide(isBuy)), isHedged, emit);
}
