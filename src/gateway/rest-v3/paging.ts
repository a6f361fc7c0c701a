/** Paging of v3 lists (specification, v3 pagination): newest first, by a cursor of ids. */
import { Type } from "typebox";
import type { Paging } from "../../projections/history/queries.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import { id, limit, timestampMs } from "../http/fields.ts";
import type { ParameterErrors } from "../http/parameter-errors.ts";
import { DAY_MS, timeRange } from "../http/time-range.ts";

export const PAGE_ROWS = 100;
/** Longest span of one query, in days. */
export const SPAN_DAYS_MAX = 30;
/** Age of the oldest rows of lists, in days. */
export const AGE_DAYS_MAX = 90;

export const PAGING_FIELDS = {
  startTime: Type.Optional(timestampMs({ description: "Not before 90 days ago" })),
  endTime: Type.Optional(timestampMs({ description: "At most 30 days after startTime" })),
  limit: limit({ default: PAGE_ROWS, max: PAGE_ROWS, clamp: true }),
  cursor: Type.Optional(id({ description: "The cursor of the page before: older rows follow" })),
};

export interface PagingRequest {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit: number;
  readonly cursor?: string;
}

interface PagingContext {
  readonly exchange: ExchangeAccess;
  readonly errors: ParameterErrors;
}

/** Returns the id below which the rows of a page are; throws 40402 for a cursor never issued. */
export function cursorId(context: PagingContext, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const below = idOfWire(cursor);
  if (below === undefined) throw context.errors.notAnId("cursor");
  return below;
}

/**
 * Returns the requested page: at most 30 days within the last 90; the last 30 without times. Throws
 * the errors of `timeRange` and `cursorId`.
 */
export function historyPage(context: PagingContext, request: PagingRequest): Paging {
  const nowMs = context.exchange.commands.nowMs();
  const rules = { errors: context.errors, nowMs, spanDaysMax: SPAN_DAYS_MAX };
  const range = timeRange(request, { ...rules, ageDaysMax: AGE_DAYS_MAX });
  return {
    fromMs: Math.max(range.fromMs, nowMs - AGE_DAYS_MAX * DAY_MS),
    toMs: range.toMs,
    idLessThan: cursorId(context, request.cursor),
    limit: request.limit,
  };
}

/** Returns the cursor of the next page; empty if there is none. */
export function nextCursor(rows: readonly { readonly id: number }[], hasMore: boolean): string {
  const last = rows.at(-1);
  return hasMore && last !== undefined ? wireId(last.id) : "";
}
