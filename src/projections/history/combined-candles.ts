/** Combines stored and computed candles to those of any interval. */
import { atoms, lots } from "../../core/money/units.ts";
import { type CandleInterval, candleStartMs } from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";

/** Combines ascending candles by the spans of the interval; empty spans have no row. */
export function combinedCandles(candles: readonly Candle[], interval: CandleInterval): Candle[] {
  const rows: Candle[] = [];
  for (let index = 0; index < candles.length; ) {
    const first = candles[index] as Candle;
    const startMs = candleStartMs(interval, first.startMs);
    let { close, high, low, turnover, volume } = first;
    for (index += 1; index < candles.length; index++) {
      const next = candles[index] as Candle;
      if (candleStartMs(interval, next.startMs) !== startMs) break;
      if (next.high > high) high = next.high;
      if (next.low < low) low = next.low;
      close = next.close;
      volume = lots(volume + next.volume);
      turnover = atoms(turnover + next.turnover);
    }
    rows.push({ startMs, open: first.open, high, low, close, volume, turnover });
  }
  return rows;
}
