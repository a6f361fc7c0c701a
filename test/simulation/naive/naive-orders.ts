/** Placing, changing and cancelling orders: the sequences of checks as the rules state them. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Side, TriggerSource } from "../../../src/core/base/vocabulary.ts";
import type {
  AmendOrder,
  DraftOf,
  PlaceOrder,
  ReplaceOrder,
} from "../../../src/core/commands/commands.ts";
import { emitLevel, passingOf } from "./naive-book.ts";
import { forgetId, isRemembered, namedBy } from "./naive-client-ids.ts";
import { judgeMargin, marginPriceOf } from "./naive-cover.ts";
import { judgeBorrowing, judgeCollateralPrice } from "./naive-debts.ts";
import { isNearDelivery } from "./naive-delivery.ts";
import { hasFreeze } from "./naive-freezes.ts";
import { bandOf, judgeClosing, limitOf } from "./naive-guard.ts";
import { hasOrdersEnough, hasPositionsEnough } from "./naive-limits.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import { marginModeOf } from "./naive-margin.ts";
import { neededFor, placeOnMargin } from "./naive-margin-orders.ts";
import { cancelExcess, closeOrder, closingOrders, execute } from "./naive-matching.ts";
import { openIn } from "./naive-mode.ts";
import { leverageOf, positionOf, reserveOf, spendableOf, walletFor } from "./naive-money.ts";
import { farthest, isTooRisky } from "./naive-opening-guard.ts";
import { judgeSize } from "./naive-order-limits.ts";
import { exitsIn, sourcePriceOf } from "./naive-plans.ts";
import { referenceOf } from "./naive-prices.ts";
import {
  isClosing,
  isHedged,
  type NaiveExits,
  type NaiveInstrument,
  type NaiveOrder,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import { orderSizing } from "./naive-sizing.ts";
import type { NaiveState } from "./naive-state.ts";
import { judgeStatus } from "./naive-status.ts";
import { judgeUnitOrder } from "./naive-units.ts";

function judgePrice(instrument: NaiveInstrument, side: Side, price: number): Rejection | undefined {
  if (price === 0) return "price_missing";
  if (price > instrument.priceMax) return "price_out_of_range";
  if ((instrument.isFutures ? instrument.mark : referenceOf(instrument)) === 0) return undefined;
  const band = bandOf(instrument, side);
  if (side === "buy" && price > band) return "price_above_band";
  return side === "sell" && price < band ? "price_below_band" : undefined;
}

function judgeStanding(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceOrder,
): Rejection | undefined {
  if (user.realm !== instrument.realm) return "realm_mismatch";
  const isBasic = user.accountKind === "unified" && user.level === "basic";
  if (isBasic && instrument.isInverse) return "account_level_too_low";
  const isHeld = isLiquidating(state, user, instrument);
  return (
    judgeStatus(state.timeMs, instrument, command) ?? (isHeld ? "account_liquidating" : undefined)
  );
}

function judgeForm(instrument: NaiveInstrument, command: PlaceOrder): Rejection | undefined {
  const { price, quoteAmount, side, size } = command;
  const isMarket = command.orderType === "market";
  if (isMarket && instrument.isFutures && instrument.mark === 0) return "mark_price_missing";
  if (isMarket && price !== 0) return "price_out_of_range";
  const mispriced = isMarket ? undefined : judgePrice(instrument, side, price);
  if (mispriced !== undefined) return mispriced;
  if (isMarket && side === "buy" && !instrument.isFutures) {
    if (size !== 0 || quoteAmount <= 0n) return "amount_not_positive";
    return quoteAmount < instrument.valueMin ? "value_below_minimum" : undefined;
  }
  const sized = { isMarket, price, isClosing: isClosing(command) };
  const sizeFault = judgeSize(instrument, size, sized);
  if (sizeFault !== undefined) return sizeFault;
  return quoteAmount === 0n ? undefined : "amount_not_positive";
}

function judgePositionTerms(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceOrder,
): Rejection | undefined {
  const { positionSide, reduceOnly, side, size } = command;
  if (!instrument.isFutures) {
    if (command.opening !== undefined) return "margin_mode_not_allowed";
    if (positionSide !== "net") return "position_side_not_allowed";
    return reduceOnly ? "reduce_only_not_allowed" : undefined;
  }
  if (!isClosing(command)) {
    if (isNearDelivery(state, instrument)) return "delivery_near";
    const { opensUntilMs } = instrument.limits;
    if (opensUntilMs > 0 && opensUntilMs <= state.timeMs) return "opening_ended";
  }
  const closed = side === "buy" ? "short" : "long";
  const held = positionOf(state, user.index, instrument.index, closed)?.size ?? 0;
  if (isHedged(user, instrument)) {
    if (positionSide === "net") return "position_side_required";
    if (reduceOnly) return "reduce_only_not_allowed";
    if (positionSide !== closed) return undefined;
    if (held === 0) return "no_position";
    const occupied = closingOrders(state, user.index, instrument.index, closed);
    const taken = occupied.reduce((sum, one) => sum + remainingOf(one), 0);
    return size > held - taken ? "insufficient_position" : undefined;
  }
  if (positionSide !== "net") return "position_side_not_allowed";
  if (!reduceOnly) return undefined;
  if (held === 0) return "reduce_only_without_position";
  return size > held ? "reduce_only_exceeds_position" : undefined;
}

const NO_MARGIN = { backing: "default", loanType: "normal" } as const;
export type Margin = Pick<NaiveOrder, "backing" | "loanType">;

/** The terms of an order without its exits. */
function termsOf(command: PlaceOrder) {
  const { clientOrderId, instrument, orderType, positionSide, price, quoteAmount } = command;
  const { reduceOnly, side, size, source, stpMode, timeInForce, user } = command;
  const order = { user, instrument, side, orderType, timeInForce, positionSide, reduceOnly };
  return { ...order, stpMode, price, size, quoteAmount, clientOrderId, source };
}

