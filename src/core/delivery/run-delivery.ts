/**
 * Delivery on each tick: averages the index over the last hour; at the delivery time stops trading,
 * fixes the price and delivers users in bounded pieces. Pieces follow the index of users, which a
 * restored snapshot preserves.
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

/** Prepares or continues each delivery. Emits `delivery_fixed` and the events of `deliverUser`. */
export function runDeliveries(state: State, emit: Emit): void {
  for (const delivery of state.deliveries) {
    const instrument = instrumentAt(state, delivery.instrument);
    if (delivery.nextUser !== 0) deliverUsers(state, delivery, instrument, emit);
    else if (delivery.price === 0) prepare(state, delivery, instrument, emit);
  }
}

/** Whether a delivery has users left to deliver. */
export function isDeliveryDue(state: State): boolean {
  return state.deliveries.some(({ nextUser }) => nextUser !== 0);
}

/** Samples the index before the delivery time; then stops trading and fixes the price. */
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

/**
 * Samples the index if it is fresh. Weights the sample by the time since the one before, at most
 * `DELIVERY_SAMPLE_WEIGHT_MS_MAX`.
 */
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
 * Average index of the last hour, rounded to the nearest tick, halves up; 0 without a fresh index
 * price, in which case the delivery waits for one (decision 0019).
 */
function settlementPrice({ indexMs, weightMs }: Delivery): Ticks {
  if (weightMs === 0) return ticks(0);
  const weight = BigInt(weightMs);
  const price = ticks(Number((BigInt(indexMs) * 2n + weight) / (weight * 2n)));
  assert(price > 0, "an average of index prices is above zero");
  return price;
}

/** Delivers the next users, up to the limits of a tick, and the insurance fund after the last. */
function deliverUsers(state: State, delivery: Delivery, instrument: Instrument, emit: Emit): void {
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
