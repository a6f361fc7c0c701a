import { assert } from "../../core/base/assert.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import {
  ATOMS_MAX,
  type Atoms,
  atoms,
  LOTS_MAX,
  type Lots,
  lots,
  TICKS_MAX,
  type Ticks,
  ticks,
} from "../../core/money/units.ts";
import { stepDecimals } from "../../wire/sizes.ts";
import type { WireError } from "../http/wire-error.ts";
import type { OrderInstrument } from "./order-context.ts";

/** Digits that always fit in a whole number exactly. */
const DIGITS_SAFE = 15;

/** Fault of a decimal that must be a whole number of increments. */
export type UnitFault = "off_increment" | "out_of_range";

/**
 * Returns `text` as a whole number of increments of `step` × 10^-decimals, at most `max`. The text
 * is a plain unsigned decimal; a value off the increment is never rounded.
 */
export function stepsOf(
  text: string,
  increment: { readonly decimals: number; readonly step: number; readonly max: number },
): number | UnitFault {
  const { decimals, step, max } = increment;
  let units = 0;
  let isFraction = false;
  let missing = decimals;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      isFraction = true;
    } else if (!isFraction || missing > 0) {
      units = units * 10 + (code - 48);
      if (isFraction) missing -= 1;
      if (units > 0) digits += 1;
    } else if (code !== 48) {
      return "off_increment";
    }
  }
  if (digits + missing > DIGITS_SAFE) return exactStepsOf(text, increment);
  for (; missing > 0; missing -= 1) units *= 10;
  if (units % step !== 0) return "off_increment";
  const steps = units / step;
  return steps > max ? "out_of_range" : steps;
}

/** The same for values that may not fit a double. */
function exactStepsOf(
  text: string,
  increment: { readonly decimals: number; readonly step: number; readonly max: number },
): number | UnitFault {
  const units = parseUnits(text, increment.decimals);
  if (units === undefined) return text.length > DIGITS_SAFE * 2 ? "out_of_range" : "off_increment";
  const step = BigInt(increment.step);
  if (units % step !== 0n) return "off_increment";
  const steps = units / step;
  return steps > BigInt(increment.max) ? "out_of_range" : Number(steps);
}

/** Errors of a dialect for invalid prices and sizes. */
export interface UnitErrors {
  priceOffIncrement(): WireError;
  priceOutOfRange(): WireError;
  sizeOffIncrement(): WireError;
  sizeOutOfRange(): WireError;
  markPriceMissing(): WireError;
  triggerMissing(): WireError;
}

/** Returns a price in ticks of `instrument`; throws the error of the dialect. */
export function priceTicks(text: string, instrument: OrderInstrument, errors: UnitErrors): Ticks {
  const { priceDecimals: decimals, tickStep: step } = instrument;
  const value = stepsOf(text, { decimals, step, max: TICKS_MAX });
  if (typeof value === "number") return ticks(value);
  throw value === "off_increment" ? errors.priceOffIncrement() : errors.priceOutOfRange();
}

/**
 * Returns a size in lots of a spot instrument or linear contract; throws the error of the dialect.
 * Sizes of inverse contracts need a price: `order-sizes.ts` converts the sizes of futures orders.
 */
export function sizeLots(text: string, instrument: OrderInstrument, errors: UnitErrors): Lots {
  assert(!instrument.isInverse, "sizes of inverse contracts are converted at a price");
  return lots(sizeSteps(text, instrument, errors));
}

/**
 * Returns a size in steps of the wire: lots, or steps of the base coin on inverse contracts. Throws
 * the error of the dialect.
 */
export function sizeSteps(text: string, instrument: OrderInstrument, errors: UnitErrors): number {
  const decimals = stepDecimals(instrument);
  const step = instrument.isInverse ? 1 : instrument.lotStep;
  const value = stepsOf(text, { decimals, step, max: LOTS_MAX });
  if (typeof value === "number") return value;
  throw value === "off_increment" ? errors.sizeOffIncrement() : errors.sizeOutOfRange();
}

/**
 * Returns an amount in atoms of a currency with `decimals`; throws the size error of the dialect.
 */
export function amountAtoms(text: string, decimals: number, errors: UnitErrors): Atoms {
  const value = parseUnits(text, decimals);
  if (value === undefined) throw errors.sizeOffIncrement();
  if (value > ATOMS_MAX) throw errors.sizeOutOfRange();
  return atoms(value);
}
