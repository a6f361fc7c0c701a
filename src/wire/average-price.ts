/** Average prices, written alike by REST and pushes of both versions. */
import { formatRatio, formatSimplest } from "../core/money/decimals.ts";
import { type ListedInstrument, type Listings, valueCurrency } from "./listings.ts";

/** Smallest number of decimals; prices of an instrument may have more. */
const AVERAGE_DECIMALS = 8;

/**
 * Returns the average price of `size` lots with a notional in atoms; "0" if either is 0.
 *
 *   spot, linear   notional ÷ size, rounded half up: never beyond the prices of the fills, because
 *                  these have no more digits
 *   inverse        size ÷ notional. The notional is booked in whole atoms, so many prices give it:
 *                  of these the one with the fewest digits, which is the price of the fill where
 *                  an atom is less than a tick
 */
export function averagePriceText(
  listings: Listings,
  instrument: ListedInstrument,
  value: bigint,
  size: number,
): string {
  if (size === 0 || value <= 0n) return "0";
  const { isInverse, lotStep, priceDecimals, sizeDecimals } = instrument;
  const decimals = listings.currencyAt(valueCurrency(instrument))?.decimals ?? 0;
  const valueTop = value * 10n ** BigInt(sizeDecimals);
  const sizeTop = BigInt(size) * BigInt(lotStep) * 10n ** BigInt(decimals);
  const shown = Math.max(AVERAGE_DECIMALS, priceDecimals);
  if (!isInverse) return formatRatio(valueTop, sizeTop, shown);
  const atom = 10n ** BigInt(sizeDecimals);
  return formatSimplest(
    {
      low: { top: 2n * sizeTop, bottom: 2n * valueTop + atom },
      high: { top: 2n * sizeTop, bottom: 2n * valueTop - atom },
    },
    shown,
  );
}
