/** Times in administrative requests and responses: ISO texts of ms since 1970. */
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { Paging } from "../../projections/history/queries.ts";
import { idOfWire } from "../../wire/ids.ts";
import { refuse } from "./admin-command.ts";

export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Text of a time; empty for 0, which stands for none. */
export function timeTextOrNone(timeMs: number): string {
  return timeMs === 0 ? "" : timeText(timeMs);
}

/** Returns a time after 1970 in ms, 0 for an empty text, `undefined` when it cannot be read. */
export function timeOf(text: string): number | undefined {
  if (text === "") return 0;
  const timeMs = Date.parse(text);
  return Number.isSafeInteger(timeMs) && timeMs > 0 ? timeMs : undefined;
}

/** Bounds of a search; undefined members do not bound it. */
type TimeBounds = { readonly since: string | undefined; readonly until: string | undefined };

/** Returns the bounds of a search in ms, or the refusal of texts that are no times. */
export function readBounds({
  since,
  until,
}: TimeBounds): Required<Pick<Paging, "fromMs" | "toMs">> | AdminRefusal {
  const fromMs = since === undefined ? undefined : Date.parse(since);
  const toMs = until === undefined ? undefined : Date.parse(until);
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
    return refuse("invalid", "since and until must be ISO times");
  }
  return { fromMs, toMs };
}

/** Returns the page of a search by ids, newest first, or what is wrong with it. */
export function readPaging(
  search: TimeBounds & { readonly cursor: string; readonly limit: number },
): Paging | AdminRefusal {
  const { cursor, limit } = search;
  const bounds = readBounds(search);
  if ("refused" in bounds) return bounds;
  const idLessThan = idOfWire(cursor);
  if (cursor !== "" && idLessThan === undefined) {
    return refuse("invalid", "cursor must be that of the page before");
  }
  return { ...bounds, idLessThan, limit };
}
