/** Placing an order: the ladder of checks, then the line, then execution. */
import { isClientIdKept } from "../accounts/closed-client-ids.ts";
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CLIENT_ORDER_ID_LENGTH_MAX } from "../base/limits.ts";
import { NO_ROW, type PositionRow, positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import {
  indexIn,
  LOAN_TYPES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import {
  hasPrice,
  IS_UNGUARDED,
  isAdvanced,
  isTrading,
  TIME_IN_FORCE_TRAITS,
} from "../base/word-traits.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import type { MarginTerms, PlaceOrder } from "../commands/commands.ts";
import { deliveryPhaseOf } from "../instruments/delivery-terms.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { hasOpeningEnded } from "../instruments/opening-limits.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { accountForOrder, isUnwinding, ledgerAccountOf } from "../lending/margin-account.ts";
import { takeLoan } from "../lending/take-loan.ts";
import { canSpend } from "../margin/coverage.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { orderRefusal } from "../margin/order-refusal.ts";
import { type Atoms, NO_PRICE, type Ticks, type TimeMs } from "../money/units.ts";
import {
  BACKING_SHIFT,
  BY_QUOTE_BIT,
  EXITS_BIT,
  LOAN_TYPE_SHIFT,
  ORDER_TYPE_SHIFT,
  POSITION_SIDE_SHIFT,
  REDUCE_ONLY_BIT,
  SELL_BIT,
  SOURCE_SHIFT,
  STP_SHIFT,
  TIME_IN_FORCE_SHIFT,
} from "../order-book/order-table.ts";
import { spotHold } from "../order-book/spot-amounts.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { keepOrderExits } from "../plans/order-exits.ts";
import { exitsOf, hasExits } from "../plans/plan.ts";
import { walletOf } from "../positions/backing.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import {
  addOrderExposure,
  closedSide,
  ensureRow,
  isHedgeIn,
  openedSide,
} from "../positions/exposure.ts";
import { openLossAt } from "../positions/open-loss.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { cancelReduceOnlyExcess, linkToUser } from "./close-order.ts";
import { closingRefusal, guardedLimit } from "./closing-guard.ts";
import { isAtFuturesOrderLimit, isAtPositionLimit, isAtSpotOrderLimit } from "./count-limits.ts";
import { executeOrder } from "./execute-order.ts";
import { creditPlan } from "./margin-credit.ts";
import { openingRefusal } from "./opening-guard.ts";
import {
  checkCollateralPrice,
  checkPrice,
  checkSize,
  collateralLimit,
  marginPriceOf,
  marketLimit,
  reachOf,
  spotLimit,
} from "./order-checks.ts";
import { emitAccepted, emitRepeated } from "./order-events.ts";
import { isRepeat } from "./repeated-order.ts";

/** Tells the submitter and the world that an order was refused; nothing else changes. */
export function rejectOrder(
  state: State,
  command: { user: number; instrument: number; clientOrderId: string },
  reason: Rejection,
  emit: Emit,
): void {
  state.outcome.rejection = reason;
  emit.write("order_rejected", {
    user: command.user,
    instrument: command.instrument,
    reason,
    clientOrderId: command.clientOrderId.slice(0, CLIENT_ORDER_ID_LENGTH_MAX),
  });
}

function flagsOf(command: PlaceOrder): number {
  const { exits, margin } = command;
  return (
    (command.side === "sell" ? SELL_BIT : 0) |
    (indexIn(ORDER_TYPES, command.orderType) << ORDER_TYPE_SHIFT) |
    (indexIn(TIMES_IN_FORCE, command.timeInForce) << TIME_IN_FORCE_SHIFT) |
    (indexIn(POSITION_SIDES, command.positionSide) << POSITION_SIDE_SHIFT) |
    (indexIn(STP_MODES, command.stpMode) << STP_SHIFT) |
    (indexIn(ORDER_SOURCES, command.source) << SOURCE_SHIFT) |
    (command.reduceOnly ? REDUCE_ONLY_BIT : 0) |
    (command.quoteAmount > 0n ? BY_QUOTE_BIT : 0) |
    (exits === undefined ? 0 : EXITS_BIT) |
    (margin === undefined ? 0 : marginBitsOf(margin))
  );
}

/** Bits of an order that draws on a margin account. */
function marginBitsOf(command: MarginTerms): number {
  return (
    (indexIn(ORDER_BACKINGS, command.backing) << BACKING_SHIFT) |
    (indexIn(LOAN_TYPES, command.loanType) << LOAN_TYPE_SHIFT)
  );
}

/** A basic unified account trades no coin-margined futures. */
function isAllowedAtLevel(user: User, instrument: Instrument): boolean {
  return !instrument.isInverse || !user.isUnified || isAdvanced(user.level);
}

function checkForm(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
): Rejection | undefined {
  if (instrument.realm !== user.realm) return "realm_mismatch";
  if (!isAllowedAtLevel(user, instrument)) return "account_level_too_low";
  if (!isTrading(instrument.status)) return "instrument_halted";
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const isMarket = !hasPrice(command.orderType);
  const isBuy = command.side === "buy";
  if (isMarket && instrument.isFutures && state.prices[instrument.index]?.mark === 0) {
    return "mark_price_missing";
  }
  if (!isMarket) {
    const refusal = checkPrice(state, instrument, isBuy, command.price);
    if (refusal !== undefined) return refusal;
  } else if (command.price !== NO_PRICE) {
    return "price_out_of_range";
  }
  const isByQuote = isMarket && isBuy && !instrument.isFutures;
  if (!isByQuote) {
    const missized = checkSize(instrument, command.size, command.price);
    if (missized !== undefined) return missized;
    return command.quoteAmount === 0n ? undefined : "amount_not_positive";
  }
  if (command.size !== 0 || command.quoteAmount <= 0n) return "amount_not_positive";
  return command.quoteAmount < instrument.valueMin ? "value_below_minimum" : undefined;
}

/** Whether a futures order may open a position: not if it is reduce-only or closes a hedged one. */
function mayOpen({ positionSide, reduceOnly, side }: PlaceOrder): boolean {
  return !reduceOnly && !isHedgeClose(indexIn(POSITION_SIDES, positionSide), side === "buy");
}

/** Position side and reduce-only against the mode (Place Order rules 1 to 4). */
function checkPositionTerms(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
): Rejection | undefined {
  const isBuy = command.side === "buy";
  const side = indexIn(POSITION_SIDES, command.positionSide);
  if (mayOpen(command)) {
    if (deliveryPhaseOf(instrument, state.timeMs) === "near") return "delivery_near";
    if (hasOpeningEnded(instrument.limits, state.timeMs)) return "opening_ended";
  }
  const positions = state.positions;
  const row = positions.find(user.index, instrument.index);
  const position = positionAt(row, closedSide(isBuy));
  const held = row === 0 ? 0 : positions.size.get(position);
  if (isHedgeIn(user, instrument)) {
    if (side === 0) return "position_side_required";
    if (command.reduceOnly) return "reduce_only_not_allowed";
    if (!isHedgeClose(side, isBuy)) return undefined;
    if (held === 0) return "no_position";
    const closable = held - positions.closingLots.get(position);
    return command.size > closable ? "insufficient_position" : undefined;
  }
  if (side !== 0) return "position_side_not_allowed";
  if (!command.reduceOnly) return undefined;
  if (held === 0) return "reduce_only_without_position";
  return command.size > held ? "reduce_only_exceeds_position" : undefined;
}

/**
 * Exits come with orders that open a position or buy on spot (auth-and-errors.md, 25612), with
 * their own money or in a unified account.
 */
function checkOrderExits(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
): Rejection | undefined {
  if (command.exits === undefined) return undefined;
  const exits = exitsOf(command.exits);
  if (!hasExits(exits)) return "exits_missing";
  const isBuy = command.side === "buy";
  const isOpening = instrument.isFutures ? mayOpen(command) : isBuy;
  if (!isOpening) return "exits_not_allowed";
  const reference = command.price === NO_PRICE ? undefined : command.price;
  const misplaced = checkExits(state, instrument, { isLong: isBuy, reference }, exits);
  return misplaced ?? checkPlanCount(state, user, 2);
}

/** Writes the order into its table; it is not yet in the user's list, the sums or the book. */
export function writeOrder(state: State, command: PlaceOrder): number {
  const orders = state.orders;
  const slot = orders.take(nextId(state));
  orders.setUser(slot, command.user);
  orders.setInstrument(slot, command.instrument);
  orders.setFlags(slot, flagsOf(command));
  orders.setPrice(slot, command.price);
  orders.setSize(slot, command.size);
  orders.setRemaining(slot, command.size);
  orders.setQuoteAmount(slot, command.quoteAmount);
  orders.setCreatedAtMs(slot, state.timeMs as TimeMs);
  orders.clientIds.add(command.user, slot, command.clientOrderId);
  return slot;
}

/**
 * Tells a spot order that is covered, written and reserved for, and that is executed next: from
 * here on nothing may reject.
 */
export function acceptSpot(
  state: State,
  user: User,
  command: PlaceOrder,
  slot: number,
  emit: Emit,
): void {
  state.orders.setBudget(slot, command.quoteAmount);
  linkToUser(state, user, slot, false);
  state.outcome.id = state.orders.id(slot);
  emitAccepted(state, slot, NO_ROW, emit);
  const { exits } = command;
  if (exits !== undefined) keepOrderExits(state, slot, exitsOf(exits), emit);
}

export function holdOf(instrument: Instrument, command: PlaceOrder): Atoms {
  if (command.quoteAmount > 0n) return command.quoteAmount;
  return spotHold(instrument, command.side === "buy", command.price, command.size);
}

function placeSpot(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
  emit: Emit,
): void {
  const wallet = walletOf(user, instrument);
  const coin = command.side === "buy" ? instrument.quote : instrument.base;
  const account = state.ledger.find(user.index, wallet, coin);
  const hold = holdOf(instrument, command);
  if (!canSpend(state, user, account, hold)) {
    return rejectOrder(state, command, "insufficient_available", emit);
  }
  const slot = writeOrder(state, command);
  state.orders.setPayAccount(slot, account);
  state.ledger.reserve(account, hold);
  acceptSpot(state, user, command, slot, emit);
  executeOrder(state, slot, spotLimit(state, instrument, command), emit);
}

/** An order of category MARGIN: what a fill misses becomes a debt of the unified account. */
function placeOnUnified(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
  emit: Emit,
): void {
  assert(command.margin !== undefined, "an order on margin says what it draws on");
  const isBuy = command.side === "buy";
  const paid = isBuy ? instrument.quote : instrument.base;
  const bought = isBuy ? instrument.base : instrument.quote;
  const hold = holdOf(instrument, command);
  const isSizedBuy = isBuy && command.quoteAmount === 0n;
  const gain = isSizedBuy ? spotHold(instrument, false, command.price, command.size) : undefined;
  const limit = hasPrice(command.orderType)
    ? command.price
    : collateralLimit(state, instrument, isBuy);
  const refusal =
    command.margin.loanType === "normal"
      ? (checkCollateralPrice(state, instrument, isBuy, limit) ??
        debtRefusal(state, user, instrument, { paid, bought, more: hold, gain }))
      : "margin_not_supported";
  if (refusal !== undefined) return rejectOrder(state, command, refusal, emit);
  const account = state.ledger.account(user.index, WALLET_INDEX.unified, paid);
  const slot = writeOrder(state, command);
  user.borrows = true;
  state.orders.setPayAccount(slot, account);
  state.ledger.reserve(account, hold);
  acceptSpot(state, user, command, slot, emit);
  executeOrder(state, slot, limit, emit);
}

/** A spot order on collateral: what it misses is borrowed first, where its terms say so. */
function placeOnMargin(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
  emit: Emit,
): void {
  assert(command.margin !== undefined, "an order on margin says what it draws on");
  const { backing, loanType } = command.margin;
  const reject = (reason: Rejection): void => rejectOrder(state, command, reason, emit);
  if (backing === "default" || backing === "unified_margin") {
    return reject("margin_not_supported");
  }
  const account = accountForOrder(state, user, backing, instrument);
  if (account === undefined) return reject("margin_not_supported");
  if (isUnwinding(state, account)) return reject("account_unwinding");
  const isBuy = command.side === "buy";
  const coin = isBuy ? instrument.quote : instrument.base;
  const hold = holdOf(instrument, command);
  const mayBorrow = (indexIn(LOAN_TYPES, loanType) & 1) === 1;
  const { price, quoteAmount, size } = command;
  const order = { account, instrument, isBuy, price, size, quoteAmount, hold, mayBorrow };
  const plan = creditPlan(state, order);
  if (typeof plan === "string") return reject(plan);
  if (plan.loan !== undefined) takeLoan(state, plan.loan, true, emit);
  const money = ledgerAccountOf(state, account, coin);
  const slot = writeOrder(state, command);
  state.orders.setPayAccount(slot, money);
  state.ledger.reserve(money, hold);
  acceptSpot(state, user, command, slot, emit);
  executeOrder(state, slot, plan.limit, emit);
}

/**
 * The worst price a futures order may trade at, or why its own may not be: orders of users close
 * nothing beyond bankruptcy, those of the exchange go as far as they must.
 */
function placingLimit(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
): Ticks | Rejection {
  const { orderType, price, side, source } = command;
  const isBuy = side === "buy";
  const isMarket = !hasPrice(orderType);
  const limit = isMarket ? marketLimit(state, instrument, isBuy) : price;
  if (IS_UNGUARDED[source]) return limit;
  const positionSide = indexIn(POSITION_SIDES, command.positionSide);
  const order = { user, instrument, isBuy, positionSide };
  if (isMarket) return guardedLimit(state, order, limit);
  return closingRefusal(state, order, price) ?? limit;
}

/** A futures order that is about to be placed, with what it depends on in the book. */
type FuturesOrder = {
  readonly command: PlaceOrder;
  readonly row: PositionRow;
  /** Farthest price that it reaches now; 0 when it meets nobody. */
  readonly reached: Ticks;
  readonly marginPrice: Ticks;
  readonly isImmediate: boolean;
};

/** Why an order that may open is refused, if it is: margin, limits of exposure, opening guard. */
function exposureRefusal(
  state: State,
  user: User,
  instrument: Instrument,
  order: FuturesOrder,
): Rejection | undefined {
  const { command, isImmediate, marginPrice, reached, row } = order;
  const { price, size } = command;
  const isBuy = command.side === "buy";
  const side = openedSide(isBuy);
  const value = valueAt(instrument, marginPrice, size);
  const worst = isImmediate ? reached : price;
  const openLoss = openLossAt(state, instrument, { isBuy, price: worst, size });
  const leverage = state.positions.leverage.get(positionAt(row, side));
  const scope = { user, instrument, row, leverage };
  const orders = { side, lots: size, value, openLoss };
  const isMarket = !hasPrice(command.orderType);
  const opening = { isBuy, price: isImmediate ? NO_PRICE : price, reached, size };
  return orderRefusal(state, scope, { orders, isMarket }) ?? openingRefusal(state, row, opening);
}

/** Whether an order trades at once or ends. */
function isImmediate({ orderType, timeInForce }: PlaceOrder): boolean {
  return !hasPrice(orderType) || TIME_IN_FORCE_TRAITS[timeInForce].remainder !== "rests";
}

function placeFutures(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
  emit: Emit,
): void {
  const { orders } = state;
  const isBuy = command.side === "buy";
  const limit = placingLimit(state, user, instrument, command);
  if (typeof limit === "string") return rejectOrder(state, command, limit, emit);
  const row = ensureRow(state, user, instrument);
  const { price, size } = command;
  const reached = reachOf(state, instrument, { isBuy, limit, size });
  const marginPrice = marginPriceOf(state, instrument, { isBuy, price, reached });
  const isOpening = mayOpen(command);
  const isBounded = isOpening && isImmediate(command);
  const order = { command, row, reached, marginPrice, isImmediate: isBounded };
  const refusal = isOpening ? exposureRefusal(state, user, instrument, order) : undefined;
  if (refusal !== undefined) return rejectOrder(state, command, refusal, emit);
  // From here on the order must succeed: nothing below may reject.
  const slot = writeOrder(state, command);
  orders.setMarginPrice(slot, marginPrice);
  orders.setWorstPrice(slot, reached);
  addOrderExposure(state, row, slot);
  linkToUser(state, user, slot, true);
  state.outcome.id = orders.id(slot);
  emitAccepted(state, slot, row, emit);
  const { exits } = command;
  if (exits !== undefined) keepOrderExits(state, slot, exitsOf(exits), emit);
  if (command.reduceOnly) {
    state.outcome.replacedReduceOnly = cancelReduceOnlyExcess(state, row, emit) > 0;
  }
  // An immediate order that may open trades no farther than the price of its open loss.
  executeOrder(state, slot, isBounded ? reached || limit : limit, emit);
}

/** The wallet or margin account that pays a spot order. */
function placeOnSpot(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceOrder,
  emit: Emit,
): void {
  const { margin } = command;
  if (margin === undefined) return placeSpot(state, user, instrument, command, emit);
  const place = margin.backing === "unified_margin" ? placeOnUnified : placeOnMargin;
  place(state, user, instrument, command, emit);
}

/**
 * Emits `order_accepted` and what matching brings, `order_repeated` for an exact repeat of a
 * pending order, or `order_rejected`; a rejection changes nothing. An unknown user or instrument is
 * rejected as such. Exits on margin are for unified accounts alone.
 */
export function placeOrder(state: State, command: PlaceOrder, emit: Emit): void {
  const { exits, margin } = command;
  if (exits !== undefined && margin !== undefined && margin.backing !== "unified_margin") {
    return rejectOrder(state, command, "exits_not_allowed", emit);
  }
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectOrder(state, command, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectOrder(state, command, "instrument_not_found", emit);
  const clientId = command.clientOrderId;
  assert(clientId.length <= CLIENT_ORDER_ID_LENGTH_MAX, "the gateway bounds client order ids");
  const pending = clientId === "" ? 0 : state.orders.clientIds.find(user.index, clientId);
  if (pending !== 0) {
    if (!isRepeat(state, command, flagsOf(command), pending))
      return rejectOrder(state, command, "duplicate_client_order_id", emit);
    state.outcome.id = state.orders.id(pending);
    return emitRepeated(state, pending, emit);
  }
  if (isClientIdKept(user, "order", clientId, state.timeMs))
    return rejectOrder(state, command, "duplicate_client_order_id", emit);
  const malformed =
    checkForm(state, user, instrument, command) ??
    checkOrderExits(state, user, instrument, command);
  if (malformed !== undefined) return rejectOrder(state, command, malformed, emit);
  if (!instrument.isFutures) {
    if (command.positionSide !== "net")
      return rejectOrder(state, command, "position_side_not_allowed", emit);
    if (command.reduceOnly) return rejectOrder(state, command, "reduce_only_not_allowed", emit);
    if (isAtSpotOrderLimit(user))
      return rejectOrder(state, command, "open_orders_limit_reached", emit);
    return placeOnSpot(state, user, instrument, command, emit);
  }
  if (margin !== undefined) return rejectOrder(state, command, "margin_not_supported", emit);
  const misplaced = checkPositionTerms(state, user, instrument, command);
  if (misplaced !== undefined) return rejectOrder(state, command, misplaced, emit);
  if (isAtFuturesOrderLimit(state, user, instrument))
    return rejectOrder(state, command, "open_orders_limit_reached", emit);
  if (mayOpen(command) && isAtPositionLimit(state, user, instrument, command.side === "buy"))
    return rejectOrder(state, command, "positions_limit_reached", emit);
  return placeFutures(state, user, instrument, command, emit);
}
