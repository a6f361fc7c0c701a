/** Period of a statement in UTC days, as the admin API takes it. */

const DAY_MS = 86_400_000;

/** Most days that a statement covers. */
const DAYS_MAX = 31;

export type Period = { readonly from: string; readonly to: string };

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Returns the last seven UTC days, today included. */
export function lastWeek(nowMs: number): Period {
  return { from: dayOf(nowMs - 6 * DAY_MS), to: dayOf(nowMs) };
}

/** Returns what is wrong with a period; undefined for one that can be asked for. */
export function periodFault({ from, to }: Period): string | undefined {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return "Choose both days";
  if (toMs < fromMs) return "Choose a last day that is not before the first";
  const days = (toMs - fromMs) / DAY_MS + 1;
  return days > DAYS_MAX ? `Choose at most ${DAYS_MAX} days` : undefined;
}
