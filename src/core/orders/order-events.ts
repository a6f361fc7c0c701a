/** The events of orders: written on the path of every command, through their layouts. */

import { assert } from "../base/assert.ts";
import { LONG, type PositionRow, positionAt, SHORT } from "../base/position-handle.ts";
import {
  CLOSE_OUTCOMES,
  CLOSE_REASONS,
  type CloseReason,
  indexIn,
  POSITION_SIDES,
  ROLES,
  SIDES,
} from "../base/vocabulary.ts";
import { OUTCOME_OF_REASON, wordFlags } from "../base/word-traits.ts";
import { textWords } from "../events/event-buffer.ts";
import { eventLayout } from "../events/event-layout.ts";
import type { Match } from "../matching/match.ts";
import type { Lots, Ticks } from "../money/units.ts";
import type { Fill } from "../settlement/fill.ts";
import { type Emit, nextId, type State } from "../state.ts";

const ACCEPTED = eventLayout("order_accepted");
const AMENDED = eventLayout("order_amended");
const CLOSED = eventLayout("order_closed");
const FILLED = eventLayout("order_filled");
const LEVEL = eventLayout("level_changed");
const TRADE = eventLayout("trade_executed");
const REPEATED = eventLayout("order_repeated");

const BUY = indexIn(SIDES, "buy");
const SELL = indexIn(SIDES, "sell");
const TAKER = indexIn(ROLES, "taker");
const MAKER = indexIn(ROLES, "maker");
const SHORT_SIDE = indexIn(POSITION_SIDES, "short");
const OUTCOME_FILLED = indexIn(CLOSE_OUTCOMES, "filled");
const OUTCOME_CANCELLED = indexIn(CLOSE_OUTCOMES, "cancelled");

/** By index of the reason. */
const IS_FILLED = wordFlags(CLOSE_REASONS, (word) => OUTCOME_OF_REASON[word] === "filled");
const IS_BY_FILLS = wordFlags(CLOSE_REASONS, (word) => OUTCOME_OF_REASON[word] === "by_fills");

/** Leverage of the position that a futures order is for; in one-way mode both sides have it. */
function leverageOf(state: State, slot: number, row: PositionRow): number {
  const isShort = state.orders.positionSide(slot) === SHORT_SIDE;
  return state.positions.leverage.get(positionAt(row, isShort ? SHORT : LONG));
}

