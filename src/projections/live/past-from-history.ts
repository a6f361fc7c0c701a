/** Past candles and trades of the live views, read from the history store. */
import { assert } from "../../core/base/assert.ts";
import { seqOfId } from "../../core/base/seq-of-id.ts";
import { SIDES, wordAt } from "../../core/base/vocabulary.ts";
import { type Instrument, notionalAt } from "../../core/instruments/instrument.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { History } from "../history/history.ts";
import { candlesOf, type RecentMarket, type TradeColumns } from "../history/recent-markets.ts";
import { candleStartMs, DAY_MS, MINUTE_MS } from "./candle-interval.ts";
import type { LiveTrade } from "./live-trade.ts";
import type { LivePast, PastOfMarket } from "./live-views.ts";
import { RECENT_TRADES_MAX } from "./recent-trades.ts";

/**
 * Returns a reader of the last day of candles and of recent trades, in one query. No events are
 * written to the history until it is done. The read fails with a `HistoryFault`. `asOf`: seq and
 * time of the last command whose rows the history has.
 */
export function pastFromHistory(
  history: Pick<History, "recentMarkets">,
  instruments: readonly Instrument[],
  asOf: { readonly seq: number; readonly timeMs: number },
): LivePast {
  return {
    ...asOf,
    async loadMarkets() {
      const query = {
        instruments: instruments.map(({ index }) => index),
        fromMs: Math.max(0, candleStartMs("1m", asOf.timeMs) + MINUTE_MS - DAY_MS),
        tradesMax: RECENT_TRADES_MAX,
      };
      const { rows } = await history.recentMarkets(query);
      return rows.map((row) => pastOfMarket(row, instruments));
    },
  };
}

function pastOfMarket(row: RecentMarket, instruments: readonly Instrument[]): PastOfMarket {
  const { completeFromMs, instrument, minutes, trades } = row;
  const listed = instruments[instrument];
  assert(listed !== undefined, "candles are loaded of listed instruments");
  return {
    instrument,
    completeFromMs,
    minutes: candlesOf(minutes),
    trades: tradesOf(trades, listed),
  };
}

/** Derives notional and seq, which the store does not keep, from price, size and id. */
function tradesOf(columns: TradeColumns, instrument: Instrument): LiveTrade[] {
  return Array.from(columns.id, (tradeId, index) => {
    const price = ticks(columns.price[index] ?? 0);
    const size = lots(columns.size[index] ?? 0);
    return {
      tradeId,
      instrument: instrument.index,
      price,
      size,
      value: notionalAt(instrument, price, size),
      takerSide: wordAt(SIDES, columns.takerSide[index] ?? 0),
      seq: seqOfId(tradeId),
      timeMs: columns.createdAtMs[index] ?? 0,
    };
  });
}
