/** Figures of open positions, the same in both dialects. */
import { formatRatio } from "../core/money/decimals.ts";
import type { PositionRead } from "../core/reads/account-reads.ts";
import { priceText } from "./texts.ts";

const RATIO_DECIMALS = 6;

/** Returns the close price, on a tick, at which the position has no loss after fees and funding. */
export function breakEvenText({ breakEven, instrument }: PositionRead): string {
  return priceText(instrument, breakEven);
}

/** Returns unrealised profit ÷ margin as a fraction. */
export function profitRateText(position: PositionRead): string {
  return formatRatio(position.unrealisedPnl, position.margin, RATIO_DECIMALS);
}
