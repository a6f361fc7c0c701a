/** Matching and settlement, one trade at a time, every record looked up again. */

import {
  type CloseReason,
  type Side,
  WALLET_OF_BACKING,
  type Wallet,
} from "../../../src/core/base/vocabulary.ts";
import { feeOf, tradingFeeOf, worthOf } from "./naive-amounts.ts";
import { bestOrder, emitLevel, isWithin, opposite, wouldCross } from "./naive-book.ts";
import { rememberId } from "./naive-client-ids.ts";
import { meet } from "./naive-counterparties.ts";
import { chargeHour, tellDebt } from "./naive-debts.ts";
import { feeRateOf } from "./naive-fees.ts";
import { isFillable, isSelfTrade } from "./naive-fillable.ts";
import { takeFunding } from "./naive-funding.ts";
import { availableAt, loanAt, payBack, placeOf } from "./naive-lending.ts";
import { canBearFill, isGuarded } from "./naive-maker-guard.ts";
import { marginModeOf, putIn, takeOut } from "./naive-margin.ts";
import { leverageOf, marginAccount, positionOf, reserveOf, walletFor } from "./naive-money.ts";
import { canTrade } from "./naive-open-loss.ts";
import { cancel, exitsOfPosition, observe, protect } from "./naive-plans.ts";
import { noteTrade } from "./naive-prices.ts";
import {
  isClosing,
  isHedged,
  type NaiveInstrument,
  type NaiveOrder,
  type NaivePosition,
  remainingOf,
} from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Ends an order: out of the list, out of the book. */
export function closeOrder(state: NaiveState, order: NaiveOrder, reason: CloseReason): void {
  if (order.place !== undefined) {
    order.place = undefined;
    emitLevel(state, order);
  }
  state.orders.splice(state.orders.indexOf(order), 1);
  rememberId(state, "order", order);
  const isFilled = reason === "filled" || (reason === "dust" && order.filled > 0);
  state.emit("order_closed", {
    orderId: order.id,
    user: order.user,
    instrument: order.instrument,
    outcome: isFilled ? "filled" : "cancelled",
    reason,
    remaining: order.quoteAmount > 0n ? 0 : remainingOf(order),
  });
}

/** Open closing orders of a user against one position, oldest first. */
export function closingOrders(
  state: NaiveState,
  user: number,
  instrument: number,
  side: "long" | "short",
): NaiveOrder[] {
  const direction: Side = side === "long" ? "sell" : "buy";
  return state.orders.filter(
    (one) =>
      one.user === user &&
      one.instrument === instrument &&
      one.side === direction &&
      isClosing(one),
  );
}

/** While reduce-only orders exceed the position, the oldest resting one is cancelled. */
export function cancelExcess(state: NaiveState, user: number, instrument: number): boolean {
  if (isHedged(state.userAt(user), state.instrumentAt(instrument))) return false;
  let hasCancelled = false;
  for (const side of ["long", "short"] as const) {
    for (;;) {
      const orders = closingOrders(state, user, instrument, side);
      const total = orders.reduce((sum, one) => sum + remainingOf(one), 0);
      const held = positionOf(state, user, instrument, side)?.size ?? 0;
      const oldest = orders.find((one) => one.place !== undefined);
      if (total <= held || oldest === undefined) break;
      closeOrder(state, oldest, "reduce_only_excess");
      hasCancelled = true;
    }
  }
  return hasCancelled;
}

type Fill = {
  readonly order: NaiveOrder;
  readonly role: "taker" | "maker";
  /** Whose fee it pays, where that is not its role's. */
  readonly paysAs?: "taker" | "maker" | "none";
  readonly tradeId: number;
  readonly price: number;
  readonly size: number;
  readonly value: bigint;
  /** The user on the other side of a trade; none outside the book. */
  readonly other?: number;
};

type Settled = {
  readonly fee: bigint;
  readonly feeCurrency: number;
  readonly realisedPnl: bigint;
  readonly baseBalance: bigint;
  readonly quoteBalance: bigint;
  /** Positions that changed, as they are after the fill. */
  readonly positions: readonly NaivePosition[];
  readonly closedSize: number;
  readonly openedNotional: bigint;
  readonly closesPosition: boolean;
  /** What of a futures fill opened a position. */
  readonly openedSize: number;
};

function exchangeOf(state: NaiveState, order: NaiveOrder): number {
  return state.userAt(order.user).realm === "live" ? 0 : 1;
}

