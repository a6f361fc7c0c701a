/**
 * The one way in which liquidation closes: what the book takes up to the bankruptcy price, the
 * rest at that price by the insurance fund, or, when the fund cannot bear it, by deleveraging.
 */

import { LIQUIDATION_MATCHES_PER_STEP } from "../base/limits.ts";
import type { LiquidationStep, OrderSource } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { isWithinLimit } from "../matching/crossing.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { closeInBook, closeOffBook } from "../orders/exchange-order.ts";
import { LONG } from "../positions/position-table.ts";
import { bookAt, type Emit, type State } from "../state.ts";
import { deleverage } from "./deleverage.ts";
import { emitLiquidated } from "./liquidation-events.ts";
import { instrumentOfRow } from "./risk-scope.ts";
import { canTakeOver, originOf, takeOver } from "./take-over.ts";

/** The source of the orders of each step. */
export const SOURCE_OF_STEP: Readonly<Record<LiquidationStep, OrderSource>> = {
  offset: "offset",
  reduce: "reduction",
  close: "liquidation",
};

/** A limit within the instrument's range: where every price is good, the last one. */
export function withinRange(instrument: Instrument, side: number, price: Ticks): Ticks {
  if (price === NO_PRICE) return side === LONG ? ticks(1) : instrument.priceTicksMax;
  return ticks(Math.min(price, instrument.priceTicksMax));
}

/** What an order of one step meets in the book: its size there, and whether that is all of it. */
export function reachInBook(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly limit: Ticks; readonly size: Lots },
): { readonly size: Lots; readonly isBounded: boolean } {
  const { orders } = state;
  const { isBuy, limit, size } = order;
  let met = 0;
  let matches = 0;
  let isBounded = false;
  bookAt(state, instrument.index).walkOrders(!isBuy, (slot) => {
    if (!isWithinLimit(isBuy, limit, orders.price(slot)) || met >= size) return false;
    isBounded = matches === LIQUIDATION_MATCHES_PER_STEP;
    if (isBounded) return false;
    met += orders.remaining(slot);
    matches += 1;
    return true;
  });
  return { size: lots(Math.min(met, size)), isBounded };
}

type Part = { readonly step: LiquidationStep; readonly price: Ticks; readonly size: Lots };

/** Closes in the book what is there; answers what of the size is left. */
function closeWithBook(
  state: State,
  at: number,
  liquidationId: number,
  part: Part,
  emit: Emit,
): Lots {
  const { price, size, step } = part;
  const held = state.positions.size.get(at);
  const source = SOURCE_OF_STEP[step];
  const orderId = closeInBook(state, at, { price, size, source }, emit);
  const filled = lots(held - state.positions.size.get(at));
  if (filled > 0) {
    const told = { liquidationId, step, taker: "book", orderId, price, size: filled } as const;
    emitLiquidated(state, at, told, emit);
  }
  return lots(size - filled);
}

/** Closes what the book left; false when the holders of the other side are still being ranked. */
function closeWithoutBook(
  state: State,
  at: number,
  liquidationId: number,
  part: Part,
  emit: Emit,
): boolean {
  const { price, step } = part;
  const isFund = canTakeOver(state, at, part);
  const parts = isFund ? [part.size] : deleverage(state, at, { ...part, liquidationId }, emit);
  if (parts === undefined) return false;
  const taker = isFund ? "fund" : "deleveraged";
  const source = SOURCE_OF_STEP[step];
  const origin = isFund ? originOf(state, at, part.size) : [];
  for (const size of parts) {
    const orderId = closeOffBook(state, at, { price, size, source, fee: "taker" }, emit);
    if (isFund) takeOver(state, at, { price, size, origin }, emit);
    emitLiquidated(state, at, { liquidationId, step, taker, orderId, price, size }, emit);
  }
  return true;
}

/**
 * Closes up to `size` of the position `at`, whose user has no more orders in the way, as far as one
 * step goes. False when nothing more can be done before the next tick.
 */
export function closeAtBankruptcy(
  state: State,
  at: number,
  terms: { readonly liquidationId: number; readonly step: LiquidationStep; readonly size: Lots },
  emit: Emit,
): boolean {
  const { liquidationId, size, step } = terms;
  const instrument = instrumentOfRow(state, at >> 1);
  const side = at & 1;
  const price = withinRange(instrument, side, bankruptcyPriceOf(state, at >> 1, side));
  const reach = reachInBook(state, instrument, { isBuy: side !== LONG, limit: price, size });
  let rest = size;
  if (reach.size > 0) {
    const part = { step, price, size: reach.size };
    const left = closeWithBook(state, at, liquidationId, part, emit);
    rest = lots(size - reach.size + left);
  }
  if (reach.isBounded || rest === 0) return true;
  return closeWithoutBook(state, at, liquidationId, { step, price, size: rest }, emit);
}
