/** The events of an order's life, written in the field order of `events.ts`. */
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Atoms, Lots, Ticks } from "../money/units.ts";
import type { FillResult } from "../settlement/settle-fill.ts";
import type { Emit, State } from "../state.ts";
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

export function emitAccepted(state: State, slot: number, leverage: number, emit: Emit): void {
  const orders = state.orders;
  emit.begin(ACCEPTED);
  emit.num(orders.id(slot));
  emit.num(orders.user(slot));
  emit.num(orders.instrument(slot));
  emit.num(orders.isBuy(slot) ? 0 : 1);
  emit.num(orders.isMarket(slot) ? 1 : 0);
  emit.num(orders.timeInForce(slot));
  emit.num(orders.positionSide(slot));
  emit.flag(orders.isReduceOnly(slot));
  emit.num(orders.stpMode(slot));
  emit.num(orders.price(slot));
  emit.num(orders.size(slot));
  emit.money(orders.quoteAmount(slot));
  emit.num(leverage);
  emit.num(orders.source(slot));
  emit.num(orders.backing(slot));
  emit.num(orders.loanType(slot));
  emit.text(orders.clientIds.textOf(slot));
  emit.end();
}

export function emitRepeated(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  emit.begin(REPEATED);
  emit.num(orders.id(slot));
  emit.num(orders.user(slot));
  emit.num(orders.instrument(slot));
  emit.end();
}

export function emitAmended(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  emit.begin(AMENDED);
  emit.num(orders.id(slot));
  emit.num(orders.user(slot));
  emit.num(orders.instrument(slot));
  emit.num(orders.price(slot));
  emit.num(orders.size(slot));
  emit.num(orders.remaining(slot));
  emit.end();
}

export function emitClosed(state: State, slot: number, reason: CloseReason, emit: Emit): void {
  const orders = state.orders;
  const isFilled = reason === "filled" || (reason === "dust" && orders.filledValue(slot) > 0n);
  emit.begin(CLOSED);
  emit.num(orders.id(slot));
  emit.num(orders.user(slot));
  emit.num(orders.instrument(slot));
  emit.num(isFilled ? OUTCOME_FILLED : OUTCOME_CANCELLED);
  emit.num(indexIn(CLOSE_REASONS, reason));
  emit.num(orders.remaining(slot));
  emit.end();
}

/** `total` is the level's whole size after the change. */
export function emitLevel(
  instrument: number,
  isBuySide: boolean,
  level: { price: Ticks; total: Lots },
  emit: Emit,
): void {
  emit.begin(LEVEL);
  emit.num(instrument);
  emit.num(isBuySide ? 0 : 1);
  emit.num(level.price);
  emit.num(level.total);
  emit.end();
}

/** One match: the trade that the market sees, and its two orders. */
export type Match = {
  tradeId: number;
  instrument: number;
  price: Ticks;
  size: Lots;
  value: Atoms;
  taker: number;
  maker: number;
};

export function emitTrade(state: State, match: Match, emit: Emit): void {
  const orders = state.orders;
  emit.begin(TRADE);
  emit.num(match.tradeId);
  emit.num(match.instrument);
  emit.num(match.price);
  emit.num(match.size);
  emit.num(orders.isBuy(match.taker) ? 0 : 1);
  emit.num(orders.id(match.taker));
  emit.num(orders.id(match.maker));
  emit.end();
}

/** The side of `slot` in a match, with the order's totals already raised. */
export function emitFilled(
  state: State,
  match: Match,
  side: { slot: number; fillId: number; settled: FillResult },
  emit: Emit,
): void {
  const orders = state.orders;
  const { slot, settled } = side;
  emit.begin(FILLED);
  emit.num(side.fillId);
  emit.num(match.tradeId);
  emit.num(orders.id(slot));
  emit.num(orders.user(slot));
  emit.num(match.instrument);
  emit.num(orders.isBuy(slot) ? 0 : 1);
  emit.num(orders.positionSide(slot));
  emit.num(slot === match.taker ? 0 : 1);
  emit.flag(settled.closesPosition);
  emit.num(match.price);
  emit.num(match.size);
  emit.money(match.value);
  emit.money(settled.fee);
  emit.num(settled.feeCurrency);
  emit.money(settled.realisedPnl);
  emit.num(orders.filled(slot));
  emit.money(orders.filledValue(slot));
  emit.money(orders.feeTotal(slot));
  emit.num(orders.remaining(slot));
  emit.money(settled.baseBalance);
  emit.money(settled.quoteBalance);
  emit.num(orders.backing(slot));
  emit.end();
}
