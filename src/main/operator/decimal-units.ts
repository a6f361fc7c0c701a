import { parseUnits } from "../../core/money/decimals.ts";

/**
 * Returns a price, size or rate in increments; `undefined` when it is no multiple of `step` or is
 * too large.
 */
export function incrementsOf(text: string, decimals: number, step: number): number | undefined {
  const units = parseUnits(text, decimals);
  if (units === undefined || units % BigInt(step) !== 0n) return undefined;
  const count = units / BigInt(step);
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(count);
}
