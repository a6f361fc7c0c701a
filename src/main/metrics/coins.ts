import type { Currency } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";

/** Amount in atoms as a number of coins, as near as a number can be. For display only. */
export function coins(amount: bigint, { decimals }: Pick<Currency, "decimals">): number {
  return Number(formatTrimmed(amount, decimals));
}
