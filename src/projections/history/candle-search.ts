/** Queries of candles and funding rates: of the tables and, before them, of the computed past. */
import { assert } from "../../core/base/assert.ts";
import { indexIn } from "../../core/base/vocabulary.ts";
import { baseOf, CANDLE_BASES, shiftedStartMs } from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";
import { combinedCandles } from "./combined-candles.ts";
import type { ComputedPast, PastSeries } from "./computed-past.ts";
import { BASE_CANDLES_PER_READ_MAX, PAGE_ROWS_MAX } from "./limits.ts";
import type { Statements } from "./page-search.ts";
import type {
  CandlesQuery,
  CombinedCandlesQuery,
  FundingRatesQuery,
  RecentMarketsQuery,
} from "./queries.ts";
import { candleColumns, type RecentMarket, tradeColumns } from "./recent-markets.ts";
import { columnList, rowOf } from "./table-sql.ts";
import {
  CANDLES,
  type CandleRow,
  FUNDING_RATES,
  type FundingRateRow,
  PRICE_KINDS,
  TRADES,
} from "./tables.ts";

type Found<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean };

type Window = { readonly fromMs: number; readonly toMs: number; readonly limit: number };

const MINUTES_A_DAY = 1_440;

export class CandleSearch {
  readonly #statements: Statements;
  readonly #past: ComputedPast;

  constructor(statements: Statements, past: ComputedPast) {
    this.#statements = statements;
    this.#past = past;
  }

  find(query: CandlesQuery): Found<CandleRow> {
    const { limit, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = query;
    assert(limit >= 1 && limit <= PAGE_ROWS_MAX, "a page is within its limit");
    const series = { instrument: query.instrument, priceKind: query.priceKind, base: query.base };
    const rows = this.#rows(series, { fromMs, toMs, limit: limit + 1 });
    const hasMore = rows.length > limit;
    return { rows: hasMore ? rows.slice(1) : rows, hasMore };
  }

  /** A window of more than `BASE_CANDLES_PER_READ_MAX` stored candles has only the newest rows. */
  combined(query: CombinedCandlesQuery): Found<Candle> {
    const { fromMs, instrument, interval, priceKind, toMs } = query;
    const series = { instrument, priceKind, base: baseOf(interval) };
    const untilMs = shiftedStartMs(interval, toMs, 1) - 1;
    const window = { fromMs, toMs: untilMs, limit: BASE_CANDLES_PER_READ_MAX };
    const stored = this.#stored(series, window);
    const isCut = stored.length === BASE_CANDLES_PER_READ_MAX;
    if (isCut) return { rows: combinedCandles(stored, interval), hasMore: true };
    const before: Candle[] = this.#stored(series, { fromMs: 0, toMs: fromMs - 1, limit: 1 });
    if (before.length === 0) {
      const toMs = Math.min(untilMs, (stored[0]?.startMs ?? Number.MAX_SAFE_INTEGER) - 1);
      before.push(...this.#past.combined(series, interval, { fromMs, toMs }));
    }
    return { rows: combinedCandles([...before, ...stored], interval), hasMore: false };
  }

  recentMarkets({ fromMs, instruments, tradesMax }: RecentMarketsQuery): Found<RecentMarket> {
    const rows = instruments.map((instrument): RecentMarket => {
      const series = { instrument, priceKind: "last", base: "1m" } as const;
      const window = { fromMs, toMs: Number.MAX_SAFE_INTEGER, limit: MINUTES_A_DAY };
      const minutes = this.#rows(series, window);
      const hasOlder = this.#past.has(instrument) || this.#hasBefore(series, fromMs);
      return {
        instrument,
        completeFromMs: hasOlder ? fromMs : 0,
        minutes: candleColumns(minutes),
        trades: this.#recentTrades(instrument, tradesMax),
      };
    });
    return { rows, hasMore: false };
  }

  fundingRates({ instrument, limit, page }: FundingRatesQuery): Found<FundingRateRow> {
    assert(limit >= 1 && limit <= PAGE_ROWS_MAX, "a page is within its limit");
    const sql =
      `SELECT ${columnList(FUNDING_RATES)} FROM funding_rates WHERE instrument = ? ` +
      "ORDER BY settled_at_ms DESC LIMIT ? OFFSET ?";
    const offset = (page - 1) * limit;
    const cells = this.#statements.all(sql, [instrument, limit + 1, offset]);
    const rows = cells.map((row) => rowOf(FUNDING_RATES, row));
    if (rows.length <= limit) {
      const counted = "SELECT COUNT(*) FROM funding_rates WHERE instrument = ?";
      const count = Number(this.#statements.all(counted, [instrument])[0]?.[0] ?? 0);
      const skip = Math.max(0, offset - count);
      rows.push(...this.#past.fundingRates(instrument, { skip, limit: limit + 1 - rows.length }));
    }
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  /**
   * Returns the newest candles of a window, ascending. Stored ones come after those of the past,
   * whose last one they may continue.
   */
  #rows(series: PastSeries, window: Window): CandleRow[] {
    const { fromMs, limit, toMs } = window;
    const stored = this.#stored(series, window);
    if (stored.length === limit) return stored;
    const untilMs = Math.min(toMs, (stored[0]?.startMs ?? Number.MAX_SAFE_INTEGER) - 1);
    const missing = limit - stored.length;
    return [...this.#past.candles(series, { fromMs, toMs: untilMs, limit: missing }), ...stored];
  }

  /** Returns the newest stored candles of a window, ascending. */
  #stored(series: PastSeries, { fromMs, limit, toMs }: Window): CandleRow[] {
    const sql =
      `SELECT ${columnList(CANDLES)} FROM candles WHERE instrument = ? AND price_kind = ? ` +
      "AND base = ? AND start_ms >= ? AND start_ms <= ? ORDER BY start_ms DESC LIMIT ?";
    const cells = this.#statements.all(sql, [...keyOf(series), fromMs, toMs, limit]);
    return cells.map((row) => rowOf(CANDLES, row)).reverse();
  }

  #hasBefore(series: PastSeries, timeMs: number): boolean {
    const sql =
      "SELECT 1 FROM candles WHERE instrument = ? AND price_kind = ? AND base = ? " +
      "AND start_ms < ? LIMIT 1";
    return this.#statements.all(sql, [...keyOf(series), timeMs]).length > 0;
  }

  #recentTrades(instrument: number, limit: number): RecentMarket["trades"] {
    const columns = columnList(TRADES);
    const sql = `SELECT ${columns} FROM trades WHERE instrument = ? ORDER BY id DESC LIMIT ?`;
    const cells = this.#statements.all(sql, [instrument, limit]);
    return tradeColumns(cells.map((row) => rowOf(TRADES, row)));
  }
}

function keyOf({ base, instrument, priceKind }: PastSeries): number[] {
  return [instrument, indexIn(PRICE_KINDS, priceKind), indexIn(CANDLE_BASES, base)];
}
