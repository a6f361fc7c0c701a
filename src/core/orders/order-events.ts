/** The events of an order's life, written in the field order of `events.ts`. */
import { EVENT_INDEX, headerOf, textWords } from "../event-buffer.ts";
import type { Match } from "../matching/match.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { Fill } from "../settlement/fill.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { CLOSE_OUTCOMES, CLOSE_REASONS, type CloseReason, indexIn } from "../vocabulary.ts";

const ACCEPTED = EVENT_INDEX.order_accepted;
const AMENDED = EVENT_INDEX.order_amended;
const CLOSED = EVENT_INDEX.order_closed;
const FILLED = EVENT_INDEX.order_filled;
const LEVEL = EVENT_INDEX.level_changed;
const TRADE = EVENT_INDEX.trade_executed;
const REPEATED = EVENT_INDEX.order_repeated;

const OUTCOME_FILLED = indexIn(CLOSE_OUTCOMES, "filled");
const OUTCOME_CANCELLED = indexIn(CLOSE_OUTCOMES, "cancelled");

/** Leverage of the position that a futures order is for; in one-way mode both sides have it. */
function leverageOf(state: State, slot: number, row: number): number {
  const isShort = state.orders.positionSide(slot) === 2;
  return state.positions.leverage.get(row * 2 + (isShort ? SHORT : LONG));
}

/** `row` is that of the positions, 0 on spot. */
export function emitAccepted(state: State, slot: number, row: number, emit: Emit): void {
  const orders = state.orders;
  const clientOrderId = orders.clientIds.textOf(slot);
  const at = emit.open(ACCEPTED, 17 + textWords(clientOrderId));
  const { amounts, numbers } = emit;
  numbers[at] = orders.id(slot);
  numbers[at + 1] = orders.user(slot);
  numbers[at + 2] = orders.instrument(slot);
  numbers[at + 3] = orders.isBuy(slot) ? 0 : 1;
  numbers[at + 4] = orders.isMarket(slot) ? 1 : 0;
  numbers[at + 5] = orders.timeInForce(slot);
  numbers[at + 6] = orders.positionSide(slot);
  numbers[at + 7] = orders.isReduceOnly(slot) ? 1 : 0;
  numbers[at + 8] = orders.stpMode(slot);
  numbers[at + 9] = orders.price(slot);
  numbers[at + 10] = orders.size(slot);
  amounts[at + 11] = orders.quoteAmount(slot);
  numbers[at + 12] = row === 0 ? 0 : leverageOf(state, slot, row);
  numbers[at + 13] = row === 0 ? 0 : state.positions.marginMode.get(row);
  numbers[at + 14] = orders.source(slot);
  numbers[at + 15] = orders.backing(slot);
  numbers[at + 16] = orders.loanType(slot);
  emit.writeText(at + 17, clientOrderId);
}

export function emitRepeated(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const at = emit.open(REPEATED, 3);
  const { numbers } = emit;
  numbers[at] = orders.id(slot);
  numbers[at + 1] = orders.user(slot);
  numbers[at + 2] = orders.instrument(slot);
}

export function emitAmended(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const at = emit.open(AMENDED, 6);
  const { numbers } = emit;
  numbers[at] = orders.id(slot);
  numbers[at + 1] = orders.user(slot);
  numbers[at + 2] = orders.instrument(slot);
  numbers[at + 3] = orders.price(slot);
  numbers[at + 4] = orders.size(slot);
  numbers[at + 5] = orders.remaining(slot);
}

export function emitClosed(state: State, slot: number, reason: CloseReason, emit: Emit): void {
  const orders = state.orders;
  const isFilled = reason === "filled" || (reason === "dust" && orders.filledValue(slot) > 0n);
  const at = emit.open(CLOSED, 6);
  const { numbers } = emit;
  numbers[at] = orders.id(slot);
  numbers[at + 1] = orders.user(slot);
  numbers[at + 2] = orders.instrument(slot);
  numbers[at + 3] = isFilled ? OUTCOME_FILLED : OUTCOME_CANCELLED;
  numbers[at + 4] = indexIn(CLOSE_REASONS, reason);
  numbers[at + 5] = orders.remaining(slot);
}

