import type { ParameterErrors } from "./parameter-errors.ts";

export const DAY_MS = 86_400_000;
/** Time by which a client's clock may differ before a time or a span is refused, in ms. */
export const CLOCK_LEEWAY_MS = 60_000;

export interface TimeRange {
  /** Inclusive. */
  readonly fromMs: number;
  /** Inclusive. */
  readonly toMs: number;
}

export interface TimeRangeRules {
  readonly errors: ParameterErrors;
  readonly nowMs: number;
  /**
   * Longest span between start and end in days. A client that takes the start and the end from two
   * readings of its clock (ccxt: "now - 90 days" to "now") exceeds it by the time between them, so
   * up to `CLOCK_LEEWAY_MS` more is accepted. Infinity for a list without a longest span.
   */
  readonly spanDaysMax: number;
  /** Largest age of the start in days; unbounded when absent. */
  readonly ageDaysMax?: number;
}

/** Times of a request. */
export interface TimesRequest {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Returns the times of a request without those of 0, which clients send for "any". */
export function timesAsked({ endTime, startTime }: TimesRequest): TimesRequest {
  return {
    startTime: startTime === 0 ? undefined : startTime,
    endTime: endTime === 0 ? undefined : endTime,
  };
}

/**
 * Returns the range that a list covers. A time of 0 counts as absent. An absent end is now or the
 * longest allowed span after the start; an absent start is that span before the end. Throws the
 * error of the version for a start after the end, a span too long, a start too old, and a start in
 * the future.
 */
export function timeRange(request: TimesRequest, rules: TimeRangeRules): TimeRange {
  const { errors, nowMs, spanDaysMax, ageDaysMax } = rules;
  const { endTime, startTime } = timesAsked(request);
  const spanMs = spanDaysMax * DAY_MS;
  if (startTime !== undefined) {
    if (endTime !== undefined && startTime > endTime) throw errors.startAfterEnd();
    if (startTime > nowMs + CLOCK_LEEWAY_MS) throw errors.inFuture("startTime");
    if (ageDaysMax !== undefined && startTime < nowMs - ageDaysMax * DAY_MS - CLOCK_LEEWAY_MS) {
      throw errors.tooOld(ageDaysMax);
    }
    if (endTime !== undefined && endTime - startTime > spanMs + CLOCK_LEEWAY_MS) {
      throw errors.spanTooLong(spanDaysMax);
    }
  }
  const toMs = endTime ?? Math.min(nowMs, (startTime ?? nowMs) + spanMs);
  return { fromMs: startTime ?? Math.max(0, toMs - spanMs), toMs };
}
