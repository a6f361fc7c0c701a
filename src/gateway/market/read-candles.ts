/** Candles for REST: from memory as far as it reaches, else combined from the history. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import {
  baseOf,
  type CandleInterval,
  candleStartMs,
  firstStartFrom,
  shiftedStartMs,
} from "../../projections/live/candle-interval.ts";
import type { Candle } from "../../projections/live/candle-series.ts";
import {
  CANDLES_PER_READ_MAX,
  LiveCandles,
  type PriceKind,
} from "../../projections/live/live-candles.ts";
import type { ExchangeAccess } from "../exchange-access.ts";

export interface CandlesRequest {
  readonly instrument: Instrument;
  readonly kind: PriceKind;
  readonly interval: CandleInterval;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly limit: number;
}

/** Returns the newest `limit` candles that start within the bounds, oldest first. */
export async function readCandles(
  exchange: Pick<ExchangeAccess, "history" | "live">,
  request: CandlesRequest,
): Promise<readonly Candle[]> {
  const { history, live } = exchange;
  const { kind, interval, limit, fromMs, toMs } = request;
  const instrument = request.instrument.index;
  const asked = { instrument, kind, interval, fromMs, untilMs: toMs, limit };
  if (live.candles.reaches(asked, live.timeMs)) return live.readCandles(asked);
  const lastMs = candleStartMs(interval, Math.min(toMs ?? live.timeMs, live.timeMs));
  const earliestMs = shiftedStartMs(interval, lastMs, 1 - limit);
  const firstMs = Math.max(earliestMs, firstStartFrom(interval, fromMs ?? 0));
  if (firstMs > lastMs) return [];
  const query = { instrument, priceKind: kind, interval, fromMs: firstMs, toMs: lastMs };
  const { rows } = await history.combinedCandles(query);
  const stored = new LiveCandles();
  const series = stored.series(instrument, kind, baseOf(interval));
  for (const candle of rows) series.append(candle);
  return stored.read({ ...asked, fromMs: firstMs }, live.timeMs);
}

/**
 * Returns the start of the first minute with a candle, found by its day and its hour; undefined for
 * a series without candles.
 */
export async function firstCandleMs(
  exchange: Pick<ExchangeAccess, "history" | "live">,
  series: Pick<CandlesRequest, "instrument" | "kind">,
): Promise<number | undefined> {
  let found: number | undefined;
  let span: Pick<CandlesRequest, "fromMs" | "toMs"> = {};
  for (const interval of ["1Dutc", "1H", "1m"] as const) {
    const asked = { ...series, ...span, interval, limit: CANDLES_PER_READ_MAX };
    const [first] = await readCandles(exchange, asked);
    if (first === undefined) break;
    found = first.startMs;
    span = { fromMs: found, toMs: shiftedStartMs(interval, found, 1) - 1 };
  }
  return found;
}
