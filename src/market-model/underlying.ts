import { MODEL_COINS, STABLE_COINS } from "./coins.ts";

const CODES: ReadonlySet<string> = new Set([
  ...MODEL_COINS.map(({ code }) => code),
  ...STABLE_COINS,
]);

/**
 * Returns the coin whose price a currency has. Practice coins (SBTC, SUSDT …) have the price of the
 * coin that follows the S in their code.
 */
export function underlyingOf(currencyCode: string): string {
  if (CODES.has(currencyCode) || !currencyCode.startsWith("S")) return currencyCode;
  const named = currencyCode.slice(1);
  return CODES.has(named) || named === "USD" ? named : currencyCode;
}
