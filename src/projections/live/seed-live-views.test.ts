import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listingDraft, orderDraft } from "../../../test/support/command-drafts.ts";
import { type OrderType, SIDES, STP_MODES, TIMES_IN_FORCE } from "../../core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../../core/commands/commands.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import { apply } from "../../core/exchange.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../../core/money/units.ts";
import type { OrderBook } from "../../core/order-book/order-book.ts";
import { createState, type State } from "../../core/state.ts";
import { instrumentRow } from "../history/history.ts";
import { inThreadHistory } from "../history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../history/limits.ts";
import { MINUTE_MS } from "./candle-interval.ts";
import { completeOrders } from "./complete-orders.ts";
import type { LiveOrder } from "./live-order.ts";
import { LiveViews } from "./live-views.ts";
import { pastFromHistory } from "./past-from-history.ts";
import { seedLiveViews } from "./seed-live-views.ts";

const START_MS = Date.parse("2025-03-05T12:00Z");
const SPOT = 0;
const FUTURES = 1;

/** The real core, and the words of each command's events. */
class Rig {
  readonly state: State = createState();
  readonly #buffer = new EventBuffer();

  run(step: CommandDraft, gapMs = 700): Float64Array {
    const seq = (this.state.seq + 1) as Seq;
    this.#buffer.clear();
    const stamp = { seq, timeMs: (Math.max(this.state.timeMs, START_MS) + gapMs) as TimeMs };
    apply(this.state, { ...step, ...stamp } as Command, this.#buffer);
    return this.#buffer.copyWords();
  }
}

const BTC_USDT = { symbol: "BTCUSDT", base: 0, quote: 1, settle: 1 };

/** Two coins, a spot and a futures instrument, and two funded users: 2 and 3. */
const OPENING: readonly CommandDraft[] = [
  { kind: "list_currency", code: "BTC", decimals: 8, isPractice: false },
  { kind: "list_currency", code: "USDT", decimals: 8, isPractice: false },
  listingDraft({ ...BTC_USDT, category: "spot" }),
  listingDraft({ ...BTC_USDT, category: "usdt_futures" }),
  ...(["alice", "bob"] as const).map(
    (name): CommandDraft => ({
      kind: "create_user",
      accountKind: "classic",
      realm: "live",
      parent: 0,
      name,
      openOrdersMax: 0,
    }),
  ),
  ...[2, 3].flatMap((user): CommandDraft[] => {
    const amount = atoms(1_000_000_00000000n);
    return [
      { kind: "credit", user, wallet: "spot", currency: 0, amount },
      { kind: "credit", user, wallet: "spot", currency: 1, amount },
      { kind: "credit", user, wallet: "usdt_futures", currency: 1, amount },
    ];
  }),
  { kind: "set_index_prices", instruments: [SPOT, FUTURES], prices: [1_000, 1_000] },
];

const users = fc.constantFrom(2, 3);
const instruments = fc.constantFrom(SPOT, FUTURES);
const prices = fc.integer({ min: 990, max: 1_010 });
const sizes = fc.integer({ min: 1, max: 40 });
/** Many, since the id of a closed order stays taken. */
const names = fc.integer({ min: 0, max: 60 }).map((name) => (name < 20 ? "" : `c${name}`));

const place = fc
  .record({
    user: users,
    instrument: instruments,
    side: fc.constantFrom(...SIDES),
    orderType: fc.constantFrom<OrderType>("limit", "limit", "limit", "market"),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE, "gtc", "gtc", "gtc"),
    reduceOnly: fc.constantFrom(false, false, false, true),
    stpMode: fc.constantFrom(...STP_MODES),
    price: prices,
    size: sizes,
    clientOrderId: names,
  })
  .map((terms): CommandDraft => {
    const isMarket = terms.orderType === "market";
    const isByAmount = isMarket && terms.instrument === SPOT && terms.side === "buy";
    return orderDraft({
      ...terms,
      timeInForce: isMarket ? "ioc" : terms.timeInForce,
      reduceOnly: terms.reduceOnly && terms.instrument === FUTURES,
      price: isMarket ? 0 : terms.price,
      size: isByAmount ? 0 : terms.size,
      quoteAmount: isByAmount ? BigInt(terms.size) * 100_000_000n : 0n,
    });
  });

const change = fc
  .record({ user: users, clientOrderId: names, price: prices, size: sizes, isCancel: fc.boolean() })
  .map(({ user, clientOrderId, price, size, isCancel }): CommandDraft => {
    if (isCancel) return { kind: "cancel_order", user, orderId: 0, clientOrderId };
    const terms = { user, orderId: 0, clientOrderId, price: ticks(price), size: lots(size) };
    return { kind: "amend_order", ...terms, autoCancel: true, exits: undefined };
  });

