/** Recorded candles as minutes; hours are split by a random path that has their four prices. */
import { PastRandom } from "./past-random.ts";
import type { RealPath } from "./real-path.ts";

export type MinuteRow = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Traded coins. */
  readonly coins: number;
};

const MINUTES_PER_HOUR = 60;
const MINUTE_MS = 60_000;
/** Mean range of a Brownian motion with variance 1. */
const MEAN_RANGE = Math.sqrt(8 / Math.PI);

/** Returns the minutes from the newest to the oldest; each opens at the close of the one before. */
export function* minutesNewestFirst(real: RealPath, seed: number): Generator<MinuteRow> {
  const random = new PastRandom(seed, `split ${real.code}`);
  for (let i = real.close.length - 1; i >= 0; i--) {
    const row = rowOf(real, i);
    if (real.spanMs === MINUTE_MS) yield row;
    else yield* splitHour(row, random).reverse();
  }
}

function rowOf({ close, high, low, open, volume }: RealPath, index: number): MinuteRow {
  const closing = close[index] ?? 0;
  const opening = close[index - 1] ?? open[index] ?? closing;
  return {
    open: opening,
    high: Math.max(high[index] ?? closing, opening, closing),
    low: Math.min(low[index] ?? closing, opening, closing),
    close: closing,
    coins: volume[index] ?? 0,
  };
}

/** Returns sixty minutes whose combination is the hour; the volume follows their ranges. */
function splitHour(hour: MinuteRow, random: PastRandom): MinuteRow[] {
  const logs = bridge(hour, random);
  const variance = (Math.log(hour.high / hour.low) / MEAN_RANGE) ** 2 / MINUTES_PER_HOUR;
  const extremes = logs.slice(1).map((to, i) => extremesOf(logs[i] ?? to, to, variance, random));
  const top = Math.log(Math.max(hour.open, hour.close));
  const bottom = Math.log(Math.min(hour.open, hour.close));
  const highest = Math.max(...extremes.map(({ high }) => high));
  const lowest = Math.min(...extremes.map(({ low }) => low));
  const up = ratio(Math.log(hour.high) - top, highest - top);
  const down = ratio(bottom - Math.log(hour.low), bottom - lowest);
  // Stretches what lies above the higher, and below the lower, of open and close.
  const priceOf = (log: number): number => {
    if (log > top) return Math.min(hour.high, Math.exp(top + up * (log - top)));
    if (log < bottom) return Math.max(hour.low, Math.exp(bottom + down * (log - bottom)));
    return Math.exp(log);
  };
  const ranges = extremes.map(({ high, low }) => high - low);
  const rangeSum = ranges.reduce((sum, range) => sum + range, 0);
  return extremes.map(({ high, low }, i) => ({
    open: i === 0 ? hour.open : priceOf(logs[i] ?? 0),
    high: high === highest ? hour.high : priceOf(high),
    low: low === lowest ? hour.low : priceOf(low),
    close: i === extremes.length - 1 ? hour.close : priceOf(logs[i + 1] ?? 0),
    coins: hour.coins * ratio(ranges[i] ?? 0, rangeSum || MINUTES_PER_HOUR) || 0,
  }));
}

function ratio(dividend: number, divisor: number): number {
  return divisor === 0 ? 0 : dividend / divisor;
}

/** Logarithms of a random path from open to close, at the minutes. */
function bridge({ close, high, low, open }: MinuteRow, random: PastRandom): number[] {
  const deviation = Math.log(high / low) / MEAN_RANGE / Math.sqrt(MINUTES_PER_HOUR);
  const walk = [0];
  for (let i = 0; i < MINUTES_PER_HOUR; i++) {
    walk.push((walk[i] ?? 0) + deviation * random.normal());
  }
  const excess = (walk[MINUTES_PER_HOUR] ?? 0) - Math.log(close / open);
  return walk.map((value, i) => Math.log(open) + value - (excess * i) / MINUTES_PER_HOUR);
}

function extremesOf(from: number, to: number, variance: number, random: PastRandom) {
  const square = (to - from) ** 2;
  return {
    high: (from + to + Math.sqrt(square + 2 * variance * random.exponential())) / 2,
    low: (from + to - Math.sqrt(square + 2 * variance * random.exponential())) / 2,
  };
}
