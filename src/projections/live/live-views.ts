import { indexIn, ROLES, type Side } from "../../core/base/vocabulary.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { Level } from "./book-side.ts";
import type { Candle } from "./candle-series.ts";
import { type EventHandler, type EventHandlers, handlersByIndex } from "./event-consumers.ts";
import { LiveBooks } from "./live-books.ts";
import { type CandleQuery, LiveCandles, type PastMinutes } from "./live-candles.ts";
import type { LiveOrder } from "./live-order.ts";
import { LiveOrders } from "./live-orders.ts";
import type { LivePlan } from "./live-plan.ts";
import { LivePlans } from "./live-plans.ts";
import { LiveRejections } from "./live-rejections.ts";
import { LiveTickers, type PositionSeed, type PricesSeed, type Ticker } from "./live-tickers.ts";
import type { LiveTrade, TradeListener } from "./live-trade.ts";
import { LiveTrades, tradeFrom } from "./live-trades.ts";

const FILLED = eventLayout("order_filled");
const KEY_CHANGED = eventLayout("key_changed");
const ACCESS_CHANGED = eventLayout("user_access_changed");
const FREEZES_CHANGED = eventLayout("user_freezes_changed");
const KIND_CHANGED = eventLayout("account_kind_changed");
const TAKER = indexIn(ROLES, "taker");

/**
 * Candles and trades of the history store, which a state snapshot does not contain. They reflect
 * all commands up to `seq` and none after: trades up to it are skipped in a replay.
 */
export type LivePast = {
  readonly seq: number;
  /** Time of the command `seq`: candles of mark and index that start until then are left out. */
  readonly timeMs: number;
  /** One for each instrument. */
  loadMarkets(): Promise<readonly PastOfMarket[]>;
};

/** The newest minutes of last price and the newest trades, oldest first. */
export type PastOfMarket = PastMinutes & {
  readonly instrument: number;
  readonly trades: readonly LiveTrade[];
};

/** Receives changes of what keys and users may do, in their order among the other events. */
export type AccessListener = {
  keyChanged(apiKey: string): void;
  accessChanged(user: number): void;
};

/**
 * The views in memory: orders, books, trades, candles and tickers, as functions of the events.
 * Either they start empty and receive every batch, or they start from the history (`loadPast`), the
 * replayed batches after it (`onReplay`) and the records of the state at their end (`seed…`), and
 * receive the batches after that.
 */
export class LiveViews {
  readonly orders = new LiveOrders();
  readonly plans = new LivePlans();
  readonly books = new LiveBooks();
  readonly trades = new LiveTrades();
  readonly candles = new LiveCandles();
  readonly rejections = new LiveRejections();
  readonly tickers: LiveTickers;
  readonly #instruments: readonly Instrument[];
  /** By index of the kind of event. */
  readonly #handlers: readonly (EventHandler | undefined)[];
  readonly #tradeListeners: TradeListener[] = [];
  readonly #accessListeners: AccessListener[] = [];
  /** Trades up to this seq of the instruments below this index were loaded from the history. */
  #pastSeq = 0;
  #pastInstruments = 0;
  readonly #reader = new EventReader();
  #seq = 0;
  #timeMs = 0;

