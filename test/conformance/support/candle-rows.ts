/** Candles as ccxt returns them, and their sums. */

export type CandleRow = {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/** Names the members of the rows of `fetchOHLCV`. */
export function candleRows(rows: readonly (readonly (number | undefined)[])[]): CandleRow[] {
  return rows.map(([startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]) => {
    return { startMs, open, high, low, close, volume };
  });
}

/** Combines ascending rows to those of a longer span; the first and the last may be parts. */
export function combinedRows(rows: readonly CandleRow[], spanMs: number): CandleRow[] {
  const groups = Map.groupBy(rows, ({ startMs }) => Math.floor(startMs / spanMs) * spanMs);
  return Array.from(groups, ([startMs, group]) => ({
    startMs,
    open: group[0]?.open ?? 0,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: group.at(-1)?.close ?? 0,
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
  }));
}
