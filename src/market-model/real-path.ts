/** Recorded candles of a coin, the oldest first, without gaps; they replace generated ones. */
export type RealPath = {
  readonly code: string;
  readonly spanMs: 60_000 | 3_600_000;
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  /** Traded coins. */
  readonly volume: readonly number[];
};
