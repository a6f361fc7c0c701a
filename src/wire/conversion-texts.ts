/** Prices of conversions as decimal texts. */
import { formatTrimmed } from "../core/money/decimals.ts";

/** Price in coins received for one coin given: `digits` × 10^-`decimals`. */
export type PriceDigits = { readonly digits: number; readonly decimals: number };

export function conversionPriceText({ decimals, digits }: PriceDigits): string {
  return formatTrimmed(digits, decimals);
}

const DECIMAL = /^0*(\d*)(?:\.(\d*?)0*)?$/;

/**
 * Reads a decimal text with the fewest decimals that state it, as quotes have them: `98.50` as 985
 * with one decimal. Returns `undefined` for a number with more digits than a quote has.
 */
export function conversionPriceOf(text: string): PriceDigits | undefined {
  const [, whole = "", part = ""] = DECIMAL.exec(text) ?? [];
  const digits = Number(`${whole}${part}`);
  return Number.isSafeInteger(digits) ? { digits, decimals: part.length } : undefined;
}
