import { type BookRecording, DEPTH_BPS } from "./book-recording.ts";
import { autocorrelation, logReturns, mean, quantile, yearlyVolatility } from "./series.ts";

/** Distance of the best prices in ticks, the median of all seconds. */
export function medianSpreadTicks({ bids, asks }: BookRecording): number {
  return quantile(
    asks.map((ask, index) => ask - (bids[index] ?? 0)),
    0.5,
  );
}

/** Published book updates per second. */
export function updatesPerSecond({ updates, seconds }: BookRecording): number {
  return updates / seconds;
}

/** Changes of the best prices or their sizes per second. */
export function touchesPerSecond({ touches, seconds }: BookRecording): number {
  return touches / seconds;
}

/** Mean of the recorded depth within each of `DEPTH_BPS`, in dollars per side. */
export function depthProfile({ depths }: BookRecording): number[] {
  return DEPTH_BPS.map((_, index) => mean(depths.map((depth) => depth[index] ?? 0)));
}

/** Dollars per side within a distance of the middle price, the median of the recorded moments. */
export function medianDepth({ depths }: BookRecording, bp: (typeof DEPTH_BPS)[number]): number {
  const index = DEPTH_BPS.indexOf(bp);
  return quantile(
    depths.map((depth) => depth[index] ?? 0),
    0.5,
  );
}

export function takerOrdersPerMinute({ takerOrders, seconds }: BookRecording): number {
  return (takerOrders.length * 60) / seconds;
}

/** Dollars below which the share `rank` of the taker orders lies. */
export function takerOrderSize({ takerOrders }: BookRecording, rank: number): number {
  return quantile(takerOrders, rank);
}

/** Turnover of a day in dollars at the pace of the recording. */
export function turnoverPerDay({ takerOrders, seconds }: BookRecording): number {
  return mean(takerOrders) * takerOrders.length * (86_400 / seconds);
}

/**
 * Annual volatility from returns of the middle price over `seconds`, which overlap. Larger at
 * longer returns where prices trend, smaller where they bounce.
 */
export function bookVolatility(recording: BookRecording, seconds: number): number {
  return yearlyVolatility(logReturns(recording.middles, seconds), seconds);
}

/** Autocorrelation of the returns of the middle price from one second to the next. */
export function secondAutocorrelation(recording: BookRecording): number {
  return autocorrelation(logReturns(recording.middles), 1);
}

/** Shares of taker orders for which `sizesExceeded` returns a size. */
export const EXCEEDING_SHARES = [
  0.99, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001,
] as const;

/** Dollars that each of `EXCEEDING_SHARES` of the taker orders exceeds. */
export function sizesExceeded(recording: BookRecording): number[] {
  return EXCEEDING_SHARES.map((share) => takerOrderSize(recording, 1 - share));
}