function newOrder(state: NaiveState, command: PlaceOrder): NaiveOrder {
  const order: NaiveOrder = {
    ...termsOf(command),
    ...(command.margin ?? NO_MARGIN),
    exits: command.exits === undefined ? undefined : exitsIn(command.exits),
    exitPlans: { profit: 0, loss: 0 },
    sizingPriceE6: orderSizing(state.instrumentAt(command.instrument), command),
    id: state.nextId(),
    filled: 0,
    filledNotional: 0n,
    fillPriceMin: 0,
    fillPriceMax: 0,
    feeTotal: 0n,
    place: undefined,
  };
  state.orders.push(order);
  state.outcome.id = order.id;
  return order;
}

export function accept(state: NaiveState, command: PlaceOrder, leverage: number): NaiveOrder {
  const order = newOrder(state, command);
  const { backing, exits, id: orderId, instrument, loanType, sizingPriceE6, user } = order;
  const marginMode =
    leverage > 0
      ? marginModeOf(state.userAt(user), state.instrumentAt(instrument))
      : ("crossed" as const);
  const names = { orderId, leverage, marginMode, backing, loanType, sizingPriceE6 };
  const accepted = { ...termsOf(command), ...names };
  state.emit("order_accepted", accepted);
  if (exits !== undefined) state.emit("order_exits_set", { orderId, user, instrument, ...exits });
  return order;
}

export function rejectOrder(state: NaiveState, command: PlaceOrder, reason: Rejection): void {
  const { clientOrderId, instrument, user } = command;
  state.outcome.rejection = reason;
  state.emit("order_rejected", { user, instrument, reason, clientOrderId });
}

function isRepeat(command: PlaceOrder, order: NaiveOrder): boolean {
  const { backing, loanType } = command.margin ?? NO_MARGIN;
  if (order.backing !== backing || order.loanType !== loanType) return false;
  const names = [
    "instrument",
    "side",
    "orderType",
    "timeInForce",
    "positionSide",
    "reduceOnly",
    "stpMode",
    "source",
    "price",
    "size",
    "quoteAmount",
  ] as const;
  if (!names.every((name) => command[name] === order[name])) return false;
  const exits = command.exits === undefined ? undefined : exitsIn(command.exits);
  return JSON.stringify(exits) === JSON.stringify(order.exits);
}

/** A trigger price in range, of a source that has one. */
export function judgeTrigger(
  instrument: NaiveInstrument,
  by: TriggerSource,
  price: number,
): Rejection | undefined {
  if (price === 0 || price > instrument.priceMax) return "trigger_price_out_of_range";
  return sourcePriceOf(instrument, by) === 0 ? "trigger_price_unknown" : undefined;
}

