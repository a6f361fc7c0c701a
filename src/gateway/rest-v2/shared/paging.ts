/** Time windows and pages by id of v2 lists (specification, convention 6). */
import { Type } from "typebox";
import { idOfWire, wireId } from "../../../wire/ids.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { id, integer, timestampMs } from "../../http/fields.ts";
import { type TimesRequest, timeRange, timesAsked } from "../../http/time-range.ts";

/** `startTime`, `endTime` and `idLessThan`; the row limit differs per endpoint. */
export const WINDOW_FIELDS = {
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
};
export const PAGE_FIELDS = { ...WINDOW_FIELDS, idLessThan: Type.Optional(id()) };

/** Fields of a receive window (`checkReceiveWindow`). */
export const RECEIVE_WINDOW_FIELDS = {
  requestTime: Type.Optional(timestampMs()),
  receiveWindow: Type.Optional(integer({ min: 0, max: 9_999_999 })),
};

/** Offset of ids on the wire to ids of core, so that all have 19 digits. */
const WIRE_BASE = 10n ** 18n;

export interface Window {
  readonly fromMs: number;
  /** Absent if the window ends now: rows written since the request arrived are included. */
  readonly toMs: number | undefined;
}

/** Returns the window of a list; throws the errors of `timeRange`. */
export function windowOf(
  context: EndpointContext,
  request: TimesRequest,
  rules: { readonly spanDaysMax: number; readonly ageDaysMax?: number },
): Window {
  const nowMs = context.requestTimeMs;
  const { fromMs, toMs } = timeRange(request, { errors: context.errors, nowMs, ...rules });
  const endsNow = timesAsked(request).endTime === undefined && toMs >= nowMs;
  return { fromMs, toMs: endsNow ? undefined : toMs };
}

/**
 * Returns the window of a list of what has ended, by the time of its placement. A list that names
 * an order or continues a page has no earliest time unless one is sent: an order may have rested
 * for longer than the longest span. The search stays within the rows of the user.
 */
export function endedWindowOf(
  context: EndpointContext,
  request: TimesRequest & { readonly orderId?: string; readonly idLessThan?: string },
  rules: { readonly spanDaysMax: number; readonly ageDaysMax?: number },
): Window {
  const window = windowOf(context, request, rules);
  const isNamed = request.orderId !== undefined || request.idLessThan !== undefined;
  const hasStart = timesAsked(request).startTime !== undefined;
  return isNamed && !hasStart ? { ...window, fromMs: 0 } : window;
}

/**
 * Returns the window of a list of what is open, however old: unbounded on the side of an absent
 * time. Throws the error for a start after the end.
 */
export function openWindowOf(
  context: EndpointContext,
  request: TimesRequest,
): { readonly fromMs: number; readonly toMs: number } {
  const { endTime: toMs = Number.POSITIVE_INFINITY, startTime: fromMs = 0 } = timesAsked(request);
  if (fromMs > toMs) throw context.errors.startAfterEnd();
  return { fromMs, toMs };
}

/** Returns the bound of a page as an id of core; accepts any number of at most 19 digits. */
export function idBound(idLessThan: string | undefined): number | undefined {
  if (idLessThan === undefined) return undefined;
  const bound = BigInt(idLessThan) - WIRE_BASE;
  if (bound <= 0n) return 0;
  return bound > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(bound);
}

/**
 * Returns the id in core for a filter by id; 0, which no row has, for an id that was never issued.
 */
export function idFilter(wire: string | undefined): number | undefined {
  return wire === undefined ? undefined : (idOfWire(wire) ?? 0);
}

/** Returns the id to continue a list with: that of its last row, empty without rows. */
export function endIdOf(rows: readonly { readonly id: number }[]): string {
  const last = rows.at(-1);
  return last === undefined ? "" : wireId(last.id);
}
