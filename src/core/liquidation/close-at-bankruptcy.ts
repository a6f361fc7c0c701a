/**
 * The one way in which liquidation closes: what the book takes up to the bankruptcy price, the
 * rest at that price by the insurance fund, or, when the fund cannot bear it, by deleveraging.
 */

import { LIQUIDATION_MATCHES_PER_STEP } from "../base/limits.ts";
import {
  LONG,
  type LongOrShort,
  type PositionIndex,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import type { LiquidationStep, OrderSource } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { isWithinLimit } from "../matching/crossing.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { closeInBook, closeOffBook } from "../orders/exchange-order.ts";
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
export function withinRange(instrument: Instrument, side: LongOrShort, price: Ticks): Ticks {
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
  position: PositionIndex,
  liquidationId: number,
  part: Part,
  emit: Emit,
): Lots {
  const { price, size, step } = part;
  const held = state.positions.size.get(position);
  const source = SOURCE_OF_STEP[step];
  const orderId = closeInBook(state, position, { price, size, source }, emit);
  const filled = lots(held - state.positions.size.get(position));
  if (filled > 0) {
    const told = { liquidationId, step, taker: "book", orderId, price, size: filled } as const;
    emitLiquidated(state, position, told, emit);
  }
  return lots(size - filled);
}

/** Closes what the book left; false when the holders of the other side are still being ranked. */
function closeWithoutBook(
  state: State,
  position: PositionIndex,
  liquidationId: number,
  part: Part,
  emit: Emit,
): boolean {
  const { price, step } = part;
  const isFund = canTakeOver(state, position, part);
  const parts = isFund
    ? [part.size]
    : deleverage(state, position, { ...part, liquidationId }, emit);
  if (parts === undefined) return false;
  const taker = isFund ? "fund" : "deleveraged";
  const source = SOURCE_OF_STEP[step];
  const origin = isFund ? originOf(state, position, part.size) : [];
  for (const size of parts) {
    const orderId = closeOffBook(state, position, { price, size, source, fee: "taker" }, emit);
    if (isFund) takeOver(state, position, { price, size, origin }, emit);
    emitLiquidated(state, position, { liquidationId, step, taker, orderId, price, size }, emit);
  }
  return true;
}

/**
 * Closes up to `size` of the position `at`, whose user has no more orders in the way, as far as one
 * step goes. False when nothing more can be done before the next tick.
 */
export function closeAtBankruptcy(
  state: State,
  position: PositionIndex,
  terms: { readonly liquidationId: number; readonly step: LiquidationStep; readonly size: Lots },
  emit: Emit,
): boolean {
  const { liquidationId, size, step } = terms;
  const instrument = instrumentOfRow(state, rowOf(position));
  const side = sideOf(position);
  const price = withinRange(instrument, side, bankruptcyPriceOf(state, rowOf(position), side));
  const reach = reachInBook(state, instrument, { isBuy: side !== LONG, limit: price, size });
  let rest = size;
  if (reach.size > 0) {
    const part = { step, price, size: reach.size };
    const left = closeWithBook(state, position, liquidationId, part, emit);
    rest = lots(size - reach.size + left);
  }
  if (reach.isBounded || rest === 0) return true;
  return closeWithoutBook(state, position, liquidationId, { step, price, size: rest }, emit);
}
