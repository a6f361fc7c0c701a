/** Matching an incoming order with resting orders, trade by trade. */
import { assert } from "../base/assert.ts";
import { NO_ROW } from "../base/position-handle.ts";
import type { CloseReason } from "../base/vocabulary.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { recordTrade } from "../instruments/market-prices.ts";
import {
  isSelfTrade,
  isWithinLimit,
  STP_CANCELS_MAKER,
  STP_CANCELS_TAKER,
} from "../matching/crossing.ts";
import { lotsAffordable } from "../money/arithmetic.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { observeLast } from "../plans/observe-price.ts";
import { bookAt, type Emit, instrumentAt, nextId, pricesAt, type State } from "../state.ts";
import { cancelReduceOnlyExcess, closeOrder } from "./close-order.ts";
import { fillOrder } from "./fill-order.ts";
import { bearsFill, isGuarded } from "./maker-guard.ts";
import { emitLevel, emitTrade } from "./order-events.ts";

/**
 * Trades the two orders of the match in progress, whose price and size are set. Emits
 * `trade_executed`, both fills, and `order_closed` or the level of the maker.
 */
function trade(state: State, instrument: Instrument, emit: Emit): void {
  const { match, orders } = state;
  const { maker, taker } = match;
  const makerRow = instrument.isFutures ? orders.positionRow(maker) : NO_ROW;
  assert(orders.isBuy(maker) !== orders.isBuy(taker), "a trade has one buyer and one seller");
  match.tradeId = nextId(state);
  match.instrument = instrument.index;
  match.value = notionalAt(instrument, match.price, match.size);
  const prices = pricesAt(state, instrument.index);
  prices.last = match.price;
  if (!instrument.isFutures) recordTrade(prices, match, state.timeMs, instrument.guards);
  emitTrade(state, match, emit);
  observeLast(state, instrument.index, match.price, emit);
  const total = fillOrder(state, maker, "by_role", emit);
  fillOrder(state, taker, "by_role", emit);
  if (orders.remaining(maker) === 0) {
    closeOrder(state, maker, "filled", emit);
  } else {
    emitLevel(state, maker, total, emit);
  }
  if (!instrument.isFutures) return;
  cancelReduceOnlyExcess(state, makerRow, emit);
  cancelReduceOnlyExcess(state, orders.positionRow(taker), emit);
}

/** Size of the next trade: the smaller remaining size, bounded by the rest of a quote budget. */
function matchSize(state: State, instrument: Instrument, taker: number, maker: number): Lots {
  const orders = state.orders;
  const offered = orders.remaining(maker);
  const wanted = orders.isByQuote(taker)
    ? lotsAffordable(orders.quote.left(taker), orders.price(maker), instrument.atomsPerTickLot)
    : orders.remaining(taker);
  return Math.min(offered, wanted) as Lots;
}

/**
 * Trades an order until no resting order crosses it. Returns the reason to close the order, or
 * `undefined` if it stays open. Closes resting orders whose users cannot bear their fill.
 */
export function matchOrder(
  state: State,
  slot: number,
  limit: Ticks,
  emit: Emit,
): CloseReason | undefined {
  const { match, orders } = state;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const book = bookAt(state, instrument.index);
  const isBuy = orders.isBuy(slot);
  const byQuote = orders.isByQuote(slot);
  const { isFutures } = instrument;
  for (;;) {
    const isDone = byQuote ? orders.quote.left(slot) === 0n : orders.remaining(slot) === 0;
    if (isDone) return "filled";
    const maker = book.bestOrder(!isBuy);
    if (maker === 0 || !isWithinLimit(isBuy, limit, orders.price(maker))) return undefined;
    match.size = matchSize(state, instrument, slot, maker);
    if (match.size === 0) return "dust";
    assert(match.size > 0, "a trade has a size above zero");
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
