/** Candles for REST: from memory as far as it reaches, else combined from the history. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { CandleBase as StoredBase } from "../../projections/history/tables.ts";
import {
  baseOf,
  type CandleInterval,
  candleStartMs,
  shiftedStartMs,
} from "../../projections/live/candle-interval.ts";
import type { Candle } from "../../projections/live/candle-series.ts";
import { LiveCandles, type PriceKind } from "../../projections/live/live-candles.ts";
import type { ExchangeAccess } from "../exchange-access.ts";

/** Most stored candles read for one response; a response that would need more is shorter. */
const STORED_ROWS_MAX = 10_000;
const STORED_ROWS_PER_QUERY = 1_000;

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
  exchange: ExchangeAccess,
  request: CandlesRequest,
): Promise<readonly Candle[]> {
  const { live } = exchange;
  const { kind, interval, limit, fromMs, toMs } = request;
  const instrument = request.instrument.index;
  const series = live.candles.series(instrument, kind, baseOf(interval));
  const oldestStartMs = live.candles.oldestStartMs(instrument, kind, interval) ?? 0;
  const lastMs = candleStartMs(interval, Math.min(toMs ?? live.timeMs, live.timeMs));
  const firstMs = Math.max(shiftedStartMs(interval, lastMs, 1 - limit), fromMs ?? 0);
  if (!series.isTruncated || firstMs >= oldestStartMs) {
    return live.readCandles({ instrument, kind, interval, fromMs, untilMs: toMs, limit });
  }
  const untilMs = shiftedStartMs(interval, lastMs, 1) - 1;
  const stored = await gather(exchange, request, { fromMs: firstMs, toMs: untilMs });
  const query = { instrument, kind, interval, fromMs: firstMs, untilMs: toMs, limit };
  return stored.read(query, live.timeMs);
}

/** Returns the coarsest stored interval whose boundaries include those of the interval. */
function storedBaseOf(interval: CandleInterval): StoredBase {
  switch (interval) {
    case "1D":
    case "3D":
    case "1W":
    case "1M":
      return "1D";
    case "1Dutc":
    case "3Dutc":
    case "1Wutc":
    case "1Mutc":
      return "1Dutc";
    default:
      return baseOf(interval);
  }
}

/** Returns the stored candles of a window and the one before it, whose close opens the window. */
async function gather(
  exchange: ExchangeAccess,
  request: CandlesRequest,
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<LiveCandles> {
  const { instrument, kind, interval } = request;
  const of = {
    instrument: instrument.index,
    priceKind: kind,
    base: storedBaseOf(interval),
  };
  const { fromMs } = window;
  const pages: (readonly Candle[])[] = [];
  let toMs = window.toMs;
  let isMore = true;
  for (let count = 0; isMore && count < STORED_ROWS_MAX; count += STORED_ROWS_PER_QUERY) {
    const query = { ...of, fromMs, toMs, limit: STORED_ROWS_PER_QUERY };
    const { rows, hasMore } = await exchange.history.candles(query);
    pages.unshift(rows);
    toMs = (rows[0]?.startMs ?? 0) - 1;
    isMore = hasMore;
  }
  const before = await exchange.history.candles({ ...of, toMs: fromMs - 1, limit: 1 });
  const candles = new LiveCandles();
  const series = candles.series(instrument.index, kind, baseOf(interval));
  for (const candle of [before.rows, ...pages].flat()) series.append(candle);
  return candles;
}
