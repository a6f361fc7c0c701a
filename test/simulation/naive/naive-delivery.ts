/** Delivery of dated contracts by the rules as written. */

import {
  DELIVERY_AVERAGE_MS,
  DELIVERY_CLOSING_MS,
  DELIVERY_CLOSINGS_PER_TICK,
  DELIVERY_SAMPLE_INTERVAL_MS,
  DELIVERY_SAMPLE_WEIGHT_MS_MAX,
  DELIVERY_USERS_PER_TICK,
  INDEX_AGE_MS_MAX,
} from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { worthOf } from "./naive-amounts.ts";
import { closeOutside } from "./naive-exchange-orders.ts";
import { backstop } from "./naive-fund.ts";
import { closeOrder } from "./naive-matching.ts";
import { positionOf } from "./naive-money.ts";
import { cancel } from "./naive-plans.ts";
import type { NaiveInstrument, NaivePosition } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveDelivery = {
  readonly instrument: number;
  /** Index prices of the last hour and the time each stands for. */
  readonly samples: { readonly price: number; readonly ms: number }[];
  sampledAtMs: number | undefined;
  price: number;
  nextUser: number;
};

/** Whether nothing may be opened any more. */
export function isNearDelivery(state: NaiveState, { deliveryAtMs }: NaiveInstrument): boolean {
  if (deliveryAtMs === 0 || state.timeMs >= deliveryAtMs) return false;
  return deliveryAtMs - state.timeMs <= DELIVERY_CLOSING_MS;
}

/** Whether the delivery time of a contract has come. */
export function isDelivered(state: NaiveState, { deliveryAtMs }: NaiveInstrument): boolean {
  return deliveryAtMs !== 0 && state.timeMs >= deliveryAtMs;
}

export function scheduleDelivery(state: NaiveState, command: CommandOf<"schedule_delivery">): void {
  const { deliveryAtMs, instrument: index } = command;
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (!instrument.isFutures) return state.rejectCommand(0, "instrument_not_futures");
  if (isDelivered(state, instrument) || deliveryAtMs <= state.timeMs) {
    return state.rejectCommand(0, "delivery_time_out_of_range");
  }
  instrument.deliveryAtMs = deliveryAtMs;
  instrument.funding.samples = [];
  instrument.funding.nextAtMs = 0;
  const fresh = { instrument: index, samples: [], sampledAtMs: undefined, price: 0, nextUser: 0 };
  const known = state.deliveries.findIndex((one) => one.instrument === index);
  if (known < 0) state.deliveries.push(fresh);
  else state.deliveries.splice(known, 1, fresh);
  state.emit("delivery_scheduled", { instrument: index, deliveryAtMs });
}

function setStatus(
  state: NaiveState,
  instrument: NaiveInstrument,
  status: "halted" | "offline",
): void {
  instrument.status = status;
  state.emit("instrument_status_changed", { instrument: instrument.index, status });
}

function sample(state: NaiveState, delivery: NaiveDelivery, instrument: NaiveInstrument): void {
  const hourAgoMs = instrument.deliveryAtMs - DELIVERY_AVERAGE_MS;
  const passedMs = state.timeMs - (delivery.sampledAtMs ?? hourAgoMs);
  if (passedMs < DELIVERY_SAMPLE_INTERVAL_MS) return;
  delivery.sampledAtMs = state.timeMs;
  const isFresh = state.timeMs - instrument.indexedAtMs <= INDEX_AGE_MS_MAX;
  if (instrument.indexPrice === 0 || !isFresh) return;
  const ms = Math.min(passedMs, DELIVERY_SAMPLE_WEIGHT_MS_MAX);
  delivery.samples.push({ price: instrument.indexPrice, ms });
}

function prepare(state: NaiveState, delivery: NaiveDelivery, instrument: NaiveInstrument): void {
  const leftMs = instrument.deliveryAtMs - state.timeMs;
  if (leftMs > DELIVERY_AVERAGE_MS) return;
  sample(state, delivery, instrument);
  if (leftMs > 0) return;
  if (instrument.status !== "halted") setStatus(state, instrument, "halted");
  if (delivery.samples.length === 0) return;
  let sum = 0n;
  let ms = 0n;
  for (const one of delivery.samples) {
    sum += BigInt(one.price) * BigInt(one.ms);
    ms += BigInt(one.ms);
  }
  delivery.price = Number(sum / ms) + ((sum % ms) * 2n >= ms ? 1 : 0);
  delivery.nextUser = 2;
  state.emit("delivery_fixed", { instrument: instrument.index, price: delivery.price });
}

function deliver(
  state: NaiveState,
  instrument: NaiveInstrument,
  position: NaivePosition,
  price: number,
): void {
  const { side, size } = position;
  closeOutside(state, position, { price, size, source: "delivery", paysAs: "maker" });
  const value = worthOf(instrument, price, size);
  const owner = instrument.realm === "live" ? 0 : 1;
  const isFromPool = (side === "long") !== instrument.isInverse;
  const moved = isFromPool ? value : -value;
  state.account(owner, "rounding", instrument.settle, instrument.index).balance -= moved;
  state.account(owner, "clearing", instrument.settle, instrument.index).balance += moved;
}

/** Answers how many orders, plans and positions of a user ended. */
function deliverUser(
  state: NaiveState,
  user: number,
  instrument: NaiveInstrument,
  price: number,
): number {
  const { index } = instrument;
  const orders = state.openOrdersOf(user).filter((one) => one.instrument === index);
  for (const order of orders) closeOrder(state, order, "delivery");
  const plans = state.plans.filter((one) => one.user === user && one.instrument === index);
  for (const plan of plans) cancel(state, plan, "delivery");
  let delivered = 0;
  for (const side of ["long", "short"] as const) {
    const position = positionOf(state, user, index, side);
    if (position === undefined) continue;
    deliver(state, instrument, position, price);
    delivered += 1;
  }
  return orders.length + plans.length + delivered;
}

function deliverPiece(
  state: NaiveState,
  delivery: NaiveDelivery,
  instrument: NaiveInstrument,
): void {
  let ended = 0;
  let visits = 0;
  for (; delivery.nextUser < state.users.length; delivery.nextUser++) {
    if (ended >= DELIVERY_CLOSINGS_PER_TICK || visits >= DELIVERY_USERS_PER_TICK) return;
    ended += deliverUser(state, delivery.nextUser, instrument, delivery.price);
    visits += 1;
  }
  const { realm, settle } = instrument;
  deliverUser(state, realm === "live" ? 0 : 1, instrument, delivery.price);
  backstop(state, realm, settle);
  delivery.nextUser = 0;
  setStatus(state, instrument, "offline");
}

export function deliveryTick(state: NaiveState): void {
  for (const delivery of state.deliveries) {
    const instrument = state.instrumentAt(delivery.instrument);
    if (delivery.nextUser !== 0) deliverPiece(state, delivery, instrument);
    else if (delivery.price === 0) prepare(state, delivery, instrument);
  }
}
