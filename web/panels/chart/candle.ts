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

/**
 * Returns the candles of two lists where they meet or overlap, and the later list alone where there
 * is a gap between them.
 */
export function joinedCandles(
  before: readonly Candle[],
  later: readonly Candle[],
): readonly Candle[] {
  const [first, second] = later;
  const last = before.at(-1);
  if (first === undefined || last === undefined) return mergeCandles(before, later);
  const stepMs = second === undefined ? 0 : second.startMs - first.startMs;
  return last.startMs + stepMs >= first.startMs ? mergeCandles(before, later) : later;
}

/** Returns the candles of two lists in order of time; the later list wins. */
export function mergeCandles(
  before: readonly Candle[],
  later: readonly Candle[],
): readonly Candle[] {
  const known = new Map(before.map((candle) => [candle.startMs, candle]));
  for (const candle of later) known.set(candle.startMs, candle);
  return [...known.values()].sort((one, other) => one.startMs - other.startMs);
}
