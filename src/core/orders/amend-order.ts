/** Changing a resting order's price or size under the same id. */
import type { User } from "../accounts/user.ts";
import { assert } from "../assert.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import type { AmendOrder } from "../commands.ts";
import type { Purchase } from "../debts/borrowed.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { UNIFIED_BACKING } from "../loans/margin-account.ts";
import { canSpend } from "../margin/coverage.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { requiredMarginOf } from "../margin/margin.ts";
import { crosses } from "../matching/crossing.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_LOTS } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { reservationChange } from "../order-book/spot-amounts.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import {
  addOrderExposure,
  closedSide,
  isHedgeIn,
  removeOrderExposure,
} from "../positions/exposure.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { isTrading } from "../word-traits.ts";
import { changeExits, changesExits, checkExitChange } from "./change-exits.ts";
import { closeOrder, takeFromBook } from "./close-order.ts";
import { closingRefusal } from "./closing-guard.ts";
import { executeOrder } from "./execute-order.ts";
import { findOrder } from "./find-order.ts";
import { openingRefusal } from "./opening-guard.ts";
import {
  checkCollateralPrice,
  checkPrice,
  checkSize,
  marginPriceOf,
  marginRefusal,
  reachOf,
} from "./order-checks.ts";
import { emitAmended, emitLevel, emitMoved } from "./order-events.ts";

/** The new terms of an order: price, whole size, and what of it remains. */
type Terms = { price: Ticks; size: Lots; remaining: Lots };

/** Reused for every change; nothing keeps it. */
const terms: Terms = { price: NO_PRICE, size: ZERO_LOTS, remaining: ZERO_LOTS };

function readTerms(state: State, slot: number, command: AmendOrder): void {
  const orders = state.orders;
  const { price, size } = command;
  terms.price = price === NO_PRICE ? orders.price(slot) : price;
  terms.size = size === 0 ? orders.size(slot) : size;
  terms.remaining = (terms.size - orders.filled(slot)) as Lots;
}

function checkTerms(state: State, slot: number, instrument: Instrument): Rejection | undefined {
  const orders = state.orders;
  const backing = orders.backing(slot);
  if (backing !== 0 && backing !== UNIFIED_BACKING) return "order_not_amendable";
  if (!isTrading(instrument.status)) return "instrument_halted";
  const user = state.users[orders.user(slot)] as User;
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const isSamePrice = terms.price === orders.price(slot);
  if (isSamePrice && terms.size === orders.size(slot)) return "order_not_changed";
  if (terms.remaining <= 0) return "size_below_filled";
  const isBuy = orders.isBuy(slot);
  const mispriced = isSamePrice ? undefined : checkPrice(state, instrument, isBuy, terms.price);
  if (mispriced !== undefined) return mispriced;
  if (backing === UNIFIED_BACKING) {
    const beyond = checkCollateralPrice(state, instrument, isBuy, terms.price);
    if (beyond !== undefined) return beyond;
  }
  const missized = checkSize(instrument, terms.size, terms.price);
  if (missized !== undefined) return missized;
  if (!isSamePrice && instrument.isFutures) {
    const user = state.users[orders.user(slot)] as User;
    const order = { user, instrument, isBuy, positionSide: orders.positionSide(slot) };
    const refusal = closingRefusal(state, order, terms.price);
    if (refusal !== undefined) return refusal;
  }
  const growth = terms.remaining - orders.remaining(slot);
  if (!instrument.isFutures || growth <= 0 || !isClosingOrder(state, slot)) return undefined;
  return checkClosable(state, slot, instrument, growth);
}

/** A closing order may grow only within what its position has left. */
function checkClosable(
  state: State,
  slot: number,
  instrument: Instrument,
  growth: number,
): Rejection | undefined {
  const { orders, positions } = state;
  const user = state.users[orders.user(slot)] as User;
  const row = positions.find(user.index, instrument.index);
  const at = row * 2 + closedSide(orders.isBuy(slot));
  if (growth <= positions.size.get(at) - positions.closingLots.get(at)) return undefined;
  return isHedgeIn(user, instrument) ? "insufficient_position" : "reduce_only_exceeds_position";
}

/** What a spot order that holds `more` pays with and buys. */
function purchaseOf(state: State, slot: number, instrument: Instrument, more: Atoms): Purchase {
  const { base, quote } = instrument;
  if (state.orders.isBuy(slot)) return { paid: quote, bought: base, more };
  return { paid: base, bought: quote, more };
}

function uncoveredIn(
  state: State,
  user: User,
  account: number,
  amount: Atoms,
): Rejection | undefined {
  return canSpend(state, user, account, amount) ? undefined : "insufficient_available";
}

/** Changes the reservation of a spot order, or tells why not, with nothing changed. */
function reserveSpot(state: State, slot: number, instrument: Instrument): Rejection | undefined {
  const { ledger, orders } = state;
  // A sell holds its size, whatever its price: most moves of sells change nothing here.
  if (!orders.isBuy(slot) && terms.remaining === orders.remaining(slot)) return undefined;
  const more = reservationChange(state, slot, instrument, terms);
  const account = orders.payAccount(slot);
  if (more > 0n) {
    const user = state.users[orders.user(slot)] as User;
    const refusal =
      orders.backing(slot) === UNIFIED_BACKING
        ? debtRefusal(state, user, instrument, purchaseOf(state, slot, instrument, more))
        : uncoveredIn(state, user, account, more);
    if (refusal !== undefined) return refusal;
  }
  if (more !== 0n) ledger.reserve(account, more);
  return undefined;
}

