/** Amounts of spot orders in the two currencies of their instrument. */
import { assert } from "../base/assert.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { bigIntOf, notional } from "../money/arithmetic.ts";
import { type Atoms, type Lots, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import type { State } from "../state.ts";

/** Returns a size as base atoms; exact. */
export function baseAtoms(instrument: Instrument, size: Lots): Atoms {
  return BigInt.asIntN(64, bigIntOf(size) * instrument.baseAtomsPerLot) as Atoms;
}

/** Returns what an order of this size reserves: quote for a buy at its price, base for a sell. */
export function spotHold(instrument: Instrument, isBuy: boolean, price: Ticks, size: Lots): Atoms {
  assert(size >= 0, "an order reserves for a size that is not negative");
  return isBuy ? notional(price, size, instrument.atomsPerTickLot) : baseAtoms(instrument, size);
}

/** Returns what an open spot order reserves; for a buy by quote amount, its unspent budget. */
export function reservationOf(state: State, slot: number, instrument: Instrument): Atoms {
  const orders = state.orders;
  if (orders.isByQuote(slot)) return orders.quote.left(slot);
  const remaining = orders.remaining(slot);
  if (remaining === 0) return ZERO_ATOMS;
  return spotHold(instrument, orders.isBuy(slot), orders.price(slot), remaining);
}

/** Returns by how much an amendment changes what an order reserves; negative when it needs less. */
export function reservationChange(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: { readonly price: Ticks; readonly remaining: Lots },
): Atoms {
  const orders = state.orders;
  const before = orders.remaining(slot);
  assert(amendment.remaining > 0, "an amended order has a remaining size");
  if (!orders.isBuy(slot)) {
    if (amendment.remaining === before) return ZERO_ATOMS;
    const lots = bigIntOf(amendment.remaining - before);
    return BigInt.asIntN(64, lots * instrument.baseAtomsPerLot) as Atoms;
  }
  const oldTickLots = orders.price(slot) * before;
  const newTickLots = amendment.price * amendment.remaining;
  if (oldTickLots <= Number.MAX_SAFE_INTEGER && newTickLots <= Number.MAX_SAFE_INTEGER) {
    const change = bigIntOf(newTickLots - oldTickLots);
    return BigInt.asIntN(64, change * instrument.atomsPerTickLot) as Atoms;
  }
  const scale = instrument.atomsPerTickLot;
  const hold = notional(amendment.price, amendment.remaining, scale);
  return BigInt.asIntN(64, hold - notional(orders.price(slot), before, scale)) as Atoms;
}
