/** Interest per clock hour, the unit in which loans and debts are charged. */
import { assert } from "../base/assert.ts";
import { type Atoms, atoms, type RateE8 } from "../money/units.ts";

const HOUR_MS = 3_600_000;
/** Hours of a day times the scale of rates. */
const HOURLY_SCALE = 24n * 100_000_000n;

/** Clock hour of a time, counted from the Unix epoch. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

/** Start of the next clock hour, in Unix milliseconds. */
export function nextHourMs(timeMs: number): number {
  return (hourOf(timeMs) + 1) * HOUR_MS;
}

/** Interest of one hour: principal × daily rate ÷ 24, rounded up. */
export function hourlyInterest(principal: Atoms, dailyRate: RateE8): Atoms {
  assert(principal >= 0n, "interest is charged on a borrowed amount");
  return atoms((principal * BigInt(dailyRate) + HOURLY_SCALE - 1n) / HOURLY_SCALE);
}