/** Changes the exposure of a futures order, or tells why not, with nothing changed. */
function reserveFutures(state: State, slot: number, instrument: Instrument): Rejection | undefined {
  const { orders, positions } = state;
  const row = positions.find(orders.user(slot), instrument.index);
  const before = requiredMarginOf(state, row);
  const marginPrice = orders.marginPrice(slot);
  const remaining = orders.remaining(slot);
  const isBuy = orders.isBuy(slot);
  const priceBefore = orders.price(slot);
  const { price, remaining: size } = terms;
  const reached = reachOf(state, instrument, { isBuy, limit: price, size });
  const wanted = { isBuy, price, reached, size };
  removeOrderExposure(state, row, slot);
  orders.setMarginPrice(slot, marginPriceOf(state, instrument, wanted));
  orders.setPrice(slot, price);
  orders.setRemaining(slot, size);
  addOrderExposure(state, row, slot);
  const refusal =
    marginRefusal(state, row, { before, isBuy, isMarket: false }) ??
    (isClosingOrder(state, slot) ? undefined : openingRefusal(state, row, wanted));
  if (refusal !== undefined) {
    removeOrderExposure(state, row, slot);
    orders.setMarginPrice(slot, marginPrice);
  }
  orders.setPrice(slot, priceBefore);
  orders.setRemaining(slot, remaining);
  if (refusal !== undefined) addOrderExposure(state, row, slot);
  return refusal;
}

/** A pure reduction keeps the order's place in its queue. */
function reduceInPlace(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const book = state.books[orders.instrument(slot)] as OrderBook;
  const total = book.reduce(slot, (orders.remaining(slot) - terms.remaining) as Lots);
  orders.setSize(slot, terms.size);
  emitAmended(state, slot, emit);
  emitLevel(state, slot, total, emit);
}

/** Whether an order neither trades at its new price nor ends for its terms. */
function restsAgain(state: State, slot: number): boolean {
  const orders = state.orders;
  const book = state.books[orders.instrument(slot)] as OrderBook;
  return orders.rests(slot) && !crosses(book, orders.isBuy(slot), terms.price);
}

/** From one queue to the end of another; what `takeFromBook` and `executeOrder` come to then. */
function moveInBook(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const book = state.books[orders.instrument(slot)] as OrderBook;
  const from = { price: orders.price(slot), left: book.remove(slot) };
  orders.setPrice(slot, terms.price);
  orders.setSize(slot, terms.size);
  orders.setRemaining(slot, terms.remaining);
  emitMoved(state, slot, from, book.add(slot), emit);
}

function applyTerms(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const isReduction =
    terms.price === orders.price(slot) && terms.remaining < orders.remaining(slot);
  if (isReduction) return reduceInPlace(state, slot, emit);
  if (restsAgain(state, slot)) return moveInBook(state, slot, emit);
  takeFromBook(state, slot, emit);
  orders.setPrice(slot, terms.price);
  orders.setSize(slot, terms.size);
  orders.setRemaining(slot, terms.remaining);
  emitAmended(state, slot, emit);
  executeOrder(state, slot, terms.price, emit);
}

/** Says no, or, where the command asks for that, cancels the order that cannot be changed. */
function refuse(
  state: State,
  slot: number,
  command: AmendOrder,
  to: { readonly refusal: Rejection; readonly emit: Emit },
): void {
  if (!command.autoCancel) return rejectCommand(state, command.user, to.refusal, to.emit);
  state.outcome.id = state.orders.id(slot);
  closeOrder(state, slot, "amend_failed", to.emit);
}

/** Changes price and size to those in `terms`, and the exits where they change. */
function changeOrder(state: State, slot: number, command: AmendOrder, emit: Emit): void {
  const { orders } = state;
  const instrument = state.instruments[orders.instrument(slot)] as Instrument;
  const refusal = checkTerms(state, slot, instrument);
  if (refusal !== undefined) return refuse(state, slot, command, { refusal, emit });
  const uncovered = instrument.isFutures
    ? reserveFutures(state, slot, instrument)
    : reserveSpot(state, slot, instrument);
  if (uncovered !== undefined) return refuse(state, slot, command, { refusal: uncovered, emit });
  // From here on the change must succeed: nothing below may reject.
  state.outcome.id = orders.id(slot);
  if (command.exits !== undefined) changeExits(state, slot, command.exits, emit);
  applyTerms(state, slot, emit);
}

/** As `amendOrder`, for a change that leaves the order with other exits than it has. */
function amendWithExits(state: State, slot: number, command: AmendOrder, emit: Emit): void {
  const { orders } = state;
  const { exits } = command;
  assert(exits !== undefined, "a change of exits says which");
  const refusal = checkExitChange(state, slot, exits, terms.price);
  if (refusal !== undefined) return refuse(state, slot, command, { refusal, emit });
  const isSame = terms.price === orders.price(slot) && terms.size === orders.size(slot);
  if (!isSame) return changeOrder(state, slot, command, emit);
  state.outcome.id = orders.id(slot);
  changeExits(state, slot, exits, emit);
}

/**
 * Emits `order_amended` and what matching brings, or `command_rejected`, which changes nothing;
 * with `autoCancel` a change that is refused for its terms or funds ends in `order_closed` instead.
 * `order_exits_set` comes before them where the exits change: what the change fills is protected by
 * them. Exits alone leave the order in its place.
 */
export function amendOrder(state: State, command: AmendOrder, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, command.user, "order_not_found", emit);
  readTerms(state, slot, command);
  const { exits } = command;
  if (exits !== undefined && changesExits(state, slot, exits)) {
    return amendWithExits(state, slot, command, emit);
  }
  changeOrder(state, slot, command, emit);
}
