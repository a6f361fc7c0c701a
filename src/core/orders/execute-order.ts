/** Runs an accepted order against the book: trades, then rests, or ends. */

import { elementAt } from "../base/list.ts";
import { type PositionRow, positionAt } from "../base/position-handle.ts";
import { type CloseReason, indexIn, TIMES_IN_FORCE, type TimeInForce } from "../base/vocabulary.ts";
import { TIME_IN_FORCE_TRAITS, wordFlags } from "../base/word-traits.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { recordTrade } from "../instruments/market-prices.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { repayFromFill } from "../lending/repay-loan.ts";
import { releaseMargin, takeMargin } from "../margin/isolated-margin.ts";
import {
  crosses,
  isSelfTrade,
  isWithinLimit,
  STP_CANCELS_MAKER,
  STP_CANCELS_TAKER,
} from "../matching/crossing.ts";
import { Match } from "../matching/match.ts";
import { lotsAffordable } from "../money/arithmetic.ts";
import { type Lots, lots, type Ticks, ZERO_LOTS } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { cancelPositionPlans } from "../plans/cancel-plans.ts";
import { observeLast } from "../plans/observe-price.ts";
import { protectFill } from "../plans/order-exits.ts";
import {
  addOrderExposure,
  closedSide,
  isHedgeIn,
  openedSide,
  removeOrderExposure,
} from "../positions/exposure.ts";
import { emitPosition } from "../positions/position-events.ts";
import { Fill } from "../settlement/fill.ts";
import { settleFuturesFill, settleSpotFill } from "../settlement/settle-fill.ts";
import { settleFunding } from "../settlement/settle-funding.ts";
import { bookAt, type Emit, instrumentAt, nextId, pricesAt, type State, userAt } from "../state.ts";
import { cancelReduceOnlyExcess, closeOrder } from "./close-order.ts";
import { isFillable } from "./fillable.ts";
import { bearsFill, isGuarded } from "./maker-guard.ts";
import { emitFilled, emitLevel, emitTrade } from "./order-events.ts";

type Remainder = (typeof TIME_IN_FORCE_TRAITS)[TimeInForce]["remainder"];

/** By index of the time in force. */
const REMAINDERS: readonly Remainder[] = TIMES_IN_FORCE.map(
  (word) => TIME_IN_FORCE_TRAITS[word].remainder,
);
const MAY_TAKE = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].mayTake);
const IS_WHOLE = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].isWhole);
const IOC = indexIn(TIMES_IN_FORCE, "ioc");

/** Reused for every match; nothing keeps it. */
const match = new Match();
const fill = new Fill();

/** Lowers what remains of an order by the present match; a resting one also in its level. */
function lowerRemaining(state: State, book: OrderBook, slot: number): Lots {
  const orders = state.orders;
  if (orders.level(slot) !== 0) return book.reduce(slot, match.size);
  if (orders.isByQuote(slot)) {
    orders.setSize(slot, lots(orders.size(slot) + match.size));
  } else {
    orders.setRemaining(slot, lots(orders.remaining(slot) - match.size));
  }
  return ZERO_LOTS;
}

/** Settles the present match for one of its orders; answers the level's size when it rests. */
function fillSide(state: State, instrument: Instrument, slot: number, emit: Emit): Lots {
  const { orders, positions } = state;
  const book = bookAt(state, instrument.index);
  fill.slot = slot;
  fill.isTaker = slot === match.taker;
  fill.size = match.size;
  fill.value = match.value;
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, userAt(state, orders.user(slot)), emit);
  const row = instrument.isFutures ? positions.find(orders.user(slot), instrument.index) : 0;
  if (row !== 0) {
    settleFunding(state, row, emit);
    removeOrderExposure(state, row, slot);
  }
  if (instrument.isFutures) settleFuturesFill(state, instrument, fill);
  else settleSpotFill(state, instrument, fill);
  orders.addFilledValue(slot, fill.value);
  orders.addFeeTotal(slot, fill.fee);
  const total = lowerRemaining(state, book, slot);
  if (row !== 0) addOrderExposure(state, row, slot);
  emitFilled(state, match, fill, emit);
  if (mayOwe(state, fill.quoteAccount)) recordFillDebts(state, emit);
  const opened = fill.openedSize;
  if (row !== 0) {
    if (positions.isIsolated(row)) moveFillMargin(state, row, emit);
    reportPositions(state, slot, emit);
  }
  if (opened !== 0 && orders.hasExits(slot)) protectFill(state, slot, opened, emit);
  if (orders.repaysLoans(slot)) repayFromFill(state, fill.payee, fill.netReceived, emit);
  return total;
}

