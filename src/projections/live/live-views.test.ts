import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listingDraft } from "../../../test/support/command-drafts.ts";
import {
  acceptedOrder,
  commandApplied,
  type EventDraft,
  eventWords,
  filledOrder,
} from "../../../test/support/event-drafts.ts";
import type { PositionSide } from "../../core/base/vocabulary.ts";
import { type Instrument, instrumentOf } from "../../core/instruments/instrument.ts";
import { atoms, type Lots, lots, rateE8, ticks } from "../../core/money/units.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./candle-interval.ts";
import { changeFraction } from "./live-tickers.ts";
import type { LiveTrade } from "./live-trade.ts";
import { type LivePast, LiveViews, type PastOfMarket } from "./live-views.ts";

const NOON = Date.parse("2025-03-05T12:00Z");
const MIDNIGHT = NOON - 12 * HOUR_MS;

function listed(index: number, category: "spot" | "usdt_futures"): Instrument {
  const base = { index: 0, code: "BTC", decimals: 8, isPractice: false };
  const settle = { index: 1, code: "USDT", decimals: 8, isPractice: false };
  const instrument = instrumentOf(
    listingDraft({ symbol: "BTCUSDT", category, base: 0, quote: 1, settle: 1 }),
    { index, listedAtMs: MIDNIGHT },
    { base, settle },
  );
  if (instrument === undefined) throw new Error("the instrument is listed");
  return instrument;
}

const SPOT = listed(0, "spot");
const FUTURES = listed(1, "usdt_futures");
const INSTRUMENTS = [SPOT, FUTURES];

type Print = { readonly timeMs: number; readonly price: number; readonly size: number };

/** Both orders of one trade, from acceptance to close. */
function tradeEvents(tradeId: number, instrument: number, print: Print): EventDraft[] {
  const size = lots(print.size);
  const value = atoms(BigInt(print.price * print.size));
  const sides = [
    { orderId: tradeId * 10, side: "sell", role: "maker" },
    { orderId: tradeId * 10 + 1, side: "buy", role: "taker" },
  ] as const;
  const terms = { instrument, price: ticks(print.price), size, positionSide: "net" } as const;
  const acceptances = sides.map(({ orderId, side }): EventDraft => {
    return acceptedOrder({ ...terms, orderId, user: 2, side });
  });
  const fills = sides.flatMap(({ orderId, side, role }): EventDraft[] => [
    filledOrder({
      ...{ ...terms, fillId: orderId, tradeId, orderId, user: 2, side, role, feeCurrency: 1 },
      ...{ value, filled: size, filledNotional: value },
    }),
    {
      kind: "order_closed",
      orderId,
      user: 2,
      instrument,
      outcome: "filled",
      reason: "filled",
      remaining: lots(0),
    },
  ]);
  return [...acceptances, ...fills];
}

function position(positionId: number, positionSide: PositionSide, size: number): EventDraft {
  return {
    kind: "position_changed",
    ...{ openPriceMin: ticks(0), openPriceMax: ticks(0) },
    ...{ closePriceMin: ticks(0), closePriceMax: ticks(0) },
    positionId,
    user: 2,
    instrument: FUTURES.index,
    positionSide,
    isHedge: true,
    size: lots(size),
    openNotional: atoms(0n),
    openedSize: lots(0),
    openedNotional: atoms(0n),
    closedSize: lots(0),
    closedNotional: atoms(0n),
    realisedPnl: atoms(0n),
    funding: atoms(0n),
    openFee: atoms(0n),
    closeFee: atoms(0n),
    openedAtMs: 0,
    leverage: 1,
    marginMode: "crossed",
    margin: atoms(0n),
  };
}

/** Feeds commands numbered from 1, each with its time and events. */
class Feed {
  readonly views = new LiveViews(INSTRUMENTS);
  #seq = 0;