/** Take-profits lie beyond the reference price, stop-losses before it, seen from the position. */
export function judgeExits(
  instrument: NaiveInstrument,
  exits: NaiveExits,
  at: { readonly isLong: boolean; readonly reference: number | undefined },
): Rejection | undefined {
  for (const leg of ["profit", "loss"] as const) {
    const [trigger, by, price] = [exits[`${leg}Trigger`], exits[`${leg}By`], exits[`${leg}Price`]];
    if (trigger === 0 && price !== 0) return "exits_missing";
    if (trigger === 0) continue;
    if (price > instrument.priceMax) return "price_out_of_range";
    const refusal = judgeTrigger(instrument, by, trigger);
    if (refusal !== undefined) return refusal;
    const reference = at.reference ?? sourcePriceOf(instrument, by);
    const isAbove = at.isLong === (leg === "profit");
    const isGood = isAbove ? trigger > reference : trigger < reference;
    if (isGood) continue;
    return leg === "profit" ? "take_profit_not_beyond" : "stop_loss_not_beyond";
  }
  return undefined;
}

function judgeOwnExits(state: NaiveState, command: PlaceOrder): Rejection | undefined {
  const { exits } = command;
  if (exits === undefined) return undefined;
  if (exits.profitTrigger === 0 && exits.lossTrigger === 0) return "exits_missing";
  const instrument = state.instrumentAt(command.instrument);
  const isLong = command.side === "buy";
  if (instrument.isFutures ? isClosing(command) : !isLong) return "exits_not_allowed";
  const reference = command.price === 0 ? undefined : command.price;
  const misplaced = judgeExits(instrument, exits, { isLong, reference });
  if (misplaced !== undefined) return misplaced;
  const count = state.plans.filter((one) => one.user === command.user).length;
  return count + 2 > state.userAt(command.user).openOrdersMax ? "plans_limit_reached" : undefined;
}

function placeSpot(state: NaiveState, user: NaiveUser, command: PlaceOrder): void {
  const instrument = state.instrumentAt(command.instrument);
  const { price, side } = command;
  const coin = side === "buy" ? instrument.quote : instrument.base;
  const needed = neededFor(instrument, command);
  if (spendableOf(state, user, walletFor(user, instrument), coin) < needed) {
    return rejectOrder(state, command, "insufficient_available");
  }
  const limit = command.orderType === "market" ? bandOf(instrument, side) : price;
  execute(state, accept(state, command, 0), limit);
}

function placeFutures(state: NaiveState, user: NaiveUser, command: PlaceOrder): void {
  const instrument = state.instrumentAt(command.instrument);
  const { price, side, size } = command;
  const limit = limitOf(state, user, command);
  if (typeof limit === "string") return rejectOrder(state, command, limit);
  const mode = isClosing(command) ? undefined : command.opening?.marginMode;
  const undo = openIn(state, user, instrument, mode);
  if (typeof undo === "string") return rejectOrder(state, command, undo);
  const refuse = (reason: Rejection): void => {
    undo();
    rejectOrder(state, command, reason);
  };
  const isMarket = command.orderType === "market";
  const isImmediate = isMarket || command.timeInForce === "ioc" || command.timeInForce === "fok";
  const passing = isImmediate ? passingOf(state, command) : undefined;
  const marginPrice = marginPriceOf(state, instrument, { side, limit, price, size, passing });
  const worst = isImmediate ? farthest(state, instrument, { side, limit, size, passing }) : price;
  const wanted = { side, isClosing: isClosing(command), price: marginPrice, worst, size };
  const refusal = judgeMargin(state, user, instrument, { wanted, instead: undefined, isMarket });
  if (refusal !== undefined) return refuse(refusal);
  const opening = { side, limit, price: isImmediate ? 0 : price, size, passing };
  if (!wanted.isClosing && isTooRisky(state, user, instrument, opening)) {
    return refuse("opening_too_risky");
  }
  const held = command.positionSide === "short" ? "short" : "long";
  const order = accept(state, command, leverageOf(user, instrument, held));
  if (order.reduceOnly) {
    const hasCancelled = cancelExcess(state, user.index, instrument.index);
    state.outcome.replacedReduceOnly = hasCancelled;
  }
  const isBounded = isImmediate && !wanted.isClosing && worst !== 0;
  execute(state, order, isBounded ? worst : limit);
}

/** The first reason against an order, before its funds are looked at. */
export function judgePlacing(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceOrder,
): Rejection | undefined {
  const mayOpen = instrument.isFutures && !isClosing(command);
  const closes = instrument.isFutures && !mayOpen;
  const misformed =
    judgeStanding(state, user, instrument, command) ??
    (!closes && hasFreeze(state, user.index, "trading") ? "account_frozen" : undefined) ??
    judgeForm(instrument, command) ??
    (closes ? undefined : judgeUnitOrder(state, user.index, instrument, command.side)) ??
    judgeOwnExits(state, command);
  if (misformed !== undefined) return misformed;
  if (command.margin !== undefined && instrument.isFutures) return "margin_not_supported";
  const misplaced = judgePositionTerms(state, user, instrument, command);
  if (misplaced !== undefined) return misplaced;
  const { orderType, timeInForce } = command;
  const mayRest = timeInForce === "gtc" || timeInForce === "post_only";
  const isCounted = !closes || (mayRest && orderType !== "market");
  if (isCounted && hasOrdersEnough(state, user, instrument)) return "open_orders_limit_reached";
  const isFull = mayOpen && hasPositionsEnough(state, user, instrument, command.side);
  return isFull ? "positions_limit_reached" : undefined;
}

