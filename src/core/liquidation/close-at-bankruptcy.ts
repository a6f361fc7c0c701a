/**
 * Closes positions for liquidation: first in the book up to the bankruptcy price, then at that
 * price by the insurance fund, or by deleveraging when the fund cannot bear the loss.
 */

import { assert } from "../base/assert.ts";
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
import { bookAt, type Emit, instrumentOfRow, type State } from "../state.ts";
import { deleverage } from "./deleverage.ts";
import { emitLiquidated } from "./liquidation-events.ts";
import { canTakeOver, originOf, takeOver } from "./take-over.ts";

/** Source of the orders of each step. */
export const SOURCE_OF_STEP: Readonly<Record<LiquidationStep, OrderSource>> = {
  offset: "offset",
  reduce: "reduction",
  close: "liquidation",
};

/** A limit within the instrument's price range; the outermost price for `NO_PRICE` (no limit). */
export function withinRange(instrument: Instrument, side: LongOrShort, price: Ticks): Ticks {
  if (price === NO_PRICE) return side === LONG ? ticks(1) : instrument.priceTicksMax;
  return ticks(Math.min(price, instrument.priceTicksMax));
}

/**
 * Size of an order of one step that the book can fill. `isBounded` is true when the limit of
 * matches per step was reached, so that the book may fill more.
 */
export function reachInBook(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly limit: Ticks; readonly size: Lots },
): { readonly size: Lots; readonly isBounded: boolean } {
  const { orders } = state;
  const { isBuy, limit, size } = order;
  let fillable = 0;
  let matches = 0;
  let isBounded = false;
  bookAt(state, instrument.index).walkOrders(!isBuy, (slot) => {
    if (!isWithinLimit(isBuy, limit, orders.price(slot)) || fillable >= size) return false;
    isBounded = matches === LIQUIDATION_MATCHES_PER_STEP;
    if (isBounded) return false;
    fillable += orders.remaining(slot);
    matches += 1;
    return true;
  });
  return { size: lots(Math.min(fillable, size)), isBounded };
}

/** Part of a position that one step closes. */
type Part = { readonly step: LiquidationStep; readonly price: Ticks; readonly size: Lots };

/** Closes a part in the book; returns the size that was not filled. */
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
  assert(filled >= 0 && filled <= size, "the book fills at most the size of the order");
  if (filled > 0) {
    const closed = { liquidationId, step, taker: "book", orderId, price, size: filled } as const;
    emitLiquidated(state, position, closed, emit);
  }
  return lots(size - filled);
}

/** Closes a part without the book; returns false while holders are still being ranked. */
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
 * Closes up to `size` of a position as far as one step allows; the orders of its user that could
 * interfere are already cancelled. Returns false when the next step has to wait for the next tick.
 */
export function closeAtBankruptcy(
  state: State,
  position: PositionIndex,
  terms: { readonly liquidationId: number; readonly step: LiquidationStep; readonly size: Lots },
  emit: Emit,
): boolean {
  const { liquidationId, size, step } = terms;
  const held = state.positions.size.get(position);
  assert(size > 0 && size <= held, "a step closes at most the position");
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