const sweep = fc
  .record({ user: users, isSpot: fc.boolean() })
  .map(({ user, isSpot }): CommandDraft => {
    const category = isSpot ? "spot" : "usdt_futures";
    return { kind: "cancel_orders", user, category, instrument: 0 };
  });

const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: place },
    { weight: 4, arbitrary: change },
    { weight: 1, arbitrary: sweep },
    { weight: 1, arbitrary: fc.constant<CommandDraft>({ kind: "tick" }) },
  ),
  { minLength: 60, maxLength: 120 },
);

/** What a snapshot keeps of an order. */
function kept(order: LiveOrder): Partial<LiveOrder> {
  const { realisedPnl: _pnl, lastFill: _fill, updatedAtMs: _at, seq: _seq, ...rest } = order;
  return rest;
}

function restingIn(book: OrderBook | undefined): number {
  let count = 0;
  for (const isBuySide of [true, false]) {
    book?.walkOrders(isBuySide, () => {
      count += 1;
      return true;
    });
  }
  return count;
}

function viewed(views: LiveViews): unknown {
  return {
    orders: [2, 3].map((user) => Array.from(views.orders.openOf(user), kept)),
    books: [SPOT, FUTURES].map((instrument) => views.books.of(instrument).top(1_000)),
    prices: [SPOT, FUTURES].map((instrument) => {
      const { last, index, mark, openInterest } = views.ticker(instrument) ?? {};
      return { last, index, mark, openInterest };
    }),
  };
}

describe("live views beside the real core", () => {
  test("views fed every event show the same as views taken from the state", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const rig = new Rig();
        const views = new LiveViews(rig.state.instruments);
        for (const step of [...OPENING, ...list]) views.onBatch(rig.run(step));
        const seeded = new LiveViews(rig.state.instruments);
        seedLiveViews(seeded, rig.state);
        expect(viewed(views)).toEqual(viewed(seeded));
        expect(views.orders.openCount).toBe(rig.state.orders.count);
        const byInstrument = rig.state.instruments.map(({ index }) =>
          views.orders.openCountIn(index),
        );
        expect(byInstrument).toEqual(rig.state.books.map(restingIn));
        expect([views.seq, views.timeMs]).toEqual([seeded.seq, seeded.timeMs]);
      }),
      { numRuns: 30 },
    );
  });

  test("views taken from the state and fed the rest show what a whole replay shows", () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const rig = new Rig();
        const whole = new LiveViews(rig.state.instruments);
        for (const step of [...OPENING, ...first]) whole.onBatch(rig.run(step));
        const seeded = new LiveViews(rig.state.instruments);
        seedLiveViews(seeded, rig.state);
        for (const step of second) {
          const words = rig.run(step);
          whole.onBatch(words);
          seeded.onBatch(words);
        }
        expect(viewed(seeded)).toEqual(viewed(whole));
      }),
      { numRuns: 20 },
    );
  });

  test("the random commands of these tests do rest, trade, amend and close", () => {
    const rig = new Rig();
    const views = new LiveViews(rig.state.instruments);
    const seen = new Set<string>();
    views.orders.onOrderChanged((order, change) => seen.add(`${change} ${order.status}`));
    for (const step of OPENING) views.onBatch(rig.run(step));
    for (const list of fc.sample(steps, { seed: 7, numRuns: 10 })) {
      for (const step of list) views.onBatch(rig.run(step));
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "accepted new",
        "amended new",
        "closed cancelled",
        "closed filled",
        "filled filled",
        "filled partially_filled",
      ]),
    );
    expect(views.trades.of(SPOT).length).toBeGreaterThan(0);
    expect(views.ticker(FUTURES)?.openInterest).toBeGreaterThan(0);
  });
});

function leverageOf(user: number, leverage: number): CommandDraft {
  return { kind: "set_leverage", user, instrument: FUTURES, positionSide: "net", leverage };
}

/** The open orders of both users, without what only listeners need. */
function ofBoth(views: LiveViews): Omit<LiveOrder, "lastFill" | "seq">[] {
  return [2, 3].flatMap((user) =>
    Array.from(views.orders.openOf(user), ({ lastFill: _fill, seq: _seq, ...rest }) => rest),
  );
}