export function placeOrder(state: NaiveState, command: PlaceOrder): void {
  const { margin } = command;
  const isOnLoan = margin !== undefined && margin.backing !== "unified_margin";
  if (command.exits !== undefined && isOnLoan) {
    return rejectOrder(state, command, "exits_not_allowed");
  }
  const user = state.ordinary(command.user);
  if (user === undefined) return rejectOrder(state, command, "user_not_found");
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectOrder(state, command, "instrument_not_found");
  const pending = namedBy(state.orders, user.index, command.clientOrderId);
  if (pending !== undefined) {
    const mode = command.opening?.marginMode ?? marginModeOf(user, instrument);
    if (!isRepeat(command, pending) || mode !== marginModeOf(user, instrument)) {
      return rejectOrder(state, command, "duplicate_client_order_id");
    }
    state.outcome.id = pending.id;
    return state.emit("order_repeated", {
      orderId: pending.id,
      user: pending.user,
      instrument: pending.instrument,
    });
  }
  if (isRemembered(state, "order", { user: user.index, id: command.clientOrderId })) {
    return rejectOrder(state, command, "duplicate_client_order_id");
  }
  const refusal = judgePlacing(state, user, instrument, command);
  if (refusal !== undefined) return rejectOrder(state, command, refusal);
  if (margin !== undefined) placeOnMargin(state, user, command, margin);
  else if (instrument.isFutures) placeFutures(state, user, command);
  else placeSpot(state, user, command);
}

export function findOrder(
  state: NaiveState,
  named: { readonly user: number; readonly orderId: number; readonly clientOrderId: string },
): NaiveOrder | undefined {
  const own = state.openOrdersOf(named.user);
  if (named.orderId !== 0) return own.find((one) => one.id === named.orderId);
  return namedBy(own, named.user, named.clientOrderId);
}

type Terms = { readonly price: number; readonly size: number };

function judgeTerms(state: NaiveState, order: NaiveOrder, terms: Terms): Rejection | undefined {
  const instrument = state.instrumentAt(order.instrument);
  const user = state.userAt(order.user);
  const { price, size } = terms;
  const { backing } = order;
  if (backing !== "default" && backing !== "unified_margin") return "order_not_amendable";
  const barred = judgeStatus(state.timeMs, instrument, order);
  if (barred !== undefined) return barred;
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  if (price === order.price && size === order.size) return "order_not_changed";
  if (size <= order.filled) return "size_below_filled";
  const mispriced = price === order.price ? undefined : judgePrice(instrument, order.side, price);
  if (mispriced !== undefined) return mispriced;
  const isBorrowing = backing === "unified_margin";
  const beyond = isBorrowing ? judgeCollateralPrice(instrument, order.side, price) : undefined;
  if (beyond !== undefined) return beyond;
  const sized = { isMarket: false, price, isClosing: isClosing(order) };
  const sizeFault = judgeSize(instrument, size, sized);
  if (sizeFault !== undefined) return sizeFault;
  if (price !== order.price && instrument.isFutures) {
    const refusal = judgeClosing(state, user, instrument, { ...order, price });
    if (refusal !== undefined) return refusal;
  }
  if (!instrument.isFutures || size <= order.size || !isClosing(order)) return undefined;
  const closed = order.side === "buy" ? "short" : "long";
  const held = positionOf(state, user.index, instrument.index, closed)?.size ?? 0;
  const closing = closingOrders(state, user.index, instrument.index, closed);
  const taken = closing.reduce((sum, one) => sum + remainingOf(one), 0);
  if (size - order.size <= held - taken) return undefined;
  return isHedged(user, instrument) ? "insufficient_position" : "reduce_only_exceeds_position";
}

