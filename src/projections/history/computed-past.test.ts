/** Candles and funding across the founding: stored ones, and computed ones before them. */
import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_INSTRUMENTS } from "../../../test/support/event-story.ts";
import { atoms, lots, rateE8, ticks } from "../../core/money/units.ts";
import { CANDLE_INTERVALS, candleStartMs, shiftedStartMs } from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { combinedCandles } from "./combined-candles.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { HistoryStore } from "./history-store.ts";
import { PAST_ROWS_MAX, RETENTION_DEFAULT } from "./limits.ts";
import type { OpenPast } from "./past-source.ts";
import type { CandlesQuery, FundingRatesQuery } from "./queries.ts";
import { allRows } from "./table-sql.ts";
import type { CandleRow, FundingRateRow } from "./tables.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** In the middle of an hour and of both kinds of days. */
const END_MS = Date.UTC(2026, 0, 5, 10, 30);
const PAST_MINUTES = 3 * 24 * 60;
const [SPOT, PERPETUAL] = [0, 1];

/** A minute of the past: its price falls by one tick from minute to minute, back in time. */
function minuteAt(index: number): Candle {
  const close = 10_000 - index;
  return {
    startMs: END_MS - (index + 1) * MINUTE_MS,
    open: ticks(close - 1),
    high: ticks(close + 5),
    low: ticks(close - 7),
    close: ticks(close),
    volume: lots(2),
    turnover: atoms(BigInt(close)),
  };
}

const MINUTES = Array.from({ length: PAST_MINUTES }, (_, index) => minuteAt(index)).reverse();

const openPast: OpenPast = () => ({
  candles: (_listing, { base }, { fromMs, limit, toMs }) =>
    combinedCandles(MINUTES, base)
      .filter(({ startMs }) => startMs >= fromMs && startMs <= toMs)
      .slice(-limit),
  newest: (_listing, _kind, spanMs) => {
    const inside = MINUTES.filter(({ startMs }) => startMs >= END_MS - spanMs);
    const [first] = combinedCandles(
      inside.map((one) => ({ ...one, startMs: 0 })),
      "1m",
    );
    return first;
  },
  fundingRates: ({ fundingIntervalHours }, { fromMs, limit, toMs }) => {
    const spanMs = fundingIntervalHours * HOUR_MS;
    const newestMs = Math.floor(toMs / spanMs) * spanMs;
    const rates = Array.from({ length: 2_000 }, (_, index) => ({
      settledAtMs: newestMs - index * spanMs,
      rateE8: rateE8(index),
    }));
    return rates.filter(({ settledAtMs }) => settledAtMs >= fromMs).slice(0, limit);
  },
});

function founded(script: EventScript): EventScript {
  return script
    .command(1, END_MS + 20_000)
    .emit("market_founded", { seed: 1, version: 1, preset: "normal", endMs: END_MS })
    .emit("instrument_past_founded", { instrument: SPOT })
    .emit("instrument_past_founded", { instrument: PERPETUAL, fundingIntervalHours: 8 });
}

/** Mark prices at the first of these minutes after the founding; then a settlement at 16:00. */
function priced(script: EventScript, minutes: readonly number[], count = 99): EventScript {
  for (const [index, minute] of minutes.slice(0, count).entries()) {
    const price = ticks(20_000 + index);
    script
      .command(index + 2, END_MS + 30_000 + minute * MINUTE_MS)
      .emit("mark_price_changed", { instrument: PERPETUAL, index: price, mark: price });
  }
  if (count < minutes.length) return script;
  return script.command(minutes.length + 2, END_MS + 6 * HOUR_MS).emit("funding_fixed", {
    ...{ instrument: PERPETUAL, number: 1, settledAtMs: Date.UTC(2026, 0, 5, 16) },
    ...{ rate: rateE8(77), mark: ticks(9) },
  });
}

function opened(store = new SqliteStore(":memory:"), open = openPast): HistoryStore {
  const settings = { quietUsers: [], retention: RETENTION_DEFAULT, openPast: open };
  const history = new HistoryStore(store, settings);
  history.listInstruments(STORY_INSTRUMENTS);
  return history;
}

function candles(history: HistoryStore, query: Partial<CandlesQuery>) {
  const of = { instrument: PERPETUAL, priceKind: "mark", base: "1m", limit: 1_000 } as const;
  const page = history.find({ kind: "candles", query: { ...of, ...query } });
  return { ...page, rows: page.rows as readonly CandleRow[] };
}

