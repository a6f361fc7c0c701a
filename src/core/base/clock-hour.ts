/** Hours and days of the clock, in UTC: interest is charged and losses are limited by them. */

export const HOUR_MS = 3_600_000;

/** Clock hour of a time, counted from the Unix epoch. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

/** Start of the next clock hour, in Unix milliseconds. */
export function nextHourMs(timeMs: number): number {
  return (hourOf(timeMs) + 1) * HOUR_MS;
}

const DAY_MS = 24 * HOUR_MS;

/** Clock day of a time, counted from the Unix epoch. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
