/** Intervals of candles and their boundaries (trading-rules.md section 11). */
import { unreachable } from "../../core/base/assert.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The plain names from `6H` on count from midnight in UTC+8, the `…utc` ones from midnight UTC. */
export const CANDLE_INTERVALS = [
  "1m",
  "3m",
  "5m",
  "15m",
  "30m",
  "1H",
  "2H",
  "4H",
  "6H",
  "12H",
  "1D",
  "3D",
  "1W",
  "1M",
  "6Hutc",
  "12Hutc",
  "1Dutc",
  "3Dutc",
  "1Wutc",
  "1Mutc",
] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

type Span = { readonly spanMs: number; readonly offsetMs: number } | "month";

const EAST_MS = 8 * HOUR_MS;
/** 1970-01-05 was a Monday: weeks are counted from it. */
const MONDAY_MS = 4 * DAY_MS;

const utc = (spanMs: number): Span => ({ spanMs, offsetMs: 0 });
const east = (spanMs: number): Span => ({ spanMs, offsetMs: -EAST_MS });

const SPANS: Readonly<Record<CandleInterval, Span>> = {
  "1m": utc(MINUTE_MS),
  "3m": utc(3 * MINUTE_MS),
  "5m": utc(5 * MINUTE_MS),
  "15m": utc(15 * MINUTE_MS),
  "30m": utc(30 * MINUTE_MS),
  "1H": utc(HOUR_MS),
  "2H": utc(2 * HOUR_MS),
  "4H": utc(4 * HOUR_MS),
  "6H": east(6 * HOUR_MS),
  "12H": east(12 * HOUR_MS),
  "1D": east(DAY_MS),
  "3D": east(3 * DAY_MS),
  "1W": { spanMs: 7 * DAY_MS, offsetMs: MONDAY_MS - EAST_MS },
  "1M": "month",
  "6Hutc": utc(6 * HOUR_MS),
  "12Hutc": utc(12 * HOUR_MS),
  "1Dutc": utc(DAY_MS),
  "3Dutc": utc(3 * DAY_MS),
  "1Wutc": { spanMs: 7 * DAY_MS, offsetMs: MONDAY_MS },
  "1Mutc": "month",
};

/** Start of the candle that holds `timeMs`. */
export function candleStartMs(interval: CandleInterval, timeMs: number): number {
  const span = SPANS[interval];
  if (span === "month") return monthStartMs(timeMs, monthShiftMs(interval), 0);
  return Math.floor((timeMs - span.offsetMs) / span.spanMs) * span.spanMs + span.offsetMs;
}

/** Start of the candle `count` after the one that starts at `startMs`; before it when negative. */
export function shiftedStartMs(interval: CandleInterval, startMs: number, count: number): number {
  const span = SPANS[interval];
  if (span === "month") return monthStartMs(startMs, monthShiftMs(interval), count);
  return startMs + count * span.spanMs;
}

function monthShiftMs(interval: CandleInterval): number {
  return interval === "1M" ? EAST_MS : 0;
}

/** Start of the month `count` months later, in a time zone `shiftMs` east of UTC. */
function monthStartMs(timeMs: number, shiftMs: number, count: number): number {
  const local = new Date(timeMs + shiftMs);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + count, 1) - shiftMs;
}

/** Intervals of the candles that are kept; all others are aggregated from them. */
export const CANDLE_BASES = ["1m", "1H", "1D", "1Dutc"] as const satisfies CandleInterval[];
export type CandleBase = (typeof CANDLE_BASES)[number];

/** Candles kept in memory of each base, empty spans not counted; the history has older ones. */
export const BASE_CANDLES_MAX: Readonly<Record<CandleBase, number>> = {
  "1m": 2_000,
  "1H": 1_000,
  "1D": 1_000,
  "1Dutc": 1_000,
};

export const BASE_SPAN_MS: Readonly<Record<CandleBase, number>> = {
  "1m": MINUTE_MS,
  "1H": HOUR_MS,
  "1D": DAY_MS,
  "1Dutc": DAY_MS,
};

/** Start of some candle of each base. */
export const BASE_OFFSET_MS: Readonly<Record<CandleBase, number>> = {
  "1m": 0,
  "1H": 0,
  "1D": -EAST_MS,
  "1Dutc": 0,
};

/** The coarsest base whose boundaries include those of the interval. */
export function baseOf(interval: CandleInterval): CandleBase {
  switch (interval) {
    case "1m":
    case "3m":
    case "5m":
    case "15m":
    case "30m":
      return "1m";
    case "1H":
    case "2H":
    case "4H":
    case "6H":
    case "12H":
    case "6Hutc":
    case "12Hutc":
      return "1H";
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
      return unreachable(interval);
  }
}

/** Start of the first candle that starts at or after `timeMs`. */
export function firstStartFrom(interval: CandleInterval, timeMs: number): number {
  const start = candleStartMs(interval, timeMs);
  return start < timeMs ? shiftedStartMs(interval, start, 1) : start;
}
