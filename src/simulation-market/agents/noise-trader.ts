import { lots, ticks } from "../../core/money/units.ts";
import type { Random } from "../../market-model/random.ts";
import type { BookView, InstrumentFacts } from "../market-port.ts";
import type { AgentProfile } from "./agent-profile.ts";
import type { OrderDesk, OwnOrder } from "./order-desk.ts";
import { sizeOfValue } from "./order-size.ts";

type NoiseTraderOptions = {
  readonly user: number;
  readonly instrument: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly desk: OrderDesk;
  readonly book: BookView;
  readonly random: Random;
};

type NoiseOrder = {
  readonly isBuy: boolean;
  readonly endsAtMs: number;
  order: OwnOrder | undefined;
};

const ORDERS_MAX = 24;
const ELAPSED_MS_MAX = 5_000;
/** Orders that arrive at once at most; the rest of a long pause is not made up. */
const ARRIVALS_MAX = 3;
/** Probability that an order joins the best price; the others are placed behind it. */
const JOIN_ODDS = 0.9;
const BEHIND_INNERS = 2;
/** Mean value of an order in best quotes. */
const VALUE_SHARE = 0.08;
/** Lifetime in ms in a busy book; longer where orders are rare. */
const LIFETIME_MEAN_MS = 700;
const LIFETIME_PER_ARRIVAL = 2;
/** Probability that the owner cancels an order in time when the fair price reaches it. */
const ESCAPE_ODDS = 0.7;

/**
 * Places limit orders at the best prices or behind them and cancels them shortly afterwards: the
 * changes at the top of the book between two trades.
 */
export class NoiseTrader {
  readonly #options: NoiseTraderOptions;
  #orders: NoiseOrder[] = [];
  #lastMs = 0;
  #untilNext: number;

  constructor(options: NoiseTraderOptions) {
    this.#options = options;
    this.#untilNext = options.random.exponential(1);
  }

  /** Places the orders that are due; `quoted` is the fair price at which the makers quote. */
  place(quoted: number, nowMs: number): void {
    const elapsedMs = Math.min(ELAPSED_MS_MAX, this.#lastMs === 0 ? 0 : nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    const { profile, random } = this.#options;
    this.#untilNext -= (profile.noisePerMinute / 60_000) * elapsedMs;
    for (let i = 0; i < ARRIVALS_MAX && this.#untilNext <= 0; i++) {
      this.#untilNext += random.exponential(1);
      if (this.#orders.length < ORDERS_MAX) this.#place(quoted, nowMs);
    }
    this.#untilNext = Math.max(0, this.#untilNext);
  }

  /**
   * Cancels orders at the end of their life, and most of those that the fair price reaches. Before
   * the others act: an order that they take in the same beat is not found.
   */
  endOrders(fair: number, nowMs: number): void {
    if (this.#orders.length === 0) return;
    const { desk, random } = this.#options;
    const kept: NoiseOrder[] = [];
    for (const noise of this.#orders) {
      const { endsAtMs, isBuy, order } = noise;
      if (order === undefined) {
        kept.push(noise);
        continue;
      }
      if (!order.isOpen) continue;
      const isReached = isBuy ? order.price > fair : order.price < fair;
      const isEnding = nowMs >= endsAtMs || (isReached && random.chance(ESCAPE_ODDS));
      // While the exchange accepts no commands the order is kept: it would rest for ever.
      if (!isEnding || !desk.cancel(order)) kept.push(noise);
    }
    this.#orders = kept;
  }

  #place(quoted: number, nowMs: number): void {
    const { book, desk, instrument, profile, random, user } = this.#options;
    const isBuy = random.chance(0.5);
    const best = isBuy ? book.bestBid() : book.bestAsk();
    if (best <= 0) return;
    const mean = (BEHIND_INNERS * profile.innerBp * best) / 10_000;
    const behind = random.chance(JOIN_ODDS) ? 0 : Math.floor(random.exponential(mean));
    const price = isBuy ? best - behind : best + behind;
    // The makers are leaving a price that the one which they quote has passed.
    if (price <= 0 || (isBuy ? price > quoted : price < quoted)) return;
    const value = random.exponential(profile.bestQuoteValue * VALUE_SHARE);
    const lifetimeMean =
      LIFETIME_MEAN_MS + (LIFETIME_PER_ARRIVAL * 60_000) / profile.noisePerMinute;
    const noise: NoiseOrder = {
      isBuy,
      endsAtMs: nowMs + random.exponential(lifetimeMean),
      order: undefined,
    };
    const order = {
      user,
      instrument: instrument.index,
      side: isBuy ? "buy" : "sell",
      price: ticks(price),
      size: lots(sizeOfValue(instrument, { value, price })),
      timeInForce: "post_only",
    } as const;
    const isSent = desk.place(order, (placed) => {
      if (placed === undefined) this.#orders = this.#orders.filter((one) => one !== noise);
      noise.order = placed;
    });
    if (isSent) this.#orders.push(noise);
  }
}
