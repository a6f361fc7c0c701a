import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandApplied, eventWords } from "../../../test/support/event-drafts.ts";
import { atoms, lots, rateE8, ticks } from "../../core/money/units.ts";
import {
  CANDLE_INTERVALS,
  type CandleInterval,
  candleStartMs,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  shiftedStartMs,
} from "./candle-interval.ts";
import { type Candle, CandleSeries } from "./candle-series.ts";
import { CANDLES_PER_READ_MAX, combined, LiveCandles } from "./live-candles.ts";
import { LiveViews } from "./live-views.ts";

type Print = { readonly timeMs: number; readonly price: number; readonly size: number };

const NOON = Date.parse("2025-03-05T12:00Z");

function record(candles: LiveCandles, print: Print): void {
  const { timeMs, price, size } = print;
  candles.traded({
    tradeId: 1,
    instrument: 0,
    price: ticks(price),
    size: lots(size),
    value: atoms(BigInt(price * size)),
    takerSide: "buy",
    seq: 1,
    timeMs,
  });
}

function candlesOf(prints: readonly Print[]): LiveCandles {
  const candles = new LiveCandles();
  for (const print of prints) record(candles, print);
  return candles;
}

/** Candles straight from the trades, span by span. */
function naiveCandles(prints: readonly Print[], interval: CandleInterval, nowMs: number): Candle[] {
  const [first] = prints;
  if (first === undefined) return [];
  const rows: Candle[] = [];
  let close = 0;
  let start = candleStartMs(interval, first.timeMs);
  while (start <= nowMs) {
    const end = shiftedStartMs(interval, start, 1);
    const inside = prints.filter((print) => print.timeMs >= start && print.timeMs < end);
    const prices = inside.map((print) => print.price);
    if (prices.length === 0) prices.push(close);
    close = prices.at(-1) ?? close;
    rows.push({
      startMs: start,
      open: ticks(prices[0] ?? close),
      high: ticks(Math.max(...prices)),
      low: ticks(Math.min(...prices)),
      close: ticks(close),
      volume: lots(inside.reduce((sum, print) => sum + print.size, 0)),
      turnover: atoms(BigInt(inside.reduce((sum, print) => sum + print.price * print.size, 0))),
    });
    start = end;
  }
  return rows;
}

/** Trades with gaps from a second to `gapMs` between them. */
function prints(gapMs: number, maxLength: number): fc.Arbitrary<Print[]> {
  const step = fc.record({
    gap: fc.integer({ min: 1_000, max: gapMs }),
    price: fc.integer({ min: 1, max: 1_000 }),
    size: fc.integer({ min: 1, max: 50 }),
  });
  return fc.array(step, { minLength: 1, maxLength }).map((steps) => {
    let timeMs = NOON;
    return steps.map(({ gap, price, size }) => {
      timeMs += gap;
      return { timeMs, price, size };
    });
  });
}

const last = (interval: CandleInterval, limit = CANDLES_PER_READ_MAX) =>
  ({ instrument: 0, kind: "last", interval, limit }) as const;