/** What a fill has borrowed or repaid in a unified account. */
function recordFillDebts(state: State, emit: Emit): void {
  recordDebt(state, fill.quoteAccount, emit);
  if (fill.baseAccount !== 0) recordDebt(state, fill.baseAccount, emit);
}

/** An isolated position gives back margin with what was closed and takes it for what was opened. */
function moveFillMargin(state: State, row: PositionRow, emit: Emit): void {
  const isBuy = state.orders.isBuy(fill.slot);
  if (fill.closesPosition) {
    const closed = lots(fill.size - fill.openedSize);
    releaseMargin(state, positionAt(row, closedSide(isBuy)), closed, emit);
  }
  if (fill.opensPosition) {
    takeMargin(state, positionAt(row, openedSide(isBuy)), fill.openedValue, emit);
  }
}

function reportPositions(state: State, slot: number, emit: Emit): void {
  const { orders, positions } = state;
  const isBuy = orders.isBuy(slot);
  const user = userAt(state, orders.user(slot));
  const instrument = instrumentAt(state, orders.instrument(slot));
  const row = positions.find(user.index, instrument.index);
  const isHedged = isHedgeIn(user, instrument);
  if (fill.closesPosition) {
    const position = positionAt(row, closedSide(isBuy));
    emitPosition(state, position, isHedged, emit);
    if (positions.size.get(position) === 0) {
      positions.clear(position);
      const side = closedSide(isBuy);
      cancelPositionPlans(state, { user: user.index, instrument: instrument.index, side }, emit);
    }
  }
  if (fill.opensPosition) emitPosition(state, positionAt(row, openedSide(isBuy)), isHedged, emit);
}

/** The fee of an order that is filled outside the book. */
export type OffBookFee = "taker" | "maker" | "none";

/**
 * Fills a whole futures order at a price outside the book, and ends it; no trade is told, for the
 * market saw none, and the order took nothing from the book: its role is a maker's.
 */
export function fillOffBook(
  state: State,
  slot: number,
  terms: { readonly price: Ticks; readonly fee: OffBookFee },
  emit: Emit,
): void {
  const { orders } = state;
  const { fee, price } = terms;
  const instrument = instrumentAt(state, orders.instrument(slot));
  match.tradeId = nextId(state);
  match.instrument = instrument.index;
  match.price = price;
  match.size = orders.remaining(slot);
  match.value = valueAt(instrument, price, match.size);
  match.taker = 0;
  match.maker = slot;
  fill.counterparty = 0;
  fill.isFree = fee === "none";
  fill.paysAsTaker = fee === "taker";
  fillSide(state, instrument, slot, emit);
  fill.isFree = false;
  fill.paysAsTaker = false;
  closeOrder(state, slot, "filled", emit);
}

/** Trades taker against maker at the maker's price, and ends the maker when it is filled. */
function trade(state: State, instrument: Instrument, emit: Emit): void {
  const { orders, positions } = state;
  const { maker, taker } = match;
  const makerUser = orders.user(maker);
  match.tradeId = nextId(state);
  match.instrument = instrument.index;
  match.value = valueAt(instrument, match.price, match.size);
  const prices = pricesAt(state, instrument.index);
  prices.last = match.price;
  if (!instrument.isFutures) recordTrade(prices, match, state.timeMs, instrument.guards);
  emitTrade(state, match, emit);
  observeLast(state, instrument.index, match.price, emit);
  fill.counterparty = orders.user(taker);
  const total = fillSide(state, instrument, maker, emit);
  fill.counterparty = makerUser;
  fillSide(state, instrument, taker, emit);
  if (orders.remaining(maker) === 0) {
    closeOrder(state, maker, "filled", emit);
  } else {
    emitLevel(state, maker, total, emit);
  }
  if (!instrument.isFutures) return;
  cancelReduceOnlyExcess(state, positions.find(makerUser, instrument.index), emit);
  const takerRow = positions.find(orders.user(taker), instrument.index);
  cancelReduceOnlyExcess(state, takerRow, emit);
}

