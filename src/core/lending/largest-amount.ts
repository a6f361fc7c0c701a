import { type Atoms, atoms } from "../money/units.ts";

/**
 * Returns the largest amount between 0 and `most` that passes, by bisection; `passes` holds for all
 * amounts up to some amount, and for none above it.
 */
export function largestAmount(most: Atoms, passes: (amount: Atoms) => boolean): Atoms {
  let low = 0n;
  let high = most > 0n ? (most as bigint) : 0n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (passes(atoms(middle))) low = middle;
    else high = middle - 1n;
  }
  return atoms(low);
}
