import Big from "big.js";
import type { Instrument } from "../state/instruments.ts";

/**
 * Part of a size in steps of the instrument, rounded down, at least one step; the whole size for a
 * fraction of 1 or more.
 */
export function partOfSize(
  size: string,
  fraction: number,
  { sizeStep }: Pick<Instrument, "sizeStep">,
): string {
  if (fraction >= 1) return size;
  const steps = Big(size).times(fraction).div(sizeStep).round(0, Big.roundDown);
  return (steps.lt(1) ? Big(1) : steps).times(sizeStep).toFixed();
}

/** Size in steps of the instrument, rounded down. */
export function inSteps(size: Big, { sizeDecimals }: Pick<Instrument, "sizeDecimals">): string {
  return (size.lt(0) ? Big(0) : size).round(sizeDecimals, Big.roundDown).toFixed();
}