describe("live candles", () => {
  test("every interval put together from its base equals candles made from the trades", () => {
    const minutes = CANDLE_INTERVALS.filter((interval) => interval.endsWith("m"));
    const hours = CANDLE_INTERVALS.filter((interval) => !interval.endsWith("m"));
    const cases = fc.oneof(
      fc.record({ list: prints(10 * MINUTE_MS, 60), interval: fc.constantFrom(...minutes) }),
      fc.record({ list: prints(15 * HOUR_MS, 60), interval: fc.constantFrom(...hours) }),
    );
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: DAY_MS / 3 }), ({ list, interval }, idle) => {
        const nowMs = (list.at(-1)?.timeMs ?? 0) + idle;
        const naive = naiveCandles(list, interval, nowMs);
        const read = candlesOf(list).read(last(interval), nowMs);
        expect(read).toEqual(naive.slice(-CANDLES_PER_READ_MAX));
      }),
      { numRuns: 80 },
    );
  });

  test("a window and a limit cut the same rows as from the whole list, newest kept", () => {
    fc.assert(
      fc.property(
        prints(10 * MINUTE_MS, 40),
        fc.integer({ min: -60, max: 400 }),
        fc.integer({ min: -60, max: 400 }),
        fc.integer({ min: 1, max: 30 }),
        (list, from, until, limit) => {
          const nowMs = list.at(-1)?.timeMs ?? 0;
          const fromMs = NOON + from * MINUTE_MS + 1;
          const untilMs = NOON + until * MINUTE_MS + 1;
          const query = { ...last("3m", limit), fromMs, untilMs };
          const expected = naiveCandles(list, "3m", nowMs)
            .filter((row) => row.startMs >= fromMs && row.startMs <= untilMs)
            .slice(-limit);
          expect(candlesOf(list).read(query, nowMs)).toEqual(expected);
        },
      ),
      { numRuns: 80 },
    );
  });

  test("minutes without a trade are flat at the close before, with no volume", () => {
    const candles = candlesOf([
      { timeMs: NOON, price: 10, size: 2 },
      { timeMs: NOON + 1, price: 12, size: 1 },
    ]);
    const rows = candles.read(last("1m"), NOON + 2 * MINUTE_MS);
    expect(rows.map((row) => [row.open, row.high, row.low, row.close, row.volume])).toEqual([
      [10, 12, 10, 12, 3],
      [12, 12, 12, 12, 0],
      [12, 12, 12, 12, 0],
    ]);
    expect(rows.map((row) => row.turnover)).toEqual([32n, 0n, 0n]);
  });

  test("an instrument that never traded, or that is unknown, has no candles", () => {
    expect(new LiveCandles().read(last("1m"), NOON)).toEqual([]);
    const candles = candlesOf([{ timeMs: NOON, price: 10, size: 2 }]);
    expect(candles.read({ ...last("1m"), instrument: 7 }, NOON)).toEqual([]);
    expect(candles.read({ ...last("1m"), kind: "mark" }, NOON)).toEqual([]);
  });

  test("nothing is shown beyond the present, whatever window is asked for", () => {
    const candles = candlesOf([{ timeMs: NOON, price: 10, size: 2 }]);
    const query = { ...last("1H"), untilMs: NOON + DAY_MS };
    expect(candles.read(query, NOON + 1).map((row) => row.startMs)).toEqual([NOON]);
    expect(candles.read({ ...query, fromMs: NOON + 1 }, NOON + 1)).toEqual([]);
  });

  test("memory reaches a query from the first candle on that it has completely", () => {
    const candles = candlesOf([{ timeMs: NOON + 90 * MINUTE_MS, price: 10, size: 2 }]);
    const nowMs = NOON + 3 * HOUR_MS;
    const query = (interval: CandleInterval, limit: number) => ({ ...last(interval, limit) });
    expect(candles.reaches(query("1D", 1_000), nowMs)).toBe(true);
    candles.missesBefore(0, NOON + 61 * MINUTE_MS, ["last"]);
    expect(candles.reaches(query("1H", 2), nowMs)).toBe(true);
    expect(candles.reaches(query("1H", 3), nowMs)).toBe(false);
    expect(candles.reaches({ ...query("1H", 3), fromMs: NOON + 2 * HOUR_MS }, nowMs)).toBe(true);
    expect(candles.reaches({ ...query("1H", 1), untilMs: NOON + HOUR_MS }, nowMs)).toBe(false);
    expect(candles.reaches(query("1D", 1), nowMs)).toBe(false);
    expect(candles.read(query("1H", 9), nowMs).map(({ startMs }) => startMs)).toEqual([
      NOON + 2 * HOUR_MS,
      NOON + 3 * HOUR_MS,
    ]);
  });

  test("minutes that are loaded make up the longer candles that they complete", () => {
    fc.assert(
      fc.property(prints(20 * MINUTE_MS, 200), fc.nat(600), (list, skipped) => {
        const whole = candlesOf(list);
        const series = whole.series(0, "last", "1m");
        const fromMs = NOON + skipped * MINUTE_MS;
        const rows = Array.from({ length: series.count }, (_, index) => series.at(index));
        const loaded = new LiveCandles();
        loaded.loadMinutes(0, rows.slice(series.indexFrom(fromMs)), fromMs);
        const nowMs = list.at(-1)?.timeMs ?? 0;
        for (const interval of ["1m", "1H", "1D", "1Dutc"] as const) {
          const found = loaded.read(last(interval), nowMs);
          const expected = whole.read(last(interval), nowMs);
          expect(found).toEqual(expected.slice(expected.length - found.length));
          expect(found.every(({ startMs }) => startMs >= fromMs)).toBe(true);
          if (loaded.reaches(last(interval, 2), nowMs)) {
            expect(loaded.read(last(interval, 2), nowMs)).toEqual(expected.slice(-2));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("mark and index prices have candles of their own, without volume", () => {
    const views = new LiveViews([]);
    const prices = [
      [100, 101],
      [90, 103],
      [95, 102],
    ] as const;
    for (const [index, [indexPrice, mark]] of prices.entries()) {
      views.onBatch(
        eventWords([
          commandApplied(index + 1, NOON + index * 1_000),
          {
            kind: "mark_price_changed",
            instrument: 0,
            index: ticks(indexPrice),
            mark: ticks(mark),
            fundingRate: rateE8(0),
          },
        ]),
      );
    }
    const none = { volume: 0, turnover: 0n };
    expect(views.readCandles({ ...last("1H"), kind: "index" })).toEqual([
      { startMs: NOON, open: 100, high: 100, low: 90, close: 95, ...none },
    ]);
    expect(views.readCandles({ ...last("1Dutc"), kind: "mark" })).toEqual([
      { startMs: NOON - 12 * HOUR_MS, open: 101, high: 103, low: 101, close: 102, ...none },
    ]);
    expect(views.readCandles(last("1m"))).toEqual([]);
  });
});

describe("a candle series", () => {
  const minute = (index: number): number => NOON + index * MINUTE_MS;

  function seriesOf(count: number, max: number): CandleSeries {
    const series = new CandleSeries("1m", max);
    for (let index = 0; index < count; index++) {
      series.record(minute(index), ticks(index + 1), lots(1), atoms(1n));
    }
    return series;
  }

  test("keeps the newest candles up to its bound, in order, however often the ring turns", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 1, max: 300 }),
        (count, max) => {
          const series = seriesOf(count, max);
          const kept = Math.min(count, max);
          expect(series.count).toBe(kept);
          expect(series.isTruncated).toBe(count > max);
          const starts = Array.from({ length: kept }, (_, index) => series.startAt(index));
          expect(starts).toEqual(starts.map((_, index) => minute(count - kept + index)));
          expect(series.indexFrom(minute(count))).toBe(kept);
          expect(series.indexFrom(minute(count - 1))).toBe(Math.max(0, kept - 1));
          if (kept > 0) expect(series.closeAt(kept - 1)).toBe(count);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a price of a minute that is over is passed over", () => {
    const series = seriesOf(3, 10);
    series.record(minute(0) + 1, ticks(99), lots(1), atoms(1n));
    expect(series.at(2)).toMatchObject({ startMs: minute(2), high: 3, close: 3, volume: 1 });
    expect(series.at(0)).toMatchObject({ startMs: minute(0), high: 1 });
  });

  test("turnovers are exact beyond 64 bits, recorded, appended, prepended and joined", () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 200 }), (values) => {
        const [whole, later] = [new CandleSeries("1D"), new CandleSeries("1D")];
        for (const value of values) whole.record(NOON, ticks(1), lots(1), atoms(value));
        const sum = values.reduce((total, value) => total + value, 0n);
        expect(whole.at(0).turnover).toBe(sum);
        for (let day = 1; day < 100; day++) {
          later.append({ ...whole.at(0), startMs: whole.startAt(0) + day * DAY_MS });
        }
        later.prepend([whole.at(0)], 0);
        expect(later.at(99).turnover).toBe(sum);
        expect(combined(later, 0, 100, 0)?.turnover).toBe(100n * sum);
      }),
      { numRuns: 60 },
    );
  });

  test("whole candles are taken over only in the order of time", () => {
    const series = seriesOf(2, 10);
    expect(() => series.append(series.at(0))).toThrow("in the order of time");
  });

  test("the last of the older candles may be the first part of the oldest one kept", () => {
    const [first, second] = [new CandleSeries("1H"), new CandleSeries("1H")];
    first.record(NOON - 1, ticks(7), lots(1), atoms(7n));
    first.record(NOON, ticks(10), lots(2), atoms(20n));
    first.record(NOON + 1, ticks(5), lots(1), atoms(5n));
    second.record(NOON + 2, ticks(9), lots(3), atoms(27n));
    second.prepend([first.at(0), first.at(1)], NOON - HOUR_MS);
    expect(second.count).toBe(2);
    const joined = { open: 10, high: 10, low: 5, close: 9, volume: 6, turnover: 52n };
    expect(second.at(1)).toEqual({ startMs: NOON, ...joined });
    expect(second.at(0)).toMatchObject({ startMs: NOON - HOUR_MS, close: 7 });
  });

  test("older candles come before those kept, and the newest of all are kept", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.integer({ min: 1, max: 60 }), (older, newer, max) => {
        const whole = seriesOf(older + newer, older + newer + 1);
        const rows = Array.from({ length: older + newer }, (_, index) => whole.at(index));
        const series = new CandleSeries("1m", max);
        for (const row of rows.slice(older)) series.append(row);
        series.prepend(rows.slice(0, older), minute(0));
        const kept = Array.from({ length: series.count }, (_, index) => series.at(index));
        expect(kept).toEqual(rows.slice(newer === 0 ? 0 : -max).slice(-max));
        expect(series.completeFromMs).toBe(
          kept.length < rows.length ? kept[0]?.startMs : minute(0),
        );
      }),
      { numRuns: 60 },
    );
  });
});
