/** Loads candles of the history store into memory, for the first push of a channel. */

import { HistoryFault } from "../../projections/history/history-fault.ts";
import type { HistoryReader } from "../../projections/history/queries.ts";
import { baseOf, type CandleInterval } from "../../projections/live/candle-interval.ts";
import type { ExchangeAccess } from "../exchange-access.ts";

/** Candles of the base loaded at once: more than the snapshot of a channel combines of most. */
const LOADED_MAX = 1_000;

/** Adds candles of last price before the oldest in memory; without a history it adds none. */
export async function loadOlderCandles(
  {
    history,
    live,
  }: Pick<ExchangeAccess, "live"> & { readonly history: Pick<HistoryReader, "candles"> },
  instrument: number,
  interval: CandleInterval,
): Promise<void> {
  const base = baseOf(interval);
  const series = live.candles.series(instrument, "last", base);
  const toMs = series.count === 0 ? undefined : series.startAt(0) - 1;
  const query = { instrument, priceKind: "last", base, toMs, limit: LOADED_MAX } as const;
  try {
    const { hasMore, rows } = await history.candles(query);
    // Another channel may have loaded them meanwhile.
    const untilMs = series.count === 0 ? Number.POSITIVE_INFINITY : series.startAt(0);
    const older = rows.filter(({ startMs }) => startMs < untilMs);
    const [oldest] = older;
    if (oldest !== undefined) series.prepend(older, hasMore ? oldest.startMs : 0);
  } catch (thrown) {
    if (!(thrown instanceof HistoryFault)) throw thrown;
  }
}
