/** Closing an order: removes it from the book and the sums and releases its reservation. */

import { keepClientId } from "../accounts/closed-client-ids.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import type { CloseReason } from "../base/vocabulary.ts";
import { type Lots, ZERO_LOTS } from "../money/units.ts";
import { reservationOf } from "../order-book/spot-amounts.ts";
import { isHedgeIn, removeOrderExposure } from "../positions/exposure.ts";
import { bookAt, type Emit, instrumentAt, instrumentOfRow, type State, userAt } from "../state.ts";
import { emitClosed, emitLevel } from "./order-events.ts";
import { unlinkFromUser } from "./user-orders.ts";

/** Takes a resting order out of its book. Emits `level_changed`. */
export function takeFromBook(state: State, slot: number, emit: Emit): void {
  const book = bookAt(state, state.orders.instrument(slot));
  emitLevel(state, slot, book.remove(slot), emit);
}

/**
 * Closes an open order: releases its reservation, drops its exits, remembers its client id and
 * frees its slot. Emits `level_changed` if it rested, then `order_closed`.
 */
export function closeOrder(state: State, slot: number, reason: CloseReason, emit: Emit): void {
  const orders = state.orders;
  assert(orders.id(slot) !== 0, "an order ends once");
  const instrument = instrumentAt(state, orders.instrument(slot));
  const user = userAt(state, orders.user(slot));
  if (orders.level(slot) !== 0) takeFromBook(state, slot, emit);
  if (instrument.isFutures) {
    removeOrderExposure(state, slot);
  } else {
    state.ledger.release(orders.payAccount(slot), reservationOf(state, slot, instrument));
  }
  emitClosed(state, slot, reason, emit);
  if (orders.clientIds.has(slot)) {
    keepClientId(user, "order", orders.clientIds.textOf(slot), state.timeMs);
  }
  if (orders.hasExits(slot)) state.plans.orderExits.delete(orders.id(slot));
  unlinkFromUser(state, user, slot, instrument.isFutures);
  orders.give(slot);
}

/**
 * Applies the reduce-only rule of one-way mode (Place Order rule 4): cancels the oldest resting
 * reduce-only orders until the rest do not exceed the position. Returns the number cancelled; 0 in
 * hedge mode. Emits the events of `closeOrder` for each.
 */
export function cancelReduceOnlyExcess(state: State, row: PositionRow, emit: Emit): number {
  const { positions } = state;
  assert(row !== 0, "reduce-only orders have a row of positions");
  const user = userAt(state, positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  if (isHedgeIn(user, instrument)) return 0;
  const ofLong = cancelClosingExcess(state, longOf(row), ZERO_LOTS, emit);
  return ofLong + cancelClosingExcess(state, shortOf(row), ZERO_LOTS, emit);
}

/**
 * Cancels the oldest resting orders that only close a position until the position has `free` lots
 * beside the rest of them, or none of them is left. Returns the number cancelled. Emits the events
 * of `closeOrder` for each.
 */
export function cancelClosingExcess(
  state: State,
  position: PositionIndex,
  free: Lots,
  emit: Emit,
): number {
  const { orders, positions } = state;
  const row = rowOf(position);
  const user = userAt(state, positions.user.get(row));
  const index = positions.instrument.get(row);
  const closesByBuying = !isLongPosition(position);
  const closesInHedge = sideOf(position) + 1;
  const excess = (): number =>
    positions.closingLots.get(position) + free - positions.size.get(position);
  let cancelled = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && excess() > 0) {
    const next = orders.userNext(slot);
    const isClosing = orders.isReduceOnly(slot) || orders.positionSide(slot) === closesInHedge;
    if (
      isClosing &&
      orders.isBuy(slot) === closesByBuying &&
      orders.instrument(slot) === index &&
      orders.level(slot) !== 0
    ) {
      closeOrder(state, slot, "reduce_only_excess", emit);
      cancelled += 1;
    }
    slot = next;
  }
  return cancelled;
}