function rates(history: HistoryStore, query: Omit<FundingRatesQuery, "instrument">) {
  const page = history.find({ kind: "fundingRates", query: { instrument: PERPETUAL, ...query } });
  return { ...page, rows: page.rows as readonly FundingRateRow[] };
}

const AFTER = [0, 1, 5, 40, 200];

describe("a history with a computed past", () => {
  it("answers pages across the founding as if all candles were stored", () => {
    const history = opened();
    history.apply(priced(founded(new EventScript()), AFTER).take());
    const live: Candle[] = AFTER.map((minute, index) => {
      const price = ticks(20_000 + index);
      const startMs = END_MS + minute * MINUTE_MS;
      const flat = { open: price, high: price, low: price, close: price };
      return { startMs, ...flat, volume: lots(0), turnover: atoms(0n) };
    });
    for (const base of ["1m", "1H", "1D", "1Dutc"] as const) {
      const all = combinedCandles([...MINUTES, ...live], base);
      const seen: CandleRow[] = [];
      let toMs: number | undefined;
      for (let hasMore = true; hasMore; ) {
        const page = candles(history, { base, toMs, limit: base === "1m" ? 997 : 2 });
        hasMore = page.hasMore;
        seen.unshift(...page.rows);
        toMs = (page.rows[0]?.startMs ?? 0) - 1;
      }
      const series = { instrument: PERPETUAL, priceKind: "mark", base };
      expect(seen).toEqual(all.map((candle) => ({ ...candle, ...series })));
    }
    const window = { fromMs: END_MS - MINUTE_MS, toMs: END_MS + MINUTE_MS };
    expect(candles(history, window)).toMatchObject({ hasMore: false, rows: { length: 3 } });
    expect(candles(history, { ...window, limit: 2 })).toMatchObject({ hasMore: true });
    expect(candles(history, { ...window, limit: 3 })).toMatchObject({ hasMore: false });
    history.close();
  });

  it("combines the candles of every interval, and adds the one before the window", () => {
    const history = opened();
    history.apply(priced(founded(new EventScript()), AFTER).take());
    const { rows: stored } = candles(history, { fromMs: END_MS });
    const ends = [-9_000, -4_000, -1_500, -31, -30, -1, 0, 40, 201, 9_000];
    const windows = CANDLE_INTERVALS.flatMap((interval) =>
      ends.flatMap((minute) => [-40, -1, 0].map((count) => ({ interval, minute, count }))),
    );
    for (const { count, interval, minute } of windows) {
      const all = combinedCandles([...MINUTES, ...stored], interval);
      const toMs = candleStartMs(interval, END_MS + minute * MINUTE_MS);
      const fromMs = shiftedStartMs(interval, toMs, count);
      const query = { instrument: PERPETUAL, priceKind: "mark", interval, fromMs, toMs } as const;
      const { rows } = history.find({ kind: "combinedCandles", query });
      const window = (rows as readonly Candle[]).filter(({ startMs }) => startMs >= fromMs);
      const isInside = ({ startMs }: Candle): boolean => startMs >= fromMs && startMs <= toMs;
      expect(window).toEqual(all.filter(isInside));
      const before = all.filter(({ startMs }) => startMs < fromMs);
      expect(rows.length - window.length).toBe(Math.min(1, before.length));
      if (before.length > 0) expect(rows[0]).toMatchObject({ close: before.at(-1)?.close });
    }
    history.close();
  });

  it("computes the candles of an interval once, also when reads visit many contracts", () => {
    let computed = 0;
    const counting: OpenPast = (...terms) => {
      const source = openPast(...terms);
      const candles: typeof source.candles = (...asked) => {
        const rows = source.candles(...asked);
        computed += rows.length;
        return rows;
      };
      return { ...source, candles };
    };
    const history = opened(undefined, counting);
    const contracts = Array.from({ length: 90 }, (_, index) => 10 + index);
    const [, listed] = STORY_INSTRUMENTS;
    if (listed === undefined) expect.unreachable("the story has a contract");
    history.listInstruments(contracts.map((instrument) => ({ ...listed, instrument })));
    const script = founded(new EventScript());
    for (const instrument of contracts) {
      script.emit("instrument_past_founded", { instrument, fundingIntervalHours: 8 });
    }
    history.apply(script.take());
    const toMs = candleStartMs("30m", END_MS);
    const terms = { priceKind: "mark", interval: "30m", fromMs: END_MS - 70 * HOUR_MS } as const;
    const readAll = (): void => {
      for (const instrument of contracts) {
        history.find({ kind: "combinedCandles", query: { ...terms, instrument, toMs } });
      }
    };
    readAll();
    expect(computed).toBeGreaterThan(PAST_ROWS_MAX);
    computed = 0;
    readAll();
    expect(computed).toBe(0);
    history.close();
  });

  it("gives spot an index of the past but no mark, and later listings no past", () => {
    const history = opened();
    history.apply(founded(new EventScript()).take());
    const spot = { instrument: SPOT, limit: 5 } as const;
    expect(candles(history, { ...spot, priceKind: "index" }).rows).toHaveLength(5);
    expect(candles(history, { ...spot, priceKind: "mark" }).rows).toEqual([]);
    const [listed] = STORY_INSTRUMENTS;
    if (listed !== undefined) history.listInstruments([{ ...listed, instrument: 2 }]);
    expect(candles(history, { instrument: 2, priceKind: "index" }).rows).toEqual([]);
    expect(candles(history, { instrument: 2, priceKind: "index" }).hasMore).toBe(false);
    history.close();
  });

  it("continues settled funding with a year of computed rates, page by page", () => {
    const history = opened();
    history.apply(priced(founded(new EventScript()), AFTER).take());
    const all: FundingRateRow[] = [];
    for (let page = 1, hasMore = true; hasMore; page++) {
      const found = rates(history, { page, limit: 100 });
      hasMore = found.hasMore;
      all.push(...found.rows);
      expect(found.rows.length).toBe(hasMore ? 100 : all.length % 100 || 100);
    }
    expect(all[0]).toMatchObject({ rate: 77, mark: 9 });
    expect(all[1]).toMatchObject({ settledAtMs: Date.UTC(2026, 0, 5, 8), rate: 0, mark: 0 });
    const times = all.map(({ settledAtMs }) => settledAtMs);
    expect(
      new Set(times.map((timeMs, index) => timeMs - (times[index + 1] ?? 0)).slice(0, -1)),
    ).toEqual(new Set([8 * HOUR_MS]));
    expect(all.length).toBe(1 + 366 * 3);
    history.close();
  });

  it("loads the last day in columns, complete from its first minute on", () => {
    const history = opened();
    history.apply(priced(founded(new EventScript()), AFTER).take());
    const fromMs = END_MS - 1_000 * MINUTE_MS;
    const query = { instruments: [SPOT, 7], fromMs, tradesMax: 10 };
    const { rows } = history.find({ kind: "recentMarkets", query });
    expect(rows).toMatchObject([
      { instrument: SPOT, completeFromMs: fromMs, minutes: { startMs: { length: 1_000 } } },
      { instrument: 7, completeFromMs: 0, minutes: { startMs: { length: 0 } } },
    ]);
    history.close();
  });

  it("has the same rows when it is built again, however the events were grouped", () => {
    const grown = new SqliteStore(":memory:");
    const history = opened(grown);
    history.importPaths([{ code: "BTC", spanMs: MINUTE_MS, bytes: Uint8Array.of(1, 2) }]);
    history.apply(founded(new EventScript()).take());
    for (const count of [1, 3, AFTER.length]) {
      history.apply(priced(founded(new EventScript()), AFTER, count).take());
    }
    const rebuilt = new SqliteStore(":memory:");
    const again = opened(rebuilt);
    again.importPaths([{ code: "BTC", spanMs: MINUTE_MS, bytes: Uint8Array.of(1, 2) }]);
    again.apply(priced(founded(new EventScript()), AFTER).take());
    for (const table of HISTORY_TABLES) {
      expect(allRows(rebuilt, table), table.name).toEqual(allRows(grown, table));
    }
    history.close();
    again.close();
  });

  it("is as before without a past", () => {
    const history = opened();
    history.apply(priced(new EventScript().command(1, END_MS), AFTER).take());
    expect(candles(history, {}).rows).toHaveLength(AFTER.length);
    expect(rates(history, { page: 1, limit: 9 }).rows).toHaveLength(1);
    history.close();
  });
});
