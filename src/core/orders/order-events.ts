/** Writing the events of orders, through their layouts: part of the path of most commands. */
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

/** Leverage of the position of a futures order; in one-way mode it is the same for both sides. */
function leverageOf(state: State, slot: number, row: PositionRow): number {
  const isShort = state.orders.positionSide(slot) === SHORT_SIDE;
  return state.positions.leverage.get(positionAt(row, isShort ? SHORT : LONG));
}

/** Emits `order_accepted`. `row` is the row of positions, `NO_ROW` on spot. */
export function emitAccepted(state: State, slot: number, row: PositionRow, emit: Emit): void {
  const orders = state.orders;
  const clientOrderId = orders.clientIds.textOf(slot);
  const offset = emit.open(ACCEPTED.header, textWords(clientOrderId));
  const { moneyWords, numberWords } = emit;
  numberWords[offset + ACCEPTED.orderId] = orders.id(slot);
  numberWords[offset + ACCEPTED.user] = orders.user(slot);
  numberWords[offset + ACCEPTED.instrument] = orders.instrument(slot);
  numberWords[offset + ACCEPTED.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[offset + ACCEPTED.orderType] = orders.orderType(slot);
  numberWords[offset + ACCEPTED.timeInForce] = orders.timeInForce(slot);
  numberWords[offset + ACCEPTED.positionSide] = orders.positionSide(slot);
  numberWords[offset + ACCEPTED.reduceOnly] = orders.isReduceOnly(slot) ? 1 : 0;
  numberWords[offset + ACCEPTED.stpMode] = orders.stpMode(slot);
  numberWords[offset + ACCEPTED.price] = orders.price(slot);
  numberWords[offset + ACCEPTED.size] = orders.size(slot);
  moneyWords[offset + ACCEPTED.quoteAmount] = orders.quote.amount(slot);
  numberWords[offset + ACCEPTED.leverage] = row === 0 ? 0 : leverageOf(state, slot, row);
  numberWords[offset + ACCEPTED.marginMode] = row === 0 ? 0 : state.positions.marginMode.get(row);
  numberWords[offset + ACCEPTED.source] = orders.source(slot);
  numberWords[offset + ACCEPTED.backing] = orders.backing(slot);
  numberWords[offset + ACCEPTED.loanType] = orders.loanType(slot);
  numberWords[offset + ACCEPTED.sizingPriceE6] = orders.inverse.sizingPriceE6(slot);
  emit.writeText(offset + ACCEPTED.clientOrderId, clientOrderId);
}

/** Emits `order_repeated` for the pending order. */
export function emitRepeated(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const offset = emit.open(REPEATED.header);
  const { numberWords } = emit;
  numberWords[offset + REPEATED.orderId] = orders.id(slot);
  numberWords[offset + REPEATED.user] = orders.user(slot);
  numberWords[offset + REPEATED.instrument] = orders.instrument(slot);
}

/** Emits `order_amended`. */
export function emitAmended(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const offset = emit.open(AMENDED.header);
  const { numberWords } = emit;
  numberWords[offset + AMENDED.orderId] = orders.id(slot);
  numberWords[offset + AMENDED.user] = orders.user(slot);
  numberWords[offset + AMENDED.instrument] = orders.instrument(slot);
  numberWords[offset + AMENDED.price] = orders.price(slot);
  numberWords[offset + AMENDED.size] = orders.size(slot);
  numberWords[offset + AMENDED.remaining] = orders.remaining(slot);
}

/** Emits `order_closed`; the outcome depends on the reason and, for some reasons, on fills. */
export function emitClosed(state: State, slot: number, reason: CloseReason, emit: Emit): void {
  const orders = state.orders;
  const reasonIndex = indexIn(CLOSE_REASONS, reason);
  const hasFills = orders.filled(slot) > 0;
  const isWhole = reason !== "filled" || orders.remaining(slot) === 0;
  assert(isWhole, "an order that ends as filled has no remaining size");
  const isFilled = IS_FILLED[reasonIndex] === 1 || (hasFills && IS_BY_FILLS[reasonIndex] === 1);
  const offset = emit.open(CLOSED.header);
  const { numberWords } = emit;
  numberWords[offset + CLOSED.orderId] = orders.id(slot);
  numberWords[offset + CLOSED.user] = orders.user(slot);
  numberWords[offset + CLOSED.instrument] = orders.instrument(slot);
  numberWords[offset + CLOSED.outcome] = isFilled ? OUTCOME_FILLED : OUTCOME_CANCELLED;
  numberWords[offset + CLOSED.reason] = reasonIndex;
  numberWords[offset + CLOSED.remaining] = orders.remaining(slot);
}

/**
 * Emits the events of a move without trades: the level that the order left, the amended order, and
 * the level that it joined, whose whole size is now `total`. Moves are the most frequent commands,
 * so fields that the events share are read once.
 */
export function emitMoved(
  state: State,
  slot: number,
  from: { readonly price: Ticks; readonly total: Lots },
  total: Lots,
  emit: Emit,
): void {
  const orders = state.orders;
  const instrument = orders.instrument(slot);
  const side = orders.isBuy(slot) ? BUY : SELL;
  const price = orders.price(slot);
  const leftLevel = emit.openThree(LEVEL.header, AMENDED.header, LEVEL.header);
  const amendment = leftLevel + LEVEL.words;
  const joinedLevel = amendment + AMENDED.words;
  const { numberWords } = emit;
  numberWords[leftLevel + LEVEL.instrument] = instrument;
  numberWords[leftLevel + LEVEL.side] = side;
  numberWords[leftLevel + LEVEL.price] = from.price;
  numberWords[leftLevel + LEVEL.size] = from.total;
  numberWords[amendment + AMENDED.orderId] = orders.id(slot);
  numberWords[amendment + AMENDED.user] = orders.user(slot);
  numberWords[amendment + AMENDED.instrument] = instrument;
  numberWords[amendment + AMENDED.price] = price;
  numberWords[amendment + AMENDED.size] = orders.size(slot);
  numberWords[amendment + AMENDED.remaining] = orders.remaining(slot);
  numberWords[joinedLevel + LEVEL.instrument] = instrument;
  numberWords[joinedLevel + LEVEL.side] = side;
  numberWords[joinedLevel + LEVEL.price] = price;
  numberWords[joinedLevel + LEVEL.size] = total;
}

/** Emits `level_changed` with the whole size of the level at the order's price. */
export function emitLevel(state: State, slot: number, total: Lots, emit: Emit): void {
  const orders = state.orders;
  const offset = emit.open(LEVEL.header);
  const { numberWords } = emit;
  numberWords[offset + LEVEL.instrument] = orders.instrument(slot);
  numberWords[offset + LEVEL.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[offset + LEVEL.price] = orders.price(slot);
  numberWords[offset + LEVEL.size] = total;
}

/** Emits `trade_executed`. */
export function emitTrade(state: State, match: Match, emit: Emit): void {
  const orders = state.orders;
  const offset = emit.open(TRADE.header);
  const { numberWords } = emit;
  numberWords[offset + TRADE.tradeId] = match.tradeId;
  numberWords[offset + TRADE.instrument] = match.instrument;
  numberWords[offset + TRADE.price] = match.price;
  numberWords[offset + TRADE.size] = match.size;
  numberWords[offset + TRADE.takerSide] = orders.isBuy(match.taker) ? BUY : SELL;
  numberWords[offset + TRADE.takerOrderId] = orders.id(match.taker);
  numberWords[offset + TRADE.makerOrderId] = orders.id(match.maker);
}

/** Emits `order_filled` under a fill id of its own; the order's totals include the fill. */
export function emitFilled(state: State, match: Match, fill: Fill, emit: Emit): void {
  const { ledger, orders } = state;
  const { slot } = fill;
  const filled = orders.filled(slot);
  assert(filled >= match.size, "the totals of an order count its fill");
  fill.id = nextId(state);
  const offset = emit.open(FILLED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[offset + FILLED.fillId] = fill.id;
  numberWords[offset + FILLED.tradeId] = match.tradeId;
  numberWords[offset + FILLED.orderId] = orders.id(slot);
  numberWords[offset + FILLED.user] = orders.user(slot);
  numberWords[offset + FILLED.instrument] = match.instrument;
  numberWords[offset + FILLED.side] = orders.isBuy(slot) ? BUY : SELL;
  numberWords[offset + FILLED.positionSide] = orders.positionSide(slot);
  numberWords[offset + FILLED.role] = slot === match.taker ? TAKER : MAKER;
  numberWords[offset + FILLED.closesPosition] = fill.closesPosition ? 1 : 0;
  numberWords[offset + FILLED.price] = match.price;
  numberWords[offset + FILLED.size] = match.size;
  moneyWords[offset + FILLED.value] = match.value;
  moneyWords[offset + FILLED.fee] = fill.fee;
  numberWords[offset + FILLED.feeCurrency] = fill.feeCurrency;
  moneyWords[offset + FILLED.realisedPnl] = fill.realisedPnl;
  numberWords[offset + FILLED.filled] = filled;
  moneyWords[offset + FILLED.filledNotional] = orders.totals.filledNotional(slot);
  numberWords[offset + FILLED.fillPriceMin] = orders.inverse.fillPriceMin(slot);
  numberWords[offset + FILLED.fillPriceMax] = orders.inverse.fillPriceMax(slot);
  moneyWords[offset + FILLED.feeTotal] = orders.totals.feeTotal(slot);
  numberWords[offset + FILLED.remaining] = orders.remaining(slot);
  moneyWords[offset + FILLED.baseBalance] = ledger.balance(fill.baseAccount);
  moneyWords[offset + FILLED.quoteBalance] = ledger.balance(fill.quoteAccount);
  numberWords[offset + FILLED.backing] = orders.backing(slot);
  numberWords[offset + FILLED.sizingPriceE6] = orders.inverse.sizingPriceE6(slot);
}
