/** Delivering one user: closes orders and plans, then the positions at one price. */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { isLongPosition, longOf, type PositionIndex, shortOf } from "../base/position-handle.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms, Ticks } from "../money/units.ts";
import { closeOrder } from "../orders/close-order.ts";
import { closeOffBook } from "../orders/exchange-order.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import type { Emit, State } from "../state.ts";

/** Closes the user's orders and plans in the instrument; returns how many there were. */
function endOrders(state: State, user: User, instrument: Instrument, emit: Emit): number {
  const { orders } = state;
  let ended = 0;
  let slot = user.ordersFirst;
  while (slot !== 0) {
    const next = orders.userNext(slot);
    if (orders.instrument(slot) === instrument.index) {
      closeOrder(state, slot, "delivery", emit);
      ended += 1;
    }
    slot = next;
  }
  if (state.plans.count === 0) return ended;
  for (const plan of [...state.plans.ofUser(user.index)]) {
    if (plan.instrument !== instrument.index) continue;
    endPlan(state, plan, "delivery", emit);
    ended += 1;
  }
  return ended;
}

/**
 * Moves the notional of a delivered position between the clearing and the rounding account. Between
 * the deliveries of longs and shorts, one side has realised its result and the other has not; the
 * rounding account holds the difference. After the last delivery it keeps the rounding differences
 * of inverse positions.
 */
function bookDelivered(
  state: State,
  instrument: Instrument,
  delivered: { readonly value: Atoms; readonly isLong: boolean },
): void {
  const { ledger } = state;
  const owner = exchangeUserOf(instrument.realm);
  const key = [instrument.settle, instrument.index + 1] as const;
  const pool = ledger.account(owner, WALLET_INDEX.rounding, ...key);
  const clearing = ledger.account(owner, WALLET_INDEX.clearing, ...key);
  const { isLong, value } = delivered;
  if (isLong !== instrument.isInverse) ledger.post(pool, clearing, value);
  else ledger.post(clearing, pool, value);
}

/** Closes a whole position at the delivery price. */
function deliverPosition(
  state: State,
  instrument: Instrument,
  delivered: { readonly position: PositionIndex; readonly price: Ticks },
  emit: Emit,
): void {
  const { positions } = state;
  const { position, price } = delivered;
  const size = positions.size.get(position);
  assert(price > 0, "a position is delivered at a fixed price");
  closeOffBook(state, position, { price, size, source: "delivery", fee: "maker" }, emit);
  assert(positions.size.get(position) === 0, "delivery closes the whole position");
  const value = notionalAt(instrument, price, size);
  bookDelivered(state, instrument, { value, isLong: isLongPosition(position) });
}

/**
 * Closes a user's orders and plans in an instrument, then delivers the long and the short position.
 * Emits the events of closed orders and plans, and of an order and its fill for each position.
 * Returns the number of orders, plans and positions.
 */
export function deliverUser(
  state: State,
  user: User,
  instrument: Instrument,
  price: Ticks,
  emit: Emit,
): number {
  const ended = endOrders(state, user, instrument, emit);
  const row = state.positions.find(user.index, instrument.index);
  if (row === 0) return ended;
  let delivered = 0;
  for (const position of [longOf(row), shortOf(row)]) {
    if (state.positions.size.get(position) === 0) continue;
    deliverPosition(state, instrument, { position, price }, emit);
    delivered += 1;
  }
  return ended + delivered;
}
