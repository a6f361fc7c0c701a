/** Deliveries in the canonical encoding of the state. */

import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import { ticks } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";
import { newDelivery } from "./delivery.ts";

/** Appends the deliveries in the order in which they were first scheduled. */
export function writeDeliveries(state: State, out: ByteWriter): void {
  out.varint(state.deliveries.length);
  for (const delivery of state.deliveries) {
    const isFixed = delivery.price > 0 || delivery.nextUser === 0;
    assert(isFixed, "users are delivered only once the price is fixed");
    out.varint(delivery.instrument);
    out.varint(instrumentAt(state, delivery.instrument).deliveryAtMs);
    out.varint(delivery.indexMs);
    out.varint(delivery.weightMs);
    out.varint(delivery.sampledAtMs);
    out.varint(delivery.price);
    out.varint(delivery.nextUser);
  }
}

/** Reads the deliveries; the instruments have been read before. */
export function readDeliveries(state: State, from: ByteReader): void {
  assert(state.deliveries.length === 0, "the deliveries of a state are read once");
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const delivery = newDelivery(from.varint());
    const instrument = state.instruments[delivery.instrument];
    if (instrument === undefined) throw new BytesDamaged("a delivery is of a listed instrument");
    instrument.deliveryAtMs = from.varint();
    delivery.indexMs = from.varint();
    delivery.weightMs = from.varint();
    delivery.sampledAtMs = from.varint();
    delivery.price = ticks(from.varint());
    delivery.nextUser = from.varint();
    state.deliveries.push(delivery);
  }
}
