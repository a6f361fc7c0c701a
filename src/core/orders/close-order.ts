/** Closing an order: removes it from the book and the sums and releases its reservation. */

import { keepClientId } from "../accounts/closed-client-ids.ts";
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import type { CloseReason } from "../base/vocabulary.ts";
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
  const ofLong = cancelExcessOf(state, user, longOf(row), emit);
  return ofLong + cancelExcessOf(state, user, shortOf(row), emit);
}

/** Cancels the oldest resting reduce-only orders that exceed one position; returns their number. */
function cancelExcessOf(state: State, user: User, position: PositionIndex, emit: Emit): number {
  const { orders, positions } = state;
  const index = positions.instrument.get(rowOf(position));
  const closesByBuying = !isLongPosition(position);
  let cancelled = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && positions.closingLots.get(position) > positions.size.get(position)) {
    const next = orders.userNext(slot);
    if (
      orders.isBuy(slot) === closesByBuying &&
      orders.instrument(slot) === index &&
      orders.isReduceOnly(slot) &&
      orders.level(slot) !== 0
    ) {
      closeOrder(state, slot, "reduce_only_excess", emit);
      cancelled += 1;
    }
    slot = next;
  }
  return cancelled;
}
