/**
 * Volatility by the hour of the day and the day of the week: busiest while both Europe and America
 * are awake, half as busy before the European morning, quiet at weekends.
 */
const QUARTER_MS = 15 * 60_000;
const QUARTERS_PER_DAY = 96;
const QUARTERS_PER_WEEK = 7 * QUARTERS_PER_DAY;
/** 1970-01-01 was a Thursday; weeks are counted from Monday. */
const MONDAY_QUARTERS = 4 * QUARTERS_PER_DAY;

/** Relative volatility at each full hour in UTC. */
const HOURS = [
  ...[0.95, 0.88, 0.82, 0.8, 0.74, 0.72, 0.76, 0.84, 0.92, 0.94, 0.95, 0.98],
  ...[1.05, 1.2, 1.38, 1.4, 1.3, 1.18, 1.12, 1.12, 1.12, 1.06, 1, 0.97],
];
const WEEKEND = 0.65;

function relativeVolatility(quarter: number): number {
  const day = Math.floor(quarter / QUARTERS_PER_DAY);
  const hours = (quarter % QUARTERS_PER_DAY) / 4;
  const hour = Math.floor(hours);
  const from = HOURS[hour] ?? 1;
  const to = HOURS[(hour + 1) % 24] ?? 1;
  const ofHour = from + (hours - hour) * (to - from);
  return day >= 5 ? WEEKEND * ofHour : ofHour;
}

function normalisedWeek(): Float64Array {
  const week = Float64Array.from({ length: QUARTERS_PER_WEEK }, (_, q) => relativeVolatility(q));
  const square = week.reduce((sum, value) => sum + value * value, 0) / week.length;
  return week.map((value) => value / Math.sqrt(square));
}

const WEEK = normalisedWeek();

/** Returns the factor on volatility at a time; its mean square over a week is 1. */
export function seasonAt(timeMs: number): number {
  const quarter = Math.floor(timeMs / QUARTER_MS) - MONDAY_QUARTERS;
  return WEEK[((quarter % QUARTERS_PER_WEEK) + QUARTERS_PER_WEEK) % QUARTERS_PER_WEEK] ?? 1;
}