function judgeFunds(state: NaiveState, order: NaiveOrder, terms: Terms): Rejection | undefined {
  const instrument = state.instrumentAt(order.instrument);
  const user = state.userAt(order.user);
  const { price } = terms;
  const size = terms.size - order.filled;
  if (instrument.isFutures) {
    const { side } = order;
    const marginPrice = marginPriceOf(state, instrument, { side, limit: price, price, size });
    const wanted = { side, isClosing: isClosing(order), price: marginPrice, worst: price, size };
    const change = { wanted, instead: order, isMarket: false };
    const refusal = judgeMargin(state, user, instrument, change);
    if (refusal !== undefined || wanted.isClosing) return refusal;
    const isRisky = isTooRisky(state, user, instrument, { side, limit: price, price, size });
    return isRisky ? "opening_too_risky" : undefined;
  }
  const needed = reserveOf(instrument, { ...order, price, size: terms.size });
  const more = needed - reserveOf(instrument, order);
  const { base, quote } = instrument;
  const [coin, bought] = order.side === "buy" ? [quote, base] : [base, quote];
  if (order.backing === "unified_margin") {
    if (more <= 0n) return undefined;
    const request = { paid: coin, bought, side: order.side, price, more };
    return judgeBorrowing(state, user, instrument, request);
  }
  const spendable = spendableOf(state, user, walletFor(user, instrument), coin);
  return more > 0n && spendable < more ? "insufficient_available" : undefined;
}

export function changeOrder(state: NaiveState, command: AmendOrder, beforeIt = () => {}): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const order = findOrder(state, command);
  if (order === undefined) return state.rejectCommand(user, "order_not_found");
  const price = command.price === 0 ? order.price : command.price;
  const size = command.size === 0 ? order.size : command.size;
  const refusal =
    judgeTerms(state, order, { price, size }) ?? judgeFunds(state, order, { price, size });
  if (refusal !== undefined && !command.autoCancel) return state.rejectCommand(user, refusal);
  state.outcome.id = order.id;
  if (refusal !== undefined) return closeOrder(state, order, "amend_failed");
  beforeIt();
  const keepsPlace = price === order.price && size < order.size;
  if (!keepsPlace) {
    order.place = undefined;
    emitLevel(state, order);
  }
  order.price = price;
  order.size = size;
  const { id: orderId, instrument } = order;
  const remaining = remainingOf(order);
  state.emit("order_amended", { orderId, user, instrument, price, size, remaining });
  if (keepsPlace) emitLevel(state, order);
  else execute(state, order, price);
}

export function cancelOrder(state: NaiveState, command: DraftOf<"cancel_order">): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const order = findOrder(state, command);
  if (order === undefined) return state.rejectCommand(user, "order_not_found");
  state.outcome.id = order.id;
  closeOrder(state, order, "user_cancelled");
}

export function cancelOrders(state: NaiveState, command: DraftOf<"cancel_orders">): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const orders = state.openOrdersOf(user).filter((one) => {
    if (one.backing !== "default") return false;
    if (command.instrument !== 0) return one.instrument === command.instrument - 1;
    return state.instrumentAt(one.instrument).category === command.category;
  });
  if (orders.length === 0) return state.rejectCommand(user, "no_orders");
  for (const order of orders) closeOrder(state, order, "user_cancelled");
  state.outcome.items = orders.map(({ id, clientOrderId, instrument }) => {
    return { orderId: id, clientOrderId, instrument, rejection: undefined };
  });
}

export function replaceWith(
  state: NaiveState,
  command: ReplaceOrder,
  exitsAfter = (exits: NaiveExits | undefined) => exits,
): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const order = findOrder(state, command);
  if (order === undefined || order.instrument !== command.instrument) {
    return state.rejectCommand(user, "order_not_found");
  }
  if (order.backing !== "default") return state.rejectCommand(user, "order_not_amendable");
  const rest = remainingOf(order);
  closeOrder(state, order, "replaced");
  if (order.clientOrderId === command.newClientOrderId) forgetId(state, order);
  const exits = exitsAfter(order.exits);
  const { instrument } = order;
  placeOrder(state, {
    kind: "place_order",
    exits: exits as PlaceOrder["exits"],
    margin: undefined,
    opening: undefined,
    ...{ user, instrument, side: order.side, orderType: "limit", source: order.source },
    ...{ timeInForce: order.timeInForce, stpMode: order.stpMode },
    ...{ positionSide: order.positionSide, reduceOnly: order.reduceOnly },
    price: (command.price || order.price) as PlaceOrder["price"],
    size: (command.size || rest) as PlaceOrder["size"],
    quoteAmount: 0n as PlaceOrder["quoteAmount"],
    clientOrderId: command.newClientOrderId,
    sizing: command.sizing,
  });
}