/** `row` is that of the positions, 0 on spot. */
export function emitAccepted(state: State, slot: number, row: PositionRow, emit: Emit): void {
  const orders = state.orders;
  const clientOrderId = orders.clientIds.textOf(slot);
  const place = emit.open(ACCEPTED.header, textWords(clientOrderId));
  const { moneyWords, numberWords } = emit;
  numberWords[place + ACCEPTED.orderId] = orders.id(slot);
  numberWords[place + ACCEPTED.user] = orders.user(slot);
  numberWords[place + ACCEPTED.instrument] = orders.instrument(slot);
  numberWords[place + ACCEPTED.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[place + ACCEPTED.orderType] = orders.orderType(slot);
  numberWords[place + ACCEPTED.timeInForce] = orders.timeInForce(slot);
  numberWords[place + ACCEPTED.positionSide] = orders.positionSide(slot);
  numberWords[place + ACCEPTED.reduceOnly] = orders.isReduceOnly(slot) ? 1 : 0;
  numberWords[place + ACCEPTED.stpMode] = orders.stpMode(slot);
  numberWords[place + ACCEPTED.price] = orders.price(slot);
  numberWords[place + ACCEPTED.size] = orders.size(slot);
  moneyWords[place + ACCEPTED.quoteAmount] = orders.quoteAmount(slot);
  numberWords[place + ACCEPTED.leverage] = row === 0 ? 0 : leverageOf(state, slot, row);
  numberWords[place + ACCEPTED.marginMode] = row === 0 ? 0 : state.positions.marginMode.get(row);
  numberWords[place + ACCEPTED.source] = orders.source(slot);
  numberWords[place + ACCEPTED.backing] = orders.backing(slot);
  numberWords[place + ACCEPTED.loanType] = orders.loanType(slot);
  emit.writeText(place + ACCEPTED.clientOrderId, clientOrderId);
}

export function emitRepeated(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const place = emit.open(REPEATED.header);
  const { numberWords } = emit;
  numberWords[place + REPEATED.orderId] = orders.id(slot);
  numberWords[place + REPEATED.user] = orders.user(slot);
  numberWords[place + REPEATED.instrument] = orders.instrument(slot);
}

export function emitAmended(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const place = emit.open(AMENDED.header);
  const { numberWords } = emit;
  numberWords[place + AMENDED.orderId] = orders.id(slot);
  numberWords[place + AMENDED.user] = orders.user(slot);
  numberWords[place + AMENDED.instrument] = orders.instrument(slot);
  numberWords[place + AMENDED.price] = orders.price(slot);
  numberWords[place + AMENDED.size] = orders.size(slot);
  numberWords[place + AMENDED.remaining] = orders.remaining(slot);
}

export function emitClosed(state: State, slot: number, reason: CloseReason, emit: Emit): void {
  const orders = state.orders;
  const reasonIndex = indexIn(CLOSE_REASONS, reason);
  const hasFills = orders.filledValue(slot) > 0n;
  const isWhole = reason !== "filled" || orders.remaining(slot) === 0;
  assert(isWhole, "an order that ends as filled has no remaining size");
  const isFilled = IS_FILLED[reasonIndex] === 1 || (hasFills && IS_BY_FILLS[reasonIndex] === 1);
  const place = emit.open(CLOSED.header);
  const { numberWords } = emit;
  numberWords[place + CLOSED.orderId] = orders.id(slot);
  numberWords[place + CLOSED.user] = orders.user(slot);
  numberWords[place + CLOSED.instrument] = orders.instrument(slot);
  numberWords[place + CLOSED.outcome] = isFilled ? OUTCOME_FILLED : OUTCOME_CANCELLED;
  numberWords[place + CLOSED.reason] = reasonIndex;
  numberWords[place + CLOSED.remaining] = orders.remaining(slot);
}

/**
 * Emits the events of a move without trades: the level that the order left, the amended order, and
 * the level that it joined, whose whole size is now `total`. Three of four commands may be moves:
 * what the events share is read once.
 */
export function emitMoved(
  state: State,
  slot: number,
  from: { readonly price: Ticks; readonly left: Lots },
  total: Lots,
  emit: Emit,
): void {
  const orders = state.orders;
  const instrument = orders.instrument(slot);
  const side = orders.isBuy(slot) ? BUY : SELL;
  const price = orders.price(slot);
  assert(from.left >= 0, "the level that an order leaves has no negative size");
  assert(total >= orders.remaining(slot), "a level holds the order that joined it");
  const left = emit.openThree(LEVEL.header, AMENDED.header, LEVEL.header);
  const amended = left + LEVEL.words;
  const joined = amended + AMENDED.words;
  const { numberWords } = emit;
  numberWords[left + LEVEL.instrument] = instrument;
  numberWords[left + LEVEL.side] = side;
  numberWords[left + LEVEL.price] = from.price;
  numberWords[left + LEVEL.size] = from.left;
  numberWords[amended + AMENDED.orderId] = orders.id(slot);
  numberWords[amended + AMENDED.user] = orders.user(slot);
  numberWords[amended + AMENDED.instrument] = instrument;
  numberWords[amended + AMENDED.price] = price;
  numberWords[amended + AMENDED.size] = orders.size(slot);
  numberWords[amended + AMENDED.remaining] = orders.remaining(slot);
  numberWords[joined + LEVEL.instrument] = instrument;
  numberWords[joined + LEVEL.side] = side;
  numberWords[joined + LEVEL.price] = price;
  numberWords[joined + LEVEL.size] = total;
}

/** Emits the whole size, after the change, of the level at the order's price. */
export function emitLevel(state: State, slot: number, total: Lots, emit: Emit): void {
  const orders = state.orders;
  assert(total >= 0, "a level has no negative size");
  const place = emit.open(LEVEL.header);
  const { numberWords } = emit;
  numberWords[place + LEVEL.instrument] = orders.instrument(slot);
  numberWords[place + LEVEL.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[place + LEVEL.price] = orders.price(slot);
  numberWords[place + LEVEL.size] = total;
}

export function emitTrade(state: State, match: Match, emit: Emit): void {
  const orders = state.orders;
  const place = emit.open(TRADE.header);
  const { numberWords } = emit;
  numberWords[place + TRADE.tradeId] = match.tradeId;
  numberWords[place + TRADE.instrument] = match.instrument;
  numberWords[place + TRADE.price] = match.price;
  numberWords[place + TRADE.size] = match.size;
  numberWords[place + TRADE.takerSide] = orders.isBuy(match.taker) ? BUY : SELL;
  numberWords[place + TRADE.takerOrderId] = orders.id(match.taker);
  numberWords[place + TRADE.makerOrderId] = orders.id(match.maker);
}

/** One order's side of a match under an id of its own, with the order's totals already raised. */
export function emitFilled(state: State, match: Match, fill: Fill, emit: Emit): void {
  const { ledger, orders } = state;
  const { slot } = fill;
  const filled = orders.filled(slot);
  assert(filled >= match.size, "the totals of an order count its fill");
  const place = emit.open(FILLED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + FILLED.fillId] = nextId(state);
  numberWords[place + FILLED.tradeId] = match.tradeId;
  numberWords[place + FILLED.orderId] = orders.id(slot);
  numberWords[place + FILLED.user] = orders.user(slot);
  numberWords[place + FILLED.instrument] = match.instrument;
  numberWords[place + FILLED.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[place + FILLED.positionSide] = orders.positionSide(slot);
  numberWords[place + FILLED.role] = slot === match.taker ? TAKER : MAKER;
  numberWords[place + FILLED.closesPosition] = fill.closesPosition ? 1 : 0;
  numberWords[place + FILLED.price] = match.price;
  numberWords[place + FILLED.size] = match.size;
  moneyWords[place + FILLED.value] = match.value;
  moneyWords[place + FILLED.fee] = fill.fee;
  numberWords[place + FILLED.feeCurrency] = fill.feeCurrency;
  moneyWords[place + FILLED.realisedPnl] = fill.realisedPnl;
  numberWords[place + FILLED.filled] = filled;
  moneyWords[place + FILLED.filledValue] = orders.filledValue(slot);
  moneyWords[place + FILLED.feeTotal] = orders.feeTotal(slot);
  numberWords[place + FILLED.remaining] = orders.remaining(slot);
  moneyWords[place + FILLED.baseBalance] = ledger.balance(fill.baseAccount);
  moneyWords[place + FILLED.quoteBalance] = ledger.balance(fill.quoteAccount);
  numberWords[place + FILLED.backing] = orders.backing(slot);
}
