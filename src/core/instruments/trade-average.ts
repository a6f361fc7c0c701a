/**
 * Average price of an instrument's own trades over the last `TRADE_PERIODS` periods of
 * `TRADE_PERIOD_MS`, weighted by notional within a period and by time between periods. A period
 * without trades counts as the reference price at its end, so that a single trade has the weight of
 * one period at most. Adding a trade costs two additions.
 */
import { assert } from "../base/assert.ts";
import { TRADE_PERIOD_MS, TRADE_PERIODS } from "../base/limits.ts";
import { averagePriceOf } from "../money/arithmetic.ts";
import type { Lots, Ticks } from "../money/units.ts";

export type TradeAverage = {
  /** End of the running period; 0 before the first. */
  endMs: number;
  /** Trades of the running period: sum of price × size, and of size. */
  tickLots: number;
  lots: number;
  /** Prices of closed periods, oldest first; `TRADE_PERIODS` of them once there is a reference. */
  readonly periods: number[];
  periodSum: number;
};

export function newTradeAverage(): TradeAverage {
  return { endMs: 0, tickLots: 0, lots: 0, periods: [], periodSum: 0 };
}

/** Adds the price of a closed period; the oldest leaves the window. */
export function restorePeriod(average: TradeAverage, price: number): void {
  average.periods.push(price);
  average.periodSum += price;
  if (average.periods.length > TRADE_PERIODS) average.periodSum -= average.periods.shift() ?? 0;
}

/** Closes the periods that have ended by `timeMs`; without a reference there are none. */
export function closePeriods(average: TradeAverage, timeMs: number, reference: Ticks): void {
  if (timeMs < average.endMs) return;
  const endMs = (Math.floor(timeMs / TRADE_PERIOD_MS) + 1) * TRADE_PERIOD_MS;
  if (average.endMs !== 0 && reference !== 0) {
    const { lots, tickLots } = average;
    restorePeriod(average, lots === 0 ? reference : averagePriceOf(tickLots, lots));
    const ended = (endMs - average.endMs) / TRADE_PERIOD_MS;
    assert(ended >= 1, "a period ends at a multiple of its length");
    const empty = Math.min(ended - 1, TRADE_PERIODS);
    for (let period = 0; period < empty; period++) restorePeriod(average, reference);
  }
  average.endMs = endMs;
  average.tickLots = 0;
  average.lots = 0;
}

/**
 * Adds a trade to the running period, whose end the caller has checked. A period that has reached
 * 2^53 tick-lots ignores further trades.
 */
export function addTrade(average: TradeAverage, price: Ticks, size: Lots): void {
  const tickLots = average.tickLots + price * size;
  if (tickLots > Number.MAX_SAFE_INTEGER) return;
  average.tickLots = tickLots;
  average.lots += size;
}

/** Fills the window with the first reference, as if earlier trades had its price. */
export function beginPeriods(average: TradeAverage, reference: Ticks): void {
  for (let period = 0; period < TRADE_PERIODS; period++) restorePeriod(average, reference);
}

/** Returns the average in ticks, rounded down; there must be a reference. */
export function averageTradeOf({ periods, periodSum }: TradeAverage): number {
  assert(periods.length === TRADE_PERIODS, "the window is full once there is a reference");
  return Math.floor(periodSum / TRADE_PERIODS);
}
