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

/** Decimals of rates, ratios, factors and bands that commands count in millionths. */
export const RATE_E6_DECIMALS = 6;

/** Returns a rate in millionths; `undefined` when it has more decimals or is too large. */
export function rateE6Of(text: string): number | undefined {
  return incrementsOf(text, RATE_E6_DECIMALS, 1);
}

/** Returns a rate in millionths, `present` when no text is given. */
export function rateE6Or(text: string | undefined, present: number): number | undefined {
  return text === undefined ? present : rateE6Of(text);
}

/** An increment of `units` × 10^-`decimals`. */
export type Step = { readonly units: number; readonly decimals: number };

const STEP_UNITS_MAX = 1_000_000;

/**
 * Returns an increment with as few decimals as it needs; `undefined` for 0, more than `decimalsMax`
 * decimals, or more than a million units of the last one.
 */
export function stepOf(text: string, decimalsMax: number): Step | undefined {
  const fraction = /\.(\d*?)0*$/.exec(text)?.[1] ?? "";
  if (fraction.length > decimalsMax) return undefined;
  const units = incrementsOf(text, fraction.length, 1);
  if (units === undefined || units === 0 || units > STEP_UNITS_MAX) return undefined;
  return { units, decimals: fraction.length };
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
