/** Interest per clock hour, the unit in which loans and debts are charged. */
import { assert } from "../base/assert.ts";
import { type Atoms, atoms, type RateE8 } from "../money/units.ts";

/** Hours of a day times the scale of rates. */
const HOURLY_SCALE = 24n * 100_000_000n;

/** Interest of one hour: principal × daily rate ÷ 24, rounded up. */
export function hourlyInterest(principal: Atoms, dailyRate: RateE8): Atoms {
  assert(principal >= 0n, "interest is charged on a borrowed amount");
  return atoms((principal * BigInt(dailyRate) + HOURLY_SCALE - 1n) / HOURLY_SCALE);
}