  /** `instruments` is the exchange's own list, which grows when one is listed. */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments;
    this.tickers = new LiveTickers(instruments, this.books, this.candles);
    this.#handlers = handlersByIndex(this.#eventHandlers());
  }

  /** Seq of the last command that the views reflect. */
  get seq(): number {
    return this.#seq;
  }

  /** Time of that command: the current time for readers of the views. */
  get timeMs(): number {
    return this.#timeMs;
  }

  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Adds a listener, called once per trade, before listeners of its orders. */
  onTrade(listener: TradeListener): void {
    this.#tradeListeners.push(listener);
  }

  /** Adds a listener, called before listeners of later orders, also of the same batch. */
  onAccessChanged(listener: AccessListener): void {
    this.#accessListeners.push(listener);
  }

  #accessChanged(user: number): void {
    for (const listener of this.#accessListeners) listener.accessChanged(user);
  }

  /** `undefined` for an unknown instrument. */
  ticker(instrument: number): Ticker | undefined {
    return this.tickers.read(instrument, this.#timeMs);
  }

  /** Ascending rows; none for an unknown instrument. */
  readCandles(query: CandleQuery): Candle[] {
    return this.candles.read(query, this.#timeMs);
  }

  /**
   * Reads trades and prices of a replayed batch, which the state does not contain. The rest is
   * seeded from the state at the end of the replay.
   */
  onReplay(words: Float64Array): void {
    const reader = this.#reader;
    reader.reset(words);
    while (reader.next()) {
      if (reader.kindIndex === EVENT_INDEX.mark_price_changed) this.candles.marked(reader);
      else if (reader.kindIndex === EVENT_INDEX.order_filled) this.#filled(reader);
    }
  }

  /** Applies the events of a durable batch, before any reply to its commands is sent. */
  onBatch(words: Float64Array): void {
    const reader = this.#reader;
    reader.reset(words);
    while (reader.next()) this.#handlers[reader.kindIndex]?.(reader);
    this.orders.endBatch();
    this.#seq = reader.seq === 0 ? this.#seq : reader.seq;
    this.#timeMs = reader.seq === 0 ? this.#timeMs : reader.timeMs;
  }

  #eventHandlers(): EventHandlers<"live"> {
    const { books, candles, orders, plans, rejections, tickers } = this;
    const planChanged: EventHandler = (reader) => plans.changed(reader);
    return {
      key_changed: (reader) => {
        const apiKey = reader.text(KEY_CHANGED.apiKey);
        for (const listener of this.#accessListeners) listener.keyChanged(apiKey);
      },
      user_access_changed: (reader) => this.#accessChanged(reader.number(ACCESS_CHANGED.user)),
      user_freezes_changed: (reader) => this.#accessChanged(reader.number(FREEZES_CHANGED.user)),
      account_kind_changed: (reader) => this.#accessChanged(reader.number(KIND_CHANGED.user)),
      level_changed: (reader) => books.changed(reader),
      order_accepted: (reader) => orders.accepted(reader),
      order_rejected: (reader) => rejections.orderRejected(reader),
      command_rejected: (reader) => rejections.commandRejected(reader),
      order_exits_set: (reader) => orders.exitsSet(reader),
      order_amended: (reader) => orders.amended(reader),
      order_filled: (reader) => {
        this.#filled(reader);
        orders.filled(reader);
      },
      order_closed: (reader) => orders.closed(reader),
      plan_accepted: (reader) => plans.accepted(reader),
      plan_amended: planChanged,
      plan_activated: planChanged,
      plan_fired: planChanged,
      plan_executed: planChanged,
      plan_failed: planChanged,
      plan_cancelled: planChanged,
      position_changed: (reader) => tickers.positionChanged(reader),
      mark_price_changed: (reader) => {
        candles.marked(reader);
        tickers.marked(reader);
      },
    };
  }

  #filled(reader: EventReader): void {
    if (reader.number(FILLED.role) === TAKER) this.#traded(tradeFrom(reader));
  }

  #traded(trade: LiveTrade): void {
    this.tickers.traded(trade);
    if (trade.seq <= this.#pastSeq && trade.instrument < this.#pastInstruments) return;
    this.trades.add(trade);
    this.candles.traded(trade);
    for (const listener of this.#tradeListeners) listener(trade);
  }

  /** Seq and time of the state snapshot that the seeds come from. */
  seedClock(seq: number, timeMs: number): void {
    this.#seq = seq;
    this.#timeMs = timeMs;
  }

  /** Adds an open order, in id order per user; later events change the record in place. */
  seedOrder(order: LiveOrder): void {
    this.orders.seed(order);
  }

  /** Adds a pending plan, in id order per user. */
  seedPlan(plan: LivePlan): void {
    this.plans.seed(plan);
  }

  seedLevel(instrument: number, side: Side, level: Level): void {
    this.books.of(instrument).seed(side, level, this.#seq, this.#timeMs);
  }

  seedPrices(instrument: number, prices: PricesSeed): void {
    this.tickers.seedPrices(instrument, prices);
  }

  seedPosition(position: PositionSeed): void {
    this.tickers.seedPosition(position);
  }

  /**
   * Loads the last day of candles and the recent trades of all instruments; awaited before the
   * first price. An instrument that a later batch lists has no past.
   */
  async loadPast(past: LivePast): Promise<void> {
    this.#pastSeq = past.seq;
    this.#pastInstruments = this.#instruments.length;
    for (const { completeFromMs, instrument, minutes, trades } of await past.loadMarkets()) {
      if (past.seq > 0) this.candles.missesBefore(instrument, past.timeMs + 1, ["mark", "index"]);
      this.candles.loadMinutes(instrument, minutes, completeFromMs);
      for (const trade of trades) this.trades.add(trade);
    }
  }

  /**
   * Announces the last day before the end of a computed past, in ms, of an instrument whose
   * recorded prices all follow it (see `LiveCandles.expectPast`).
   */
  expectPast(instrument: number, endMs: number, load: () => PastMinutes): void {
    this.candles.missesBefore(instrument, endMs + 1, ["mark", "index"]);
    this.candles.expectPast(instrument, load);
  }
}