/** Size of the next trade: what both have left, or what the quote budget still pays. */
function matchSize(state: State, instrument: Instrument, taker: number, maker: number): Lots {
  const orders = state.orders;
  const offered = orders.remaining(maker);
  const wanted = orders.isByQuote(taker)
    ? lotsAffordable(orders.budget(taker), orders.price(maker), instrument.atomsPerTickLot)
    : orders.remaining(taker);
  return lots(Math.min(offered, wanted));
}

/**
 * Trades until nothing more crosses; answers why the taker must end, if it must. Resting orders
 * whose users cannot bear their fill are ended on the way.
 */
function matchOrder(state: State, slot: number, limit: Ticks, emit: Emit): CloseReason | undefined {
  const orders = state.orders;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const book = bookAt(state, instrument.index);
  const isBuy = orders.isBuy(slot);
  const byQuote = orders.isByQuote(slot);
  const { isFutures } = instrument;
  for (;;) {
    const isDone = byQuote ? orders.budget(slot) === 0n : orders.remaining(slot) === 0;
    if (isDone) return "filled";
    const maker = book.bestOrder(!isBuy);
    if (maker === 0 || !isWithinLimit(isBuy, limit, orders.price(maker))) return undefined;
    match.size = matchSize(state, instrument, slot, maker);
    if (match.size === 0) return "dust";
    if (isSelfTrade(state, slot, maker)) {
      const mode = orders.stpMode(slot);
      if (STP_CANCELS_MAKER[mode] === 1) closeOrder(state, maker, "self_trade", emit);
      if (STP_CANCELS_TAKER[mode] === 1) return "self_trade";
      continue;
    }
    if (isGuarded(state, maker, isFutures) && !bearsFill(state, maker, match.size, isFutures)) {
      closeOrder(state, maker, "insolvent", emit);
      continue;
    }
    match.taker = slot;
    match.maker = maker;
    match.price = orders.price(maker);
    trade(state, instrument, emit);
  }
}

/** Puts what remains of an order into the book. Futures margin is then reckoned at its price. */
function rest(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const index = orders.instrument(slot);
  const instrument = instrumentAt(state, index);
  if (instrument.isFutures && orders.marginPrice(slot) !== orders.price(slot)) {
    const row = state.positions.find(orders.user(slot), index);
    removeOrderExposure(state, row, slot);
    orders.setMarginPrice(slot, orders.price(slot));
    addOrderExposure(state, row, slot);
  }
  emitLevel(state, slot, bookAt(state, index).add(slot), emit);
}

/**
 * Executes an order that has passed every check and is in its user's list and sums.
 * `limit` is the worst price it may trade at, 0 for none. Emits the trades, fills, closed orders
 * and changed levels in the order in which they happen.
 */
export function executeOrder(state: State, slot: number, limit: Ticks, emit: Emit): void {
  const orders = state.orders;
  const book = bookAt(state, orders.instrument(slot));
  const isMarket = orders.isMarket(slot);
  const timeInForce = isMarket ? IOC : orders.timeInForce(slot);
  const remainder = elementAt(REMAINDERS, timeInForce);
  const isCrossing = crosses(book, orders.isBuy(slot), limit);
  if (!isCrossing && remainder === "rests") {
    rest(state, slot, emit);
    return;
  }
  if (MAY_TAKE[timeInForce] === 0) {
    closeOrder(state, slot, "post_only_would_take", emit);
    return;
  }
  if (IS_WHOLE[timeInForce] === 1 && !isFillable(state, book, slot, limit)) {
    closeOrder(state, slot, "fok_unfillable", emit);
    return;
  }
  const end = isCrossing ? matchOrder(state, slot, limit, emit) : undefined;
  if (end !== undefined) closeOrder(state, slot, end, emit);
  else if (isMarket) closeOrder(state, slot, "no_depth", emit);
  else if (remainder === "rests") rest(state, slot, emit);
  else closeOrder(state, slot, remainder, emit);
}
