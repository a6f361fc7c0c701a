import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";

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

/**
 * Returns an amount in atoms, `present` when no text is given, `undefined` when it cannot be read.
 */
export function amountOf(
  text: string | undefined,
  present: Atoms,
  decimals: number,
): Atoms | undefined {
  if (text === undefined) return present;
  const units = parseUnits(text, decimals);
  return units === undefined || units > ATOMS_MAX ? undefined : atoms(units);
}
