/** Figures of open positions, the same in both dialects. */
import { formatRatio } from "../core/money/decimals.ts";
import type { PositionRead } from "../core/reads/account-reads.ts";
import { averagePriceText } from "./average-price.ts";
import type { Listings } from "./listings.ts";

const RATIO_DECIMALS = 6;

/** Returns the close price at which the position has no loss after fees and funding. */
export function breakEvenText(listings: Listings, position: PositionRead): string {
  return averagePriceText(listings, position.instrument, {
    notional: position.breakEven,
    size: position.size,
  });
}

/** Returns unrealised profit ÷ margin as a fraction. */
export function profitRateText(position: PositionRead): string {
  return formatRatio(position.unrealisedPnl, position.margin, RATIO_DECIMALS);
}