const AMENDED_HEADER = headerOf(AMENDED, 6);
const LEVEL_HEADER = headerOf(LEVEL, 4);

/**
 * What a move without trades tells: the level that an order left, its new terms, the level that it
 * came to. Three of four commands may be moves, so their events are written in one go.
 */
export function emitMoved(
  state: State,
  slot: number,
  from: { readonly price: Ticks; readonly left: Lots },
  total: Lots,
  emit: Emit,
): void {
  const orders = state.orders;
  const at = emit.openAll(3, 17);
  const { numbers } = emit;
  const instrument = orders.instrument(slot);
  const side = orders.isBuy(slot) ? 0 : 1;
  const price = orders.price(slot);
  numbers[at] = LEVEL_HEADER;
  numbers[at + 1] = instrument;
  numbers[at + 2] = side;
  numbers[at + 3] = from.price;
  numbers[at + 4] = from.left;
  numbers[at + 5] = AMENDED_HEADER;
  numbers[at + 6] = orders.id(slot);
  numbers[at + 7] = orders.user(slot);
  numbers[at + 8] = instrument;
  numbers[at + 9] = price;
  numbers[at + 10] = orders.size(slot);
  numbers[at + 11] = orders.remaining(slot);
  numbers[at + 12] = LEVEL_HEADER;
  numbers[at + 13] = instrument;
  numbers[at + 14] = side;
  numbers[at + 15] = price;
  numbers[at + 16] = total;
}

/** Of the level at an order's price: `total` is its whole size after the change. */
export function emitLevel(state: State, slot: number, total: Lots, emit: Emit): void {
  const orders = state.orders;
  const at = emit.open(LEVEL, 4);
  const { numbers } = emit;
  numbers[at] = orders.instrument(slot);
  numbers[at + 1] = orders.isBuy(slot) ? 0 : 1;
  numbers[at + 2] = orders.price(slot);
  numbers[at + 3] = total;
}

export function emitTrade(state: State, match: Match, emit: Emit): void {
  const orders = state.orders;
  const at = emit.open(TRADE, 7);
  const { numbers } = emit;
  numbers[at] = match.tradeId;
  numbers[at + 1] = match.instrument;
  numbers[at + 2] = match.price;
  numbers[at + 3] = match.size;
  numbers[at + 4] = orders.isBuy(match.taker) ? 0 : 1;
  numbers[at + 5] = orders.id(match.taker);
  numbers[at + 6] = orders.id(match.maker);
}

/** One order's side of a match under an id of its own, with the order's totals already raised. */
export function emitFilled(state: State, match: Match, fill: Fill, emit: Emit): void {
  const { ledger, orders } = state;
  const { slot } = fill;
  const at = emit.open(FILLED, 22);
  const { amounts, numbers } = emit;
  numbers[at] = nextId(state);
  numbers[at + 1] = match.tradeId;
  numbers[at + 2] = orders.id(slot);
  numbers[at + 3] = orders.user(slot);
  numbers[at + 4] = match.instrument;
  numbers[at + 5] = orders.isBuy(slot) ? 0 : 1;
  numbers[at + 6] = orders.positionSide(slot);
  numbers[at + 7] = slot === match.taker ? 0 : 1;
  numbers[at + 8] = fill.closesPosition ? 1 : 0;
  numbers[at + 9] = match.price;
  numbers[at + 10] = match.size;
  amounts[at + 11] = match.value;
  amounts[at + 12] = fill.fee;
  numbers[at + 13] = fill.feeCurrency;
  amounts[at + 14] = fill.realisedPnl;
  numbers[at + 15] = orders.filled(slot);
  amounts[at + 16] = orders.filledValue(slot);
  amounts[at + 17] = orders.feeTotal(slot);
  numbers[at + 18] = orders.remaining(slot);
  amounts[at + 19] = ledger.balance(fill.baseAccount);
  amounts[at + 20] = ledger.balance(fill.quoteAccount);
  numbers[at + 21] = orders.backing(slot);
}
