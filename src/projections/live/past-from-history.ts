/** Past candles and trades of the live views, read from the history store. */
import { assert } from "../../core/base/assert.ts";
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { type Instrument, notionalAt } from "../../core/instruments/instrument.ts";
import type { History } from "../history/history.ts";
import { PAGE_ROWS_MAX } from "../history/limits.ts";
import type { TradeRow } from "../history/tables.ts";
import type { CandleBase } from "./candle-interval.ts";
import type { Candle } from "./candle-series.ts";
import type { PriceKind } from "./live-candles.ts";
import type { LiveTrade } from "./live-trade.ts";
import type { LivePast } from "./live-views.ts";

type PastReader = Pick<History, "candles" | "trades">;

/**
 * Returns a reader of candles and trades, page by page. No events are written to the history until
 * all are read. Reads fail with a `HistoryFault`.
 */
export function pastFromHistory(
  history: PastReader & Pick<History, "appliedSeq">,
  instruments: readonly Instrument[],
): LivePast {
  return {
    seq: history.appliedSeq,
    loadCandles: (instrument, kind, base, limit) =>
      loadCandles(history, { instrument, kind, base, limit }),
    loadRecentTrades: async (index, limit) => {
      const instrument = instruments[index];
      assert(instrument !== undefined, "trades are loaded of listed instruments");
      const trades = await loadTrades(history, index, limit);
      return trades.map((row) => tradeOf(row, instrument));
    },
  };
}

type CandleRange = {
  readonly instrument: number;
  readonly kind: PriceKind;
  readonly base: CandleBase;
  readonly limit: number;
};

async function loadCandles(history: PastReader, range: CandleRange): Promise<Candle[]> {
  const { instrument, kind: priceKind, base } = range;
  const pages: (readonly Candle[])[] = [];
  let missing = range.limit;
  let toMs: number | undefined;
  while (missing > 0) {
    const limit = Math.min(missing, PAGE_ROWS_MAX);
    const page = await history.candles({ instrument, priceKind, base, toMs, limit });
    const oldest = page.rows[0];
    if (oldest === undefined) break;
    pages.push(page.rows);
    missing -= page.rows.length;
    toMs = oldest.startMs - 1;
    if (!page.hasMore) break;
  }
  return pages.toReversed().flat();
}

async function loadTrades(
  history: PastReader,
  instrument: number,
  count: number,
): Promise<TradeRow[]> {
  const trades: TradeRow[] = [];
  let idLessThan: number | undefined;
  while (trades.length < count) {
    const limit = Math.min(count - trades.length, PAGE_ROWS_MAX);
    const page = await history.trades({ instrument, idLessThan, limit });
    trades.push(...page.rows);
    idLessThan = page.rows.at(-1)?.id;
    if (!page.hasMore || idLessThan === undefined) break;
  }
  return trades;
}

/** Derives notional and seq, which the store does not keep, from price, size and id. */
function tradeOf(row: TradeRow, instrument: Instrument): LiveTrade {
  return {
    tradeId: row.id,
    instrument: row.instrument,
    price: row.price,
    size: row.size,
    value: notionalAt(instrument, row.price, row.size),
    takerSide: row.takerSide,
    seq: Math.floor(row.id / IDS_PER_SEQ),
    timeMs: row.createdAtMs,
  };
}
