/** The depth chart as figures: what stands between the middle and a price. */

import type { BookRows } from "../order-book/book-view.ts";
import { type BookRow, type BookUnits, rowStep } from "../order-book/group-levels.ts";

/** Reaches of the chart on each side, as fractions of the price. */
export const REACHES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1] as const;

/** Span of prices and the largest total in it; numbers are for drawing, in units. */
export type DepthSpan = {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
  readonly totalMax: number;
};

/** Returns the span around the middle of the best prices; undefined while a side is empty. */
export function depthSpan({ asks, bids }: BookRows, reach: number): DepthSpan | undefined {
  const [ask, bid] = [asks[0], bids[0]];
  if (ask === undefined || bid === undefined) return undefined;
  const middle = (Number(ask.price) + Number(bid.price)) / 2;
  const [low, high] = [middle * (1 - reach), middle * (1 + reach)];
  const within = [
    bids.findLast(({ price }) => Number(price) >= low),
    asks.findLast(({ price }) => Number(price) <= high),
  ];
  const totalMax = Math.max(1, ...within.map((row) => Number(row?.total ?? 0n)));
  return { middle, low, high, totalMax };
}

/** Price at a place of the chart, from 0 (left) to 1, on the step of the instrument. */
export function priceAt(place: number, { high, low }: DepthSpan, units: BookUnits): bigint {
  const step = rowStep(units, 1);
  const price = low + (high - low) * Math.min(1, Math.max(0, place));
  return BigInt(Math.max(1, Math.round(price / Number(step)))) * step;
}

/**
 * Returns the deepest row of the levels between the middle and a price; undefined where there is no
 * level, within the spread.
 */
export function rowUpTo({ asks, bids }: BookRows, price: bigint): BookRow | undefined {
  const best = bids[0];
  if (best !== undefined && price <= best.price) return bids.findLast((row) => row.price >= price);
  return asks.findLast((row) => row.price <= price);
}

/** Side whose orders a chosen price would take or join, by the middle of the best prices. */
export function sideAt(price: bigint, { middle }: DepthSpan): "buy" | "sell" {
  return Number(price) > middle ? "buy" : "sell";
}
