/** Windows of time and pages by id, as lists of v2 take them (specification, convention 6). */
import { Type } from "typebox";
import { idOfWire, wireId } from "../../../wire/ids.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { id, integer, timestampMs } from "../../http/fields.ts";
import { timeRange } from "../../http/time-range.ts";

/** `startTime`, `endTime` and `idLessThan`; the row limit differs per endpoint. */
export const WINDOW_FIELDS = {
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
};
export const PAGE_FIELDS = { ...WINDOW_FIELDS, idLessThan: Type.Optional(id()) };

/** A request that states when it was made and how late it may come (`checkReceiveWindow`). */
export const RECEIVE_WINDOW_FIELDS = {
  requestTime: Type.Optional(timestampMs()),
  receiveWindow: Type.Optional(integer({ min: 0, max: 9_999_999 })),
};

/** Ids on the wire are this much above the core's, so that all have 19 digits. */
const WIRE_BASE = 10n ** 18n;

interface WindowRequest {
  readonly startTime?: number;
  readonly endTime?: number;
}

export interface Window {
  readonly fromMs: number;
  /** Absent when the window ends now: rows written since the request came are among them. */
  readonly toMs: number | undefined;
}

/** The window of a list; throws the errors of `timeRange`. */
export function windowOf(
  context: EndpointContext,
  request: WindowRequest,
  rules: { readonly spanDaysMax: number; readonly ageDaysMax?: number },
): Window {
  const nowMs = context.requestTimeMs;
  const { fromMs, toMs } = timeRange(request, { errors: context.errors, nowMs, ...rules });
  const endsNow = request.endTime === undefined && toMs >= nowMs;
  return { fromMs, toMs: endsNow ? undefined : toMs };
}

/** The bound of a page as the core counts ids; any number of at most 19 digits is one. */
export function idBound(idLessThan: string | undefined): number | undefined {
  if (idLessThan === undefined) return undefined;
  const bound = BigInt(idLessThan) - WIRE_BASE;
  if (bound <= 0n) return 0;
  return bound > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(bound);
}

/** The core's id of a filter by id; 0, which no row has, for one the exchange never gave out. */
export function idFilter(wire: string | undefined): number | undefined {
  return wire === undefined ? undefined : (idOfWire(wire) ?? 0);
}

/** The id to continue a list with: that of its last row, empty when there is none. */
export function endIdOf(rows: readonly { readonly id: number }[]): string {
  const last = rows.at(-1);
  return last === undefined ? "" : wireId(last.id);
}
