/** Seeds live views from the state of a snapshot, without the events before it. */

import { clientIdOf } from "../../core/base/id-text.ts";
import { FIRST_ROW, longOf, positionAt } from "../../core/base/position-handle.ts";
import {
  indexIn,
  LOAN_TYPES,
  MARGIN_MODES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  wordAt,
} from "../../core/base/vocabulary.ts";
import type { ExitTerms } from "../../core/commands/commands.ts";
import { flatExits } from "../../core/commands/exits.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { rateE8, ZERO_ATOMS } from "../../core/money/units.ts";
import { bookAt, type State } from "../../core/state.ts";
import { type LiveOrder, NO_CURRENCY } from "./live-order.ts";
import type { LivePlan } from "./live-plan.ts";
import type { LiveViews } from "./live-views.ts";
import { WITHOUT_EXITS } from "./order-exits.ts";

/**
 * Adds open orders, levels, prices and positions of `state` to empty views. The state contains
 * neither the realised profit of an open order nor its leverage at acceptance or the time of its
 * last change: profit starts at 0, leverage is the present one, and the change time is the creation
 * time, until `completeOrders` has read them.
 */
export function seedLiveViews(views: LiveViews, state: State): void {
  views.seedClock(state.seq, state.timeMs);
  for (const { ordersFirst } of state.users) seedOrders(views, state, ordersFirst);
  for (const instrument of state.instruments) seedInstrument(views, state, instrument);
  seedPositions(views, state);
  for (const plan of state.plans.all()) views.seedPlan(planSeed(state, plan));
}

type StoredPlan = ReturnType<State["plans"]["all"]> extends Iterable<infer P> ? P : never;

/** Returns the record of a plan. The state has no time of its last change or of its firing. */
function planSeed(state: State, plan: StoredPlan): LivePlan {
  const row = state.positions.find(plan.user, plan.instrument);
  const { exits, ...terms } = plan.terms;
  return {
    ...terms,
    ...flatExits(exits),
    planId: plan.id,
    user: plan.user,
    instrument: plan.instrument,
    planKind: plan.kind,
    side: plan.side,
    timeInForce: plan.timeInForce,
    positionSide: plan.positionSide,
    reduceOnly: plan.reduceOnly,
    stpMode: plan.stpMode,
    source: plan.source,
    backing: plan.backing,
    marginMode: wordAt(MARGIN_MODES, row === 0 ? 0 : state.positions.marginMode.get(row)),
    pairedId: plan.pairedId,
    parentOrderId: plan.parentOrderId,
    sizingPriceE6: plan.sizingPriceE6,
    clientOrderId: clientIdOf(plan.id, plan.clientOrderId),
    status: plan.phase,
    executeOrderId: 0,
    failReason: "none",
    cancelReason: "none",
    firedAtMs: 0,
    createdAtMs: plan.createdAtMs,
    updatedAtMs: plan.createdAtMs,
  };
}

/** Seeds the open orders of a user in id order. */
function seedOrders(views: LiveViews, state: State, firstSlot: number): void {
  const { orders } = state;
  for (let slot = firstSlot; slot !== 0; slot = orders.userNext(slot)) {
    views.seedOrder(orderSeed(state, slot));
  }
}

/** Returns the record of an order, with its fields in the same order as for an event. */
function orderSeed(state: State, slot: number): LiveOrder {
  const { orders, positions } = state;
  const user = orders.user(slot);
  const instrument = orders.instrument(slot);
  const row = positions.find(user, instrument);
  const createdAtMs = orders.totals.createdAtMs(slot);
  const filled = orders.filled(slot);
  const isOnShort = orders.positionSide(slot) === indexIn(POSITION_SIDES, "short");
  return {
    orderId: orders.id(slot),
    user,
    instrument,
    side: orders.isBuy(slot) ? "buy" : "sell",
    orderType: wordAt(ORDER_TYPES, orders.orderType(slot)),
    timeInForce: wordAt(TIMES_IN_FORCE, orders.timeInForce(slot)),
    positionSide: wordAt(POSITION_SIDES, orders.positionSide(slot)),
    reduceOnly: orders.isReduceOnly(slot),
    stpMode: wordAt(STP_MODES, orders.stpMode(slot)),
    price: orders.price(slot),
    size: orders.size(slot),
    quoteAmount: orders.quote.amount(slot),
    sizingPriceE6: orders.inverse.sizingPriceE6(slot),
    filled,
    filledNotional: orders.totals.filledNotional(slot),
    fillPriceMin: orders.inverse.fillPriceMin(slot),
    fillPriceMax: orders.inverse.fillPriceMax(slot),
    feeTotal: orders.totals.feeTotal(slot),
    feeCurrency: filled === 0 ? NO_CURRENCY : feeCurrencyOf(state, slot),
    remaining: orders.remaining(slot),
    realisedPnl: ZERO_ATOMS,
    leverage: row === 0 ? 0 : positions.leverage.get(positionAt(row, isOnShort ? 1 : 0)),
    marginMode: wordAt(MARGIN_MODES, row === 0 ? 0 : positions.marginMode.get(row)),
    source: wordAt(ORDER_SOURCES, orders.source(slot)),
    backing: wordAt(ORDER_BACKINGS, orders.backing(slot)),
    loanType: wordAt(LOAN_TYPES, orders.loanType(slot)),
    exits: exitsOf(state, orders.id(slot)),
    clientOrderId: clientIdOf(orders.id(slot), orders.clientIds.textOf(slot)),
    status: filled === 0 ? "new" : "partially_filled",
    closeReason: undefined,
    createdAtMs,
    updatedAtMs: createdAtMs,
    seq: state.seq,
    lastFill: undefined,
  };
}

function exitsOf(state: State, orderId: number): ExitTerms {
  const kept = state.plans.orderExits.get(orderId);
  return kept === undefined ? WITHOUT_EXITS : flatExits(kept.exits);
}

/** Spot fees are charged in the coin received, futures fees in the settle coin. */
function feeCurrencyOf(state: State, slot: number): number {
  const instrument = state.instruments[state.orders.instrument(slot)];
  if (instrument === undefined) return NO_CURRENCY;
  if (instrument.isFutures) return instrument.settle;
  return state.orders.isBuy(slot) ? instrument.base : instrument.quote;
}

function seedInstrument(views: LiveViews, state: State, { index }: Instrument): void {
  const book = bookAt(state, index);
  for (const side of SIDES) {
    const isBuySide = side === "buy";
    for (let at = book.bestLevel(isBuySide); at !== 0; at = book.levelAfter(isBuySide, at)) {
      views.seedLevel(index, side, { price: book.priceOf(at), size: book.totalOf(at) });
    }
  }
  const prices = state.prices[index];
  const fundingRate = state.funding[index]?.rate ?? rateE8(0);
  if (prices !== undefined) views.seedPrices(index, { ...prices, fundingRate });
}

function seedPositions(views: LiveViews, state: State): void {
  const { positions } = state;
  for (let row = FIRST_ROW; row < positions.end; row++) {
    // The long position of a row; the short one follows it (core/positions/position-table.ts).
    const position = longOf(row);
    const size = positions.size.get(position);
    if (size === 0) continue;
    views.seedPosition({
      positionId: positions.id.get(position),
      instrument: positions.instrument.get(row),
      positionSide: "long",
      size,
    });
  }
}