  apply(timeMs: number, ...events: readonly EventDraft[]): void {
    this.#seq += 1;
    this.views.onBatch(eventWords([commandApplied(this.#seq, timeMs), ...events]));
  }

  trade(print: Print, instrument = SPOT.index): void {
    const events = tradeEvents(this.#seq + 1, instrument, print);
    this.apply(print.timeMs, ...events);
  }
}

/** Trades with gaps of a second to four hours. */
const printLists = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1_000, max: 4 * HOUR_MS }),
      price: fc.integer({ min: 1, max: 1_000 }),
      size: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) => {
    let timeMs = NOON;
    return steps.map(({ gap, price, size }): Print => {
      timeMs += gap;
      return { timeMs, price, size };
    });
  });

describe("tickers", () => {
  test("24-hour figures and the day's opening price equal those of a plain list of trades", () => {
    fc.assert(
      fc.property(printLists, fc.integer({ min: 0, max: DAY_MS + HOUR_MS }), (list, idle) => {
        const feed = new Feed();
        const check = (nowMs: number, seen: readonly Print[]): void => {
          const from = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 1_439 * MINUTE_MS;
          const day = seen.filter((print) => print.timeMs >= from);
          const today = seen.filter((print) => print.timeMs >= nowMs - (nowMs % DAY_MS));
          const last = seen.at(-1)?.price ?? 0;
          const prices = day.length === 0 ? [last] : day.map((print) => print.price);
          expect(feed.views.ticker(SPOT.index)).toMatchObject({
            last,
            open24h: prices[0],
            high24h: Math.max(...prices),
            low24h: Math.min(...prices),
            volume24h: day.reduce((sum, print) => sum + print.size, 0),
            turnover24h: BigInt(day.reduce((sum, print) => sum + print.price * print.size, 0)),
            openUtc: today[0]?.price ?? last,
            timeMs: nowMs,
          });
        };
        for (const [index, print] of list.entries()) {
          feed.trade(print);
          check(print.timeMs, list.slice(0, index + 1));
        }
        const nowMs = (list.at(-1)?.timeMs ?? 0) + idle;
        feed.apply(nowMs);
        check(nowMs, list);
      }),
      { numRuns: 40 },
    );
  });

  test("best prices come from the book, mark and index from their event", () => {
    const feed = new Feed();
    const level = { kind: "level_changed", instrument: FUTURES.index } as const;
    feed.apply(
      NOON,
      { ...level, side: "buy", price: ticks(99), size: lots(4) },
      { ...level, side: "sell", price: ticks(101), size: lots(5) },
      { ...level, side: "sell", price: ticks(102), size: lots(6) },
    );
    feed.apply(NOON + 1, {
      kind: "mark_price_changed",
      instrument: FUTURES.index,
      index: ticks(100),
      mark: ticks(103),
      fundingRate: rateE8(12_345),
    });
    expect(feed.views.ticker(FUTURES.index)).toEqual({
      instrument: FUTURES.index,
      last: 0,
      open24h: 0,
      high24h: 0,
      low24h: 0,
      volume24h: 0,
      turnover24h: 0n,
      openUtc: 0,
      bidPrice: 99,
      bidSize: 4,
      askPrice: 101,
      askSize: 5,
      index: 100,
      mark: 103,
      fundingRate: 12_345,
      nextFundingTimeMs: NOON + 4 * HOUR_MS,
      openInterest: 0,
      seq: 2,
      timeMs: NOON + 1,
    });
  });

  test("spot has no funding, and an unlisted instrument has no ticker", () => {
    const { views } = new Feed();
    expect(views.ticker(SPOT.index)).toMatchObject({ fundingRate: 0, nextFundingTimeMs: 0 });
    expect(views.ticker(2)).toBeUndefined();
  });

  test("open interest is the size of all long positions", () => {
    const feed = new Feed();
    const openInterest = (): Lots | undefined => feed.views.ticker(FUTURES.index)?.openInterest;
    feed.apply(NOON, position(1, "long", 5), position(2, "short", 5));
    expect(openInterest()).toBe(5);
    feed.apply(NOON, position(3, "long", 2), position(2, "short", 7));
    expect(openInterest()).toBe(7);
    feed.apply(NOON, position(1, "long", 1), position(2, "short", 3));
    expect(openInterest()).toBe(3);
    feed.apply(NOON, position(1, "long", 0), position(3, "long", 0), position(2, "short", 0));
    expect(openInterest()).toBe(0);
  });

  test("a change is an exact fraction of the price before, rounded to five digits", () => {
    expect(changeFraction(ticks(590_000), ticks(600_105))).toBe("0.01713");
    expect(changeFraction(ticks(200), ticks(100))).toBe("-0.5");
    expect(changeFraction(ticks(100), ticks(100))).toBe("0");
    expect(changeFraction(ticks(0), ticks(100))).toBe("0");
    expect(changeFraction(ticks(3), ticks(4), 3)).toBe("0.333");
  });
});

describe("live views", () => {
  test("one trade is reported once, with the taker's side and its exact value", () => {
    const feed = new Feed();
    const reported: LiveTrade[] = [];
    feed.views.onTrade((trade) => reported.push(trade));
    feed.trade({ timeMs: NOON, price: 10, size: 3 });
    expect(reported).toEqual([
      {
        tradeId: 1,
        instrument: SPOT.index,
        price: 10,
        size: 3,
        value: 30n,
        takerSide: "buy",
        seq: 1,
        timeMs: NOON,
      },
    ]);
    expect(feed.views.trades.page(SPOT.index, { limit: 5 })).toEqual(reported);
    expect(feed.views.trades.page(FUTURES.index, { limit: 5 })).toEqual([]);
  });

  test("seq and time are those of the last command, and an empty batch changes neither", () => {
    const feed = new Feed();
    feed.apply(NOON);
    feed.apply(NOON + 5);
    feed.views.onBatch(eventWords([]));
    expect([feed.views.seq, feed.views.timeMs]).toEqual([2, NOON + 5]);
  });

  test("one batch of many commands gives what single commands give", () => {
    const events = [1, 2, 3].flatMap((id) => {
      const print = { timeMs: NOON + id, price: 10 + id, size: id };
      return [commandApplied(id, print.timeMs), ...tradeEvents(id, SPOT.index, print)];
    });
    const views = new LiveViews(INSTRUMENTS);
    views.onBatch(eventWords(events));
    const feed = new Feed();
    for (const id of [1, 2, 3]) feed.trade({ timeMs: NOON + id, price: 10 + id, size: id });
    expect(views.ticker(SPOT.index)).toEqual(feed.views.ticker(SPOT.index));
    expect(views.seq).toBe(3);
  });

  test("views started from history and a snapshot show what a whole replay shows", async () => {
    await fc.assert(
      fc.asyncProperty(printLists, fc.nat(39), fc.nat(39), async (list, kept, ahead) => {
        const whole = new Feed();
        for (const print of list) whole.trade(print);

        // History reflects the first `known` trades, the snapshot only the first `saved`.
        const known = Math.min(list.length, kept);
        const saved = Math.min(known, ahead);
        const before = new Feed();
        for (const print of list.slice(0, known)) before.trade(print);
        const views = new LiveViews(INSTRUMENTS);
        views.seedClock(saved, list[saved - 1]?.timeMs ?? 0);
        await views.loadPast(pastOf(before.views, known));
        for (const [index, print] of list.entries()) {
          if (index < saved) continue;
          const events = tradeEvents(index + 1, SPOT.index, print);
          views.onBatch(eventWords([commandApplied(index + 1, print.timeMs), ...events]));
        }
        if (saved === list.length) views.seedClock(list.length, whole.views.timeMs);

        for (const interval of ["1m", "30m", "4H", "1D"] as const) {
          const query = { instrument: SPOT.index, kind: "last", interval, limit: 1_000 } as const;
          expect(views.readCandles(query)).toEqual(whole.views.readCandles(query));
        }
        const page = { limit: 1_000 };
        expect(views.trades.page(SPOT.index, page)).toEqual(
          whole.views.trades.page(SPOT.index, page),
        );
        const { seq: _seq, ...ticker } = views.ticker(SPOT.index) ?? { seq: 0 };
        expect(whole.views.ticker(SPOT.index)).toMatchObject(ticker);
      }),
      { numRuns: 40 },
    );
  });

  test("an announced past shows whenever it is read first, as if its trades were recorded", () => {
    fc.assert(
      fc.property(
        printLists,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(39),
        (list, length, readAt) => {
          const past = list.slice(0, length);
          const earlier = new Feed();
          for (const print of past) earlier.trade(print);
          const { minutes } = marketOf(earlier.views, SPOT.index);
          const [whole, feed] = [new Feed(), new Feed()];
          const completeFromMs = NOON - DAY_MS / 2;
          let loads = 0;
          feed.views.expectPast(SPOT.index, earlier.views.timeMs, () => {
            loads += 1;
            return { completeFromMs, minutes };
          });
          for (const [index, print] of list.entries()) {
            whole.trade(print);
            if (index < past.length) feed.apply(print.timeMs);
            else feed.trade(print);
            if (index === readAt) feed.views.ticker(SPOT.index);
          }
          const { seq: _seq, ...ticker } = feed.views.ticker(SPOT.index) ?? { seq: 0 };
          expect(whole.views.ticker(SPOT.index)).toMatchObject(ticker);
          const query = { instrument: SPOT.index, kind: "last", limit: 1_000 } as const;
          const fromMs = minutes[0]?.startMs ?? 0;
          const [shown, expected] = [feed, whole].map(({ views }) =>
            views.readCandles({ ...query, interval: "1m", fromMs }),
          );
          expect(shown).toEqual(expected);
          expect(loads).toBe(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("levels, prices and positions of a snapshot are taken over", () => {
    const { views } = new Feed();
    views.seedClock(9, NOON);
    views.seedLevel(FUTURES.index, "buy", { price: ticks(90), size: lots(2) });
    views.seedPrices(FUTURES.index, {
      ...{ index: ticks(91), mark: ticks(92), last: ticks(93), fundingRate: rateE8(-7) },
    });
    const long = { positionId: 1, instrument: FUTURES.index, size: lots(4) };
    views.seedPosition({ ...long, positionSide: "long" });
    views.seedPosition({ ...long, positionId: 2, positionSide: "short" });
    expect(views.ticker(FUTURES.index)).toMatchObject({
      last: 93,
      open24h: 93,
      bidPrice: 90,
      bidSize: 2,
      index: 91,
      mark: 92,
      openInterest: 4,
    });
    views.onBatch(eventWords([commandApplied(10, NOON), position(1, "long", 1)]));
    expect(views.ticker(FUTURES.index)?.openInterest).toBe(1);
    expect(views.books.of(FUTURES.index).seq).toBe(9);
  });
});

/** History as other views have it, which saw all commands up to `seq`. */
function pastOf(views: LiveViews, seq: number): LivePast {
  const { timeMs } = views;
  const loadMarkets = async () => INSTRUMENTS.map(({ index }) => marketOf(views, index));
  return { seq, timeMs, loadMarkets };
}

function marketOf(views: LiveViews, instrument: number): PastOfMarket {
  const series = views.candles.series(instrument, "last", "1m");
  const minutes = Array.from({ length: series.count }, (_, index) => series.at(index));
  const trades = views.trades.page(instrument, { limit: 1_000 }).reverse();
  return { instrument, completeFromMs: series.completeFromMs, minutes, trades };
}
