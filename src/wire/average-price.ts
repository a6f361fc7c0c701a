/** Average prices, written alike by REST and pushes of both versions. */
import { formatTrimmed } from "../core/money/decimals.ts";
import { type ListedInstrument, type Listings, valueCurrency } from "./listings.ts";
import type { OrderView } from "./order-view.ts";

/** Smallest number of decimals; prices of an instrument may have more. */
const AVERAGE_DECIMALS = 8;

/** Sums of fills: notional in atoms, size in lots. */
export interface Averaged {
  readonly notional: bigint;
  readonly size: number;
  /** Lowest and highest price of the fills of an inverse contract in ticks; 0 if unknown. */
  readonly priceMin?: number;
  readonly priceMax?: number;
}

/**
 * Returns the average price with 8 decimals, or as many as prices have; "0" without a size.
 *
 *   spot, linear   notional ÷ size, rounded half up: never beyond the prices of the fills, because
 *                  these have no more digits
 *   inverse        size ÷ notional, rounded half up. The notional of each fill is rounded to an
 *                  atom; the lowest and highest price of the fills bound what this changes
 */
export function averagePriceText(
  listings: Listings,
  instrument: ListedInstrument,
  { notional, priceMax = 0, priceMin = 0, size }: Averaged,
): string {
  if (size === 0) return "0";
  const { isInverse, lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
  const decimals = listings.currencyAt(valueCurrency(instrument))?.decimals ?? 0;
  const shown = Math.max(AVERAGE_DECIMALS, priceDecimals);
  const notionalTop = notional * 10n ** BigInt(sizeDecimals);
  const sizeTop = BigInt(size) * BigInt(lotStep) * 10n ** BigInt(decimals);
  if (!isInverse) return formatTrimmed(roundedRatio(notionalTop, sizeTop, shown), shown);
  const tick = BigInt(tickStep) * 10n ** BigInt(shown - priceDecimals);
  const [low, high] = [BigInt(priceMin) * tick, BigInt(priceMax) * tick];
  const average = notional <= 0n ? 0n : roundedRatio(sizeTop, notionalTop, shown);
  const isBounded = priceMax > 0;
  if (isBounded && average < low) return formatTrimmed(low, shown);
  return formatTrimmed(isBounded && average > high ? high : average, shown);
}

/** Returns top ÷ bottom in units of 10^-decimals, rounded half up; neither is below zero. */
function roundedRatio(top: bigint, bottom: bigint, decimals: number): bigint {
  const scaled = top * 10n ** BigInt(decimals);
  return (scaled * 2n + bottom) / (bottom * 2n);
}

/** Returns the average price of the fills of an order; "0" before the first. */
export function orderAverageText(
  listings: Listings,
  instrument: ListedInstrument,
  order: Pick<OrderView, "filledNotional" | "filled" | "fillPriceMin" | "fillPriceMax">,
): string {
  return averagePriceText(listings, instrument, {
    notional: order.filledNotional,
    size: order.filled,
    priceMin: order.fillPriceMin,
    priceMax: order.fillPriceMax,
  });
}

/** Returns the average entry price of an open position. */
export function entryPriceText(
  listings: Listings,
  instrument: ListedInstrument,
  position: {
    readonly openNotional: bigint;
    readonly openPriceMin: number;
    readonly openPriceMax: number;
    readonly size: number;
  },
): string {
  return averagePriceText(listings, instrument, {
    notional: position.openNotional,
    size: position.size,
    priceMin: position.openPriceMin,
    priceMax: position.openPriceMax,
  });
}

/** Totals of a position over its life. */
type PositionTotals = Readonly<
  Record<"openedNotional" | "closedNotional", bigint> &
    Record<"openedSize" | "closedSize", number> &
    Record<"openPriceMin" | "openPriceMax" | "closePriceMin" | "closePriceMax", number>
>;

/** Returns the average prices at which a position was opened and closed. */
export function lifeAverageTexts(
  listings: Listings,
  instrument: ListedInstrument,
  totals: PositionTotals,
): { readonly open: string; readonly close: string } {
  const open = averagePriceText(listings, instrument, {
    notional: totals.openedNotional,
    size: totals.openedSize,
    priceMin: totals.openPriceMin,
    priceMax: totals.openPriceMax,
  });
  const close = averagePriceText(listings, instrument, {
    notional: totals.closedNotional,
    size: totals.closedSize,
    priceMin: totals.closePriceMin,
    priceMax: totals.closePriceMax,
  });
  return { open, close };
}
