import { parseUnits } from "../../../../core/money/decimals.ts";
import { ATOMS_MAX } from "../../../../core/money/units.ts";

/** Parses a signed decimal to atoms of a coin; returns undefined if it is finer than an atom. */
export function signedAtoms(text: string, decimals: number): bigint | undefined {
  const isNegative = text.startsWith("-");
  const amount = parseUnits(isNegative ? text.slice(1) : text, decimals);
  if (amount === undefined || amount > ATOMS_MAX) return undefined;
  return isNegative ? -amount : amount;
}
