/** Amounts of spot orders in the two currencies of their instrument. */
import type { Instrument } from "../instruments/instrument.ts";
import { bigIntOf, notional } from "../money/arithmetic.ts";
import { type Atoms, atoms, type Lots, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import type { State } from "../state.ts";

/** Base atoms of a size. */
export function baseAtoms(instrument: Instrument, size: Lots): Atoms {
  return atoms(BigInt.asIntN(64, bigIntOf(size) * instrument.baseAtomsPerLot));
}

/** What an order of this size reserves: quote for a buy at its price, base for a sell. */
export function spotHold(instrument: Instrument, isBuy: boolean, price: Ticks, size: Lots): Atoms {
  return isBuy ? notional(price, size, instrument.atomsPerTickLot) : baseAtoms(instrument, size);
}

/** What an open spot order reserves now: for a market buy by quote amount, the rest of that. */
export function reservationOf(state: State, slot: number, instrument: Instrument): Atoms {
  const orders = state.orders;
  if (orders.isByQuote(slot)) return orders.budget(slot);
  const remaining = orders.remaining(slot);
  if (remaining === 0) return ZERO_ATOMS;
  return spotHold(instrument, orders.isBuy(slot), orders.price(slot), remaining);
}

/** How much more an order reserves when it comes to new terms; negative when it is less. */
export function reservationChange(
  state: State,
  slot: number,
  instrument: Instrument,
  terms: { readonly price: Ticks; readonly remaining: Lots },
): Atoms {
  const orders = state.orders;
  const before = orders.remaining(slot);
  if (!orders.isBuy(slot)) {
    if (terms.remaining === before) return ZERO_ATOMS;
    const lots = bigIntOf(terms.remaining - before);
    return atoms(BigInt.asIntN(64, lots * instrument.baseAtomsPerLot));
  }
  const was = orders.price(slot) * before;
  const becomes = terms.price * terms.remaining;
  if (was <= Number.MAX_SAFE_INTEGER && becomes <= Number.MAX_SAFE_INTEGER) {
    return atoms(BigInt.asIntN(64, bigIntOf(becomes - was) * instrument.atomsPerTickLot));
  }
  const scale = instrument.atomsPerTickLot;
  const hold = notional(terms.price, terms.remaining, scale);
  return atoms(BigInt.asIntN(64, hold - notional(orders.price(slot), before, scale)));
}
