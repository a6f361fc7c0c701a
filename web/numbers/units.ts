/** Exact arithmetic of decimal text: whole numbers of a smallest unit. */

/**
 * Returns a decimal without a sign as a whole number of units of 10^-decimals. Digits beyond these
 * decimals are cut off; the exchange sends none.
 */
export function toUnits(text: string, decimals: number): bigint {
  const dot = text.indexOf(".");
  if (dot < 0) return BigInt(text + "0".repeat(decimals));
  const fraction = text.slice(dot + 1, dot + 1 + decimals).padEnd(decimals, "0");
  return BigInt(text.slice(0, dot) + fraction);
}

/** Returns units of 10^-decimals as decimal text with exactly these decimals. */
export function unitsText(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
