/** Periods of the public statistics, read from the history. */
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { ZERO_LOTS } from "../../../core/money/units.ts";
import {
  type MarketSampleRow,
  SAMPLE_MS,
  SAMPLE_SUMS,
} from "../../../projections/history/statistics-tables.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Number of periods in a response. */
export const PERIODS_SHOWN = 30;

/** Lengths of periods by their wire words, in milliseconds. */
export const PERIOD_MS = {
  "5m": SAMPLE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
} as const;
export type Period = keyof typeof PERIOD_MS;

/** The parameter that chooses the length; five minutes when not sent. */
export const periodField = (standard: Period = "5m") =>
  enumeration(Object.keys(PERIOD_MS) as Period[], { default: standard });

const NO_SUMS = Object.fromEntries(SAMPLE_SUMS.map((field) => [field, ZERO_LOTS]));

/**
 * Returns the last `count` periods, oldest first, with the running one. A period in which nothing
 * changed repeats the running figures of the one before; there is none before the first change.
 */
export async function lastPeriods(
  context: EndpointContext,
  instrument: Instrument,
  { count, periodMs }: { readonly count: number; readonly periodMs: number },
): Promise<readonly MarketSampleRow[]> {
  const nowMs = context.exchange.live.timeMs;
  const lastMs = nowMs - (nowMs % periodMs);
  const firstMs = lastMs - (count - 1) * periodMs;
  const asked = { instrument: instrument.index, periodMs, toMs: nowMs, limit: count };
  const { rows } = await context.exchange.history.marketSamples(asked);
  const known = new Map(rows.map((row) => [row.startMs, row]));
  let last = rows.findLast(({ startMs }) => startMs < firstMs);
  const periods: MarketSampleRow[] = [];
  for (let startMs = firstMs; startMs <= lastMs; startMs += periodMs) {
    last = known.get(startMs) ?? (last && { ...last, ...NO_SUMS, startMs });
    if (last !== undefined) periods.push(last);
  }
  return periods;
}
