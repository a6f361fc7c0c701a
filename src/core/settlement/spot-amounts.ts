/** Amounts of spot orders in the two currencies of their instrument. */
import type { Instrument } from "../instruments/instrument.ts";
import { notional } from "../money/arithmetic.ts";
import type { Atoms, Lots, Ticks } from "../money/units.ts";

/** Base atoms of a size. */
export function baseAtoms(instrument: Instrument, size: Lots): Atoms {
  return BigInt.asIntN(64, BigInt(size) * instrument.baseAtomsPerLot) as Atoms;
}

/** What an order of this size reserves: quote for a buy at its price, base for a sell. */
export function spotHold(
  instrument: Instrument,
  isBuy: boolean,
  terms: { price: Ticks; size: Lots },
): Atoms {
  return isBuy
    ? notional(terms.price, terms.size, instrument.atomsPerTickLot)
    : baseAtoms(instrument, terms.size);
}