function settleSpot(state: NaiveState, instrument: NaiveInstrument, fill: Fill): Settled {
  const { order, role, size, value } = fill;
  const { backing } = order;
  const own = walletFor(state.userAt(order.user), instrument);
  const wallet = backing === "default" ? own : WALLET_OF_BACKING[backing];
  const part = backing === "isolated_margin" ? instrument.index : undefined;
  const base = state.account(order.user, wallet, instrument.base, part);
  const quote = state.account(order.user, wallet, instrument.quote, part);
  const lots = BigInt(size) * instrument.baseAtomsPerLot;
  const rate = feeRateOf(state, order.user, instrument, role);
  const isBuy = order.side === "buy";
  const fee = feeOf(isBuy ? lots : value, rate);
  const feeCurrency = isBuy ? instrument.base : instrument.quote;
  base.balance += isBuy ? lots - fee : -lots;
  quote.balance += isBuy ? -value : value - fee;
  state.account(exchangeOf(state, order), "fees", feeCurrency, undefined).balance += fee;
  const none = { realisedPnl: 0n, closedSize: 0, openedNotional: 0n, openedSize: 0 };
  const rest = { ...none, positions: [], closesPosition: false };
  return {
    ...rest,
    fee,
    feeCurrency,
    baseBalance: base.balance,
    quoteBalance: quote.balance,
  };
}

type Part = {
  readonly size: number;
  readonly value: bigint;
  readonly fee: bigint;
  /** 0 on a linear contract. */
  readonly price: number;
};

/** The lower of a price and those before it, of which 0 is none. */
function lowest(before: number, price: number): number {
  return before === 0 ? price : Math.min(before, price);
}

function lowerPosition(
  state: NaiveState,
  instrument: NaiveInstrument,
  position: NaivePosition,
  part: Part,
): bigint {
  const entry = (position.openNotional * BigInt(part.size)) / BigInt(position.size);
  const gain = part.value - entry;
  const isReversed = (position.side === "short") !== instrument.isInverse;
  const pnl = isReversed ? -gain : gain;
  position.size -= part.size;
  position.openNotional -= entry;
  position.closedSize += part.size;
  position.closedNotional += part.value;
  position.realisedPnl += pnl;
  position.closeFee += part.fee;
  position.closePriceMin = lowest(position.closePriceMin, part.price);
  position.closePriceMax = Math.max(position.closePriceMax, part.price);
  if (position.size === 0) state.positions.splice(state.positions.indexOf(position), 1);
  return pnl;
}

function raisePosition(state: NaiveState, order: NaiveOrder, part: Part): NaivePosition {
  const side = order.side === "buy" ? "long" : "short";
  let position = positionOf(state, order.user, order.instrument, side);
  if (position === undefined) {
    position = {
      id: state.nextId(),
      user: order.user,
      instrument: order.instrument,
      side,
      openedAtMs: state.timeMs,
      size: 0,
      openNotional: 0n,
      openedSize: 0,
      openedNotional: 0n,
      closedSize: 0,
      closedNotional: 0n,
      realisedPnl: 0n,
      openFee: 0n,
      closeFee: 0n,
      openPriceMin: 0,
      openPriceMax: 0,
      closePriceMin: 0,
      closePriceMax: 0,
      funding: 0n,
      fundingTaken: state.instrumentAt(order.instrument).funding.settlements.length,
      met: [],
    };
    state.positions.push(position);
  }
  position.size += part.size;
  position.openNotional += part.value;
  position.openedSize += part.size;
  position.openedNotional += part.value;
  position.openFee += part.fee;
  position.openPriceMin = lowest(position.openPriceMin, part.price);
  position.openPriceMax = Math.max(position.openPriceMax, part.price);
  return position;
}

