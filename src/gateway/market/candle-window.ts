/** Times of requests for candles. */
import type { ParameterErrors } from "../http/parameter-errors.ts";
import { CLOCK_LEEWAY_MS, DAY_MS, type TimesRequest, timesAsked } from "../http/time-range.ts";

/** Starts of the first and the last candle that may be returned, both inclusive. */
export interface CandleWindow {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/**
 * Returns the window of a request. A time of 0 counts as absent. A candle that starts at `endTime`
 * is left out, unless the times are equal: ccxt asks for `limit` candles by
 * `endTime = startTime + limit × interval`, and a page of the newest `limit` would lack the first.
 * Throws the errors of a start after the end and of a span too long.
 */
export function candleWindow(
  request: TimesRequest,
  rules: { readonly errors: ParameterErrors; readonly spanDaysMax?: number },
): CandleWindow {
  const { errors, spanDaysMax = Number.POSITIVE_INFINITY } = rules;
  const { endTime, startTime: fromMs } = timesAsked(request);
  if (endTime === undefined) return { fromMs, toMs: undefined };
  if (fromMs === endTime) return { fromMs, toMs: endTime };
  if (fromMs !== undefined) {
    if (fromMs > endTime) throw errors.startAfterEnd();
    const spanMs = endTime - fromMs;
    if (spanMs > spanDaysMax * DAY_MS + CLOCK_LEEWAY_MS) throw errors.spanTooLong(spanDaysMax);
  }
  return { fromMs, toMs: endTime - 1 };
}
