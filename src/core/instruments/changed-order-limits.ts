/** Order limits that change after the listing (decision 0096), and their encoding. */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { ATOMS_MAX, atoms, type Lots, lots, rateE6 } from "../money/units.ts";
import type { Instrument } from "./instrument.ts";
import {
  areSoundLimits,
  type OrderLimits,
  type OrderLimitTerms,
  orderLimitsOf,
  tickLotsRoundedUp,
} from "./order-limits.ts";

/** Whether amounts of an order of this size stay within 64 bits at every price. */
function isSizeInRange(instrument: Instrument, size: Lots): boolean {
  const { atomsPerTickLot, atomTicksPerLot, baseAtomsPerLot, isInverse, priceTicksMax } =
    instrument;
  const largest = BigInt(size);
  if (isInverse) return largest * atomTicksPerLot * 2n <= ATOMS_MAX;
  const value = largest * atomsPerTickLot * BigInt(priceTicksMax);
  return value <= ATOMS_MAX && largest * baseAtomsPerLot <= ATOMS_MAX;
}

/**
 * Returns the limits of a command, or `undefined` when they are out of bounds: those of the
 * listing, with the range of prices that it set. A market order of the smallest size must be
 * possible, because liquidations and flash closes place market orders.
 */
export function changedLimitsOf(
  instrument: Instrument,
  terms: OrderLimitTerms,
): OrderLimits | undefined {
  if (!areSoundLimits(terms) || terms.sizeLotsMin > terms.sizeLotsMarketMax) return undefined;
  if (!isSizeInRange(instrument, terms.sizeLotsMax)) return undefined;
  const tickLots = tickLotsRoundedUp(terms.valueMin, instrument.atomsPerTickLot);
  if (terms.valueMin < 0n || tickLots > Number.MAX_SAFE_INTEGER) return undefined;
  return orderLimitsOf(terms);
}

/** Replaces the limits of an instrument. Orders and plans stay as they are. */
export function changeOrderLimits(instrument: Instrument, limits: OrderLimits): void {
  const { atomsPerTickLot, listedLimits, sizeLotsMaxEver } = instrument;
  instrument.sizeLotsMin = limits.sizeLotsMin;
  instrument.sizeLotsMax = limits.sizeLotsMax;
  instrument.sizeLotsMarketMax = limits.sizeLotsMarketMax;
  instrument.valueMin = limits.valueMin;
  instrument.valueTickLotsMin = tickLotsRoundedUp(limits.valueMin, atomsPerTickLot);
  instrument.buyLimitRatio = limits.buyLimitRatio;
  instrument.sellLimitRatio = limits.sellLimitRatio;
  instrument.closingLotsMin = lots(Math.min(limits.sizeLotsMin, listedLimits.sizeLotsMin));
  instrument.closingTickLotsMin = Math.min(
    instrument.valueTickLotsMin,
    tickLotsRoundedUp(listedLimits.valueMin, atomsPerTickLot),
  );
  instrument.sizeLotsMaxEver = lots(Math.max(sizeLotsMaxEver, limits.sizeLotsMax));
}

export function writeOrderLimits(out: ByteWriter, instrument: Instrument): void {
  out.i64(instrument.valueMin);
  for (const value of [
    instrument.sizeLotsMin,
    instrument.sizeLotsMax,
    instrument.sizeLotsMarketMax,
    instrument.buyLimitRatio,
    instrument.sellLimitRatio,
    instrument.sizeLotsMaxEver,
  ]) {
    out.varint(value);
  }
}

/** Sets the limits of an instrument that has those of its listing. */
export function readOrderLimits(from: ByteReader, instrument: Instrument): void {
  changeOrderLimits(instrument, {
    valueMin: atoms(from.i64()),
    sizeLotsMin: lots(from.varint()),
    sizeLotsMax: lots(from.varint()),
    sizeLotsMarketMax: lots(from.varint()),
    buyLimitRatio: rateE6(from.varint()),
    sellLimitRatio: rateE6(from.varint()),
  });
  const sizeLotsMaxEver = lots(from.varint());
  assert(sizeLotsMaxEver >= instrument.sizeLotsMaxEver, "the largest size ever is the largest");
  instrument.sizeLotsMaxEver = sizeLotsMaxEver;
}