/** Closes what the fill can of the opposite or named position, and opens with the rest. */
function settleFutures(state: NaiveState, instrument: NaiveInstrument, fill: Fill): Settled {
  const { order, paysAs, role, size, value } = fill;
  const user = state.userAt(order.user);
  const isForced = order.source === "offset" || order.source === "deleveraging";
  const isFree = user.index < 2 || isForced || paysAs === "none";
  const payingRole = paysAs === undefined || paysAs === "none" ? role : paysAs;
  const rate = feeRateOf(state, order.user, instrument, payingRole);
  const fee = isFree ? 0n : tradingFeeOf(instrument, fill.price, size, rate);
  const price = instrument.isInverse ? fill.price : 0;
  const closedSide = order.side === "buy" ? "short" : "long";
  const held = positionOf(state, order.user, order.instrument, closedSide);
  let closing = Math.min(size, held?.size ?? 0);
  if (isHedged(user, instrument)) closing = isClosing(order) ? size : 0;
  const closed = (amount: bigint): bigint => (amount * BigInt(closing)) / BigInt(size);
  const [closedNotional, closedFee] = [closed(value), closed(fee)];
  const positions: NaivePosition[] = [];
  let realisedPnl = 0n;
  if (closing > 0 && held !== undefined) {
    const part = { size: closing, value: closedNotional, fee: closedFee, price };
    realisedPnl = lowerPosition(state, instrument, held, part);
    positions.push(held);
  }
  if (closing < size) {
    const rest = { size: size - closing, value: value - closedNotional };
    const part = { ...rest, fee: fee - closedFee, price };
    const raised = raisePosition(state, order, part);
    if (fill.other !== undefined) meet(state, raised, fill.other, part.size);
    positions.push(raised);
  }
  const coin = instrument.settle;
  const account = state.account(user.index, walletFor(user, instrument), coin, undefined);
  const exchange = exchangeOf(state, order);
  account.balance += realisedPnl - fee;
  state.account(exchange, "clearing", coin, instrument.index).balance -= realisedPnl;
  state.account(exchange, "fees", coin, undefined).balance += fee;
  const closesPosition = closing > 0;
  return {
    fee,
    feeCurrency: coin,
    realisedPnl,
    positions,
    closesPosition,
    closedSize: closing,
    openedSize: size - closing,
    openedNotional: value - closedNotional,
    baseBalance: 0n,
    quoteBalance: account.balance,
  };
}

function emitPosition(
  state: NaiveState,
  instrument: NaiveInstrument,
  position: NaivePosition,
): void {
  const { id, side, fundingTaken: _, openNotional, ...rest } = position;
  const user = state.userAt(position.user);
  state.emit("position_changed", {
    ...rest,
    openNotional: openNotional,
    positionId: id,
    positionSide: side,
    isHedge: isHedged(user, instrument),
    leverage: leverageOf(user, instrument, side),
    marginMode: marginModeOf(user, instrument),
    margin: marginAccount(state, user, instrument, side).balance,
  });
}

/** What a fill brought in, less its fee, goes to the loan in that coin. */
function repayFromFill(
  state: NaiveState,
  instrument: NaiveInstrument,
  fill: Fill,
  fee: bigint,
): void {
  const { order, size, value } = fill;
  const isBuy = order.side === "buy";
  const coin = isBuy ? instrument.base : instrument.quote;
  const received = isBuy ? BigInt(size) * instrument.baseAtomsPerLot : value;
  const part = order.backing === "isolated_margin" ? instrument.index + 1 : 0;
  const place = placeOf(state, state.userAt(order.user), order.backing as Wallet, part);
  if (place === undefined) return;
  const loan = loanAt(state, place, coin);
  const available = availableAt(state, place, coin);
  const most = received - fee < available ? received - fee : available;
  const { id } = state.outcome;
  if (loan !== undefined && most > 0n) payBack(state, loan, most, "auto");
  state.outcome.id = id;
}

/** Answers the id of the fill. */
export function fillOrder(state: NaiveState, instrument: NaiveInstrument, fill: Fill): number {
  const { order } = fill;
  chargeHour(state, order.user);
  if (instrument.isFutures) takeFunding(state, order.user, order.instrument);
  const settled = instrument.isFutures
    ? settleFutures(state, instrument, fill)
    : settleSpot(state, instrument, fill);
  order.filled += fill.size;
  order.filledNotional += fill.value;
  if (instrument.isInverse) {
    order.fillPriceMin = lowest(order.fillPriceMin, fill.price);
    order.fillPriceMax = Math.max(order.fillPriceMax, fill.price);
  }
  order.feeTotal += settled.fee;
  if (order.quoteAmount > 0n) order.size = order.filled;
  const { fee, feeCurrency, realisedPnl, baseBalance, quoteBalance, closesPosition } = settled;
  const fillId = state.nextId();
  state.emit("order_filled", {
    fillId,
    tradeId: fill.tradeId,
    orderId: order.id,
    user: order.user,
    instrument: order.instrument,
    side: order.side,
    positionSide: order.positionSide,
    role: fill.role,
    closesPosition,
    price: fill.price,
    size: fill.size,
    value: fill.value,
    fee,
    feeCurrency,
    realisedPnl,
    sizingPriceE6: order.sizingPriceE6,
    filled: order.filled,
    filledNotional: order.filledNotional,
    fillPriceMin: order.fillPriceMin,
    fillPriceMax: order.fillPriceMax,
    feeTotal: order.feeTotal,
    remaining: remainingOf(order),
    baseBalance,
    quoteBalance,
    backing: order.backing,
  });
  const { base, isFutures, quote, settle } = instrument;
  for (const coin of isFutures ? [settle] : [quote, base]) {
    tellDebt(state, state.account(order.user, "unified", coin, undefined));
  }
  if (order.loanType === "auto_repay" || order.loanType === "auto_borrow_repay") {
    repayFromFill(state, instrument, fill, fee);
  }
  const [first, last] = [settled.positions[0], settled.positions.at(-1)];
  if (first !== undefined && closesPosition) takeOut(state, first, settled.closedSize);
  if (last !== undefined && settled.openedNotional > 0n) putIn(state, last, settled.openedNotional);
  for (const position of settled.positions) {
    emitPosition(state, instrument, position);
    if (position.size > 0) continue;
    for (const plan of exitsOfPosition(state, order.user, order.instrument, position.side)) {
      cancel(state, plan, "position_closed");
    }
  }
  protect(state, order, instrument.isFutures ? settled.openedSize : fill.size);
  return fillId;
}