describe("live views taken from the state and from history", () => {
  /** Views that saw everything, and views of a restart after it. */
  async function restarted(
    list: readonly CommandDraft[],
    gapMs: number,
  ): Promise<[LiveViews, LiveViews]> {
    const rig = new Rig();
    const whole = new LiveViews(rig.state.instruments);
    await using history = inThreadHistory({
      path: ":memory:",
      quietUsers: [],
      retention: RETENTION_DEFAULT,
      durableSeq: Number.MAX_SAFE_INTEGER,
    });
    for (const [index, step] of [...OPENING, ...list].entries()) {
      const words = rig.run(step, gapMs);
      whole.onBatch(words);
      if (index === OPENING.length - 1) {
        history.listInstruments(
          rig.state.instruments.map((one) => instrumentRow(one, rig.state.currencies)),
        );
      }
      history.post(words);
    }
    const seeded = new LiveViews(rig.state.instruments);
    seedLiveViews(seeded, rig.state);
    const { appliedMs: timeMs, appliedSeq: seq } = history;
    await seeded.loadPast(pastFromHistory(history, rig.state.instruments, { seq, timeMs }));
    const { signal } = new AbortController();
    const pause = () => Promise.reject(new Error("the history is there"));
    await completeOrders({ history, orders: seeded.orders, signal, pause });
    return [whole, seeded];
  }

  test("a restart shows profit, leverage and times of open orders as before", async () => {
    const sampled = fc.sample(steps, { seed: 12, numRuns: 6 }).flatMap((some, index) => {
      return [...some, leverageOf(2, 5 + index), leverageOf(3, 5 + index)];
    });
    const order = (user: number, side: "buy" | "sell", price: number, size: number) =>
      orderDraft({ user, instrument: FUTURES, side, price, size });
    const closing = [
      leverageOf(2, 20),
      ...[order(2, "buy", 1_000, 30), order(3, "sell", 1_000, 30)],
      ...[order(2, "sell", 1_005, 30), order(3, "buy", 1_005, 10)],
      leverageOf(2, 10),
    ];
    for (const list of [sampled, closing]) {
      const [whole, seeded] = await restarted(list, 700);
      expect(ofBoth(seeded)).toEqual(ofBoth(whole));
    }
    const [, seeded] = await restarted(closing, 700);
    const [row] = ofBoth(seeded);
    expect(row).toMatchObject({ filled: 10, leverage: 20 });
    expect(row?.realisedPnl).toBeGreaterThan(0n);
    expect(row?.updatedAtMs).toBeGreaterThan(row?.createdAtMs ?? 0);
  });

  test("a restart shows the same candles, trades and tickers", async () => {
    const sampled = fc.sample(steps, { seed: 11, numRuns: 12 });
    const [whole, seeded] = await restarted(sampled.flat(), 20_000);
    for (const instrument of [SPOT, FUTURES]) {
      const trades = whole.trades.page(instrument, { limit: 1_000 });
      expect(trades.length).toBeGreaterThan(5);
      expect(seeded.trades.page(instrument, { limit: 1_000 })).toEqual(trades);
      expect({ ...seeded.ticker(instrument), seq: 0 }).toEqual({
        ...whole.ticker(instrument),
        seq: 0,
      });
      for (const interval of ["1m", "5m", "1H", "1D", "1Wutc"] as const) {
        const query = { instrument, kind: "last", interval, limit: 1_000 } as const;
        expect(seeded.readCandles(query)).toEqual(whole.readCandles(query));
      }
      for (const kind of ["mark", "index"] as const) {
        const query = { instrument, kind, interval: "1m", limit: 1 } as const;
        expect(seeded.candles.reaches(query, seeded.timeMs)).toBe(false);
      }
    }
  });

  test("of a longer past the last day is taken over, and no partial candle is shown", async () => {
    const order = { instrument: FUTURES, size: 1, clientOrderId: "" };
    const list = Array.from({ length: 2_100 }, (_, index): readonly CommandDraft[] => {
      const price = 1_000 + (index % 7);
      return [
        orderDraft({ ...order, user: 2, side: "sell", price }),
        orderDraft({ ...order, user: 3, side: "buy", price }),
      ];
    });
    const [whole, seeded] = await restarted(list.flat(), MINUTE_MS / 2);
    const query = { instrument: FUTURES, kind: "last", interval: "30m", limit: 1_000 } as const;
    const rows = seeded.readCandles(query);
    expect(rows).toEqual(whole.readCandles(query).slice(-rows.length));
    expect(rows.length).toBe(48);
    expect(seeded.candles.reaches(query, seeded.timeMs)).toBe(false);
    expect(seeded.candles.reaches({ ...query, limit: 48 }, seeded.timeMs)).toBe(true);
  });
});
