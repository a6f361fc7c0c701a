/**
 * Delivery by the clock: the index is averaged over the last hour; at its time trading stops, the
 * price is fixed, and users are delivered in bounded pieces, in an order no snapshot changes.
 */

import { exchangeUserOf, FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  DELIVERY_AVERAGE_MS,
  DELIVERY_CLOSINGS_PER_TICK,
  DELIVERY_SAMPLE_INTERVAL_MS,
  DELIVERY_SAMPLE_WEIGHT_MS_MAX,
  DELIVERY_USERS_PER_TICK,
} from "../base/limits.ts";
import type { InstrumentStatus } from "../base/vocabulary.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Ticks, ticks } from "../money/units.ts";
import { backstopFund } from "../settlement/insurance-fund.ts";
import { type Emit, instrumentAt, pricesAt, type State, userAt } from "../state.ts";
import { deliverUser } from "./deliver-user.ts";
import type { Delivery } from "./delivery.ts";

/** Emits what each due piece of each delivery brings. */
export function runDeliveries(state: State, emit: Emit): void {
  for (const delivery of state.deliveries) {
    const instrument = instrumentAt(state, delivery.instrument);
    if (delivery.nextUser !== 0) deliverPiece(state, delivery, instrument, emit);
    else if (delivery.price === 0) prepare(state, delivery, instrument, emit);
  }
}

/** Whether users of a delivery are left. */
export function isDeliveryDue(state: State): boolean {
  return state.deliveries.some(({ nextUser }) => nextUser !== 0);
}

function prepare(state: State, delivery: Delivery, instrument: Instrument, emit: Emit): void {
  const { deliveryAtMs } = instrument;
  if (state.timeMs < deliveryAtMs - DELIVERY_AVERAGE_MS) return;
  sampleIndex(state, delivery);
  if (state.timeMs < deliveryAtMs) return;
  if (instrument.status !== "halted") setStatus(instrument, "halted", emit);
  const price = settlementPrice(delivery);
  if (price === 0) return;
  delivery.price = price;
  delivery.nextUser = FIRST_ORDINARY_USER;
  emit.write("delivery_fixed", { instrument: instrument.index, price });
}

/** A sample stands for the time since the one before, at most a minute, of a fresh index. */
function sampleIndex(state: State, delivery: Delivery): void {
  const { deliveryAtMs } = instrumentAt(state, delivery.instrument);
  const sinceMs = Math.max(delivery.sampledAtMs, deliveryAtMs - DELIVERY_AVERAGE_MS);
  const passedMs = state.timeMs - sinceMs;
  if (passedMs < DELIVERY_SAMPLE_INTERVAL_MS) return;
  delivery.sampledAtMs = state.timeMs;
  if (!isIndexFresh(state, delivery.instrument)) return;
  const { index } = pricesAt(state, delivery.instrument);
  assert(index > 0, "a fresh index has a price");
  const weightMs = Math.min(passedMs, DELIVERY_SAMPLE_WEIGHT_MS_MAX);
  delivery.indexMs += index * weightMs;
  delivery.weightMs += weightMs;
}

/**
 * The average index of the last hour, rounded to the nearest tick, halves up. Without a fresh price
 * in that hour there is none (0): delivery waits for one and does not guess (decision 0019).
 */
function settlementPrice({ indexMs, weightMs }: Delivery): Ticks {
  if (weightMs === 0) return ticks(0);
  const bottom = BigInt(weightMs);
  return ticks(Number((BigInt(indexMs) * 2n + bottom) / (bottom * 2n)));
}

function deliverPiece(state: State, delivery: Delivery, instrument: Instrument, emit: Emit): void {
  const { users } = state;
  assert(delivery.price > 0, "users are delivered at a fixed price");
  let closings = 0;
  let visits = 0;
  while (delivery.nextUser < users.length) {
    if (closings >= DELIVERY_CLOSINGS_PER_TICK || visits >= DELIVERY_USERS_PER_TICK) return;
    const user = userAt(state, delivery.nextUser);
    closings += deliverUser(state, user, instrument, delivery.price, emit);
    visits += 1;
    delivery.nextUser += 1;
  }
  const fund = userAt(state, exchangeUserOf(instrument.realm));
  deliverUser(state, fund, instrument, delivery.price, emit);
  backstopFund(state, instrument.realm, instrument.settle, emit);
  delivery.nextUser = 0;
  setStatus(instrument, "offline", emit);
}

function setStatus(instrument: Instrument, status: InstrumentStatus, emit: Emit): void {
  instrument.status = status;
  emit.write("instrument_status_changed", { instrument: instrument.index, status });
}
