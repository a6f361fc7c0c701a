/** UTC days as texts and as numbers of days since 1970. */
import { DAY_MS } from "./statement-tables.ts";

const DAY_LENGTH = "2026-01-31".length;

/** Returns the text of a day, such as 2026-01-31. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, DAY_LENGTH);
}

/** Returns the day of a text such as 2026-01-31; `undefined` when there is no such day. */
export function dayOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return Number.isInteger(day) && dayText(day) === text ? day : undefined;
}
