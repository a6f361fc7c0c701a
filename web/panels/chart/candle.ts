/** One candle, and lists of them. */
export type Candle = {
  /** Begin, Unix ms. */
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base coins. */
  readonly volume: number;
};

/** Returns the candles of two lists in order of time; the later list wins. */
export function mergeCandles(
  before: readonly Candle[],
  later: readonly Candle[],
): readonly Candle[] {
  const known = new Map(before.map((candle) => [candle.startMs, candle]));
  for (const candle of later) known.set(candle.startMs, candle);
  return [...known.values()].sort((one, other) => one.startMs - other.startMs);
}