function trade(state: NaiveState, taker: NaiveOrder, maker: NaiveOrder, size: number): void {
  const instrument = state.instrumentAt(taker.instrument);
  const { price } = maker;
  const tradeId = state.nextId();
  noteTrade(state, instrument, { price, size });
  state.emit("trade_executed", {
    tradeId,
    instrument: instrument.index,
    price,
    size,
    takerSide: taker.side,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
  });
  observe(state, instrument, "last", price);
  const value = worthOf(instrument, price, size);
  const match = { tradeId, price, size, value };
  fillOrder(state, instrument, { ...match, order: maker, role: "maker", other: taker.user });
  fillOrder(state, instrument, { ...match, order: taker, role: "taker", other: maker.user });
  if (remainingOf(maker) === 0) closeOrder(state, maker, "filled");
  else emitLevel(state, maker);
  if (!instrument.isFutures) return;
  cancelExcess(state, maker.user, instrument.index);
  cancelExcess(state, taker.user, instrument.index);
}

/** What the order may still take from a maker: its size, or what its budget pays. */
function wantedOf(state: NaiveState, order: NaiveOrder, maker: NaiveOrder): number {
  if (order.quoteAmount === 0n) return remainingOf(order);
  const instrument = state.instrumentAt(order.instrument);
  return Number(reserveOf(instrument, order) / (BigInt(maker.price) * instrument.scale));
}

/** Trades while it can; answers why the order must end now, if it must. */
function match(state: NaiveState, order: NaiveOrder, limit: number): CloseReason | undefined {
  const isByQuote = order.quoteAmount > 0n;
  for (;;) {
    const isDone = isByQuote
      ? order.filledNotional === order.quoteAmount
      : remainingOf(order) === 0;
    if (isDone) return "filled";
    const maker = bestOrder(state, order.instrument, opposite(order.side));
    if (maker === undefined || !isWithin(order.side, limit, maker.price)) return undefined;
    const size = Math.min(wantedOf(state, order, maker), remainingOf(maker));
    if (size === 0) return "dust";
    if (!isSelfTrade(state, order, maker)) {
      const isBorne =
        canTrade(state, maker) && (!isGuarded(state, maker) || canBearFill(state, maker, size));
      if (isBorne) trade(state, order, maker, size);
      else closeOrder(state, maker, "insolvent");
      continue;
    }
    if (order.stpMode !== "cancel_taker") closeOrder(state, maker, "self_trade");
    if (order.stpMode !== "cancel_maker") return "self_trade";
  }
}

/** Runs an order that is in the list against the book; `limit` 0 is none. */
export function execute(state: NaiveState, order: NaiveOrder, limit: number): void {
  const { instrument, orderType, side } = order;
  const timeInForce = orderType === "market" ? "ioc" : order.timeInForce;
  if (timeInForce === "post_only" && wouldCross(state, instrument, side, limit)) {
    return closeOrder(state, order, "post_only_would_take");
  }
  if (timeInForce === "fok" && !isFillable(state, order, limit)) {
    return closeOrder(state, order, "fok_unfillable");
  }
  const end = match(state, order, limit);
  if (end !== undefined) return closeOrder(state, order, end);
  if (orderType === "market") return closeOrder(state, order, "no_depth");
  if (timeInForce === "ioc") return closeOrder(state, order, "ioc_remainder");
  if (timeInForce === "fok") return closeOrder(state, order, "fok_unfillable");
  order.place = state.arrivals++;
  emitLevel(state, order);
}
