import type { Ticks } from "../../../src/core/money/units.ts";
import type { BookSide } from "../../../src/projections/live/book-side.ts";
import { lotValue } from "../../../src/simulation-market/agents/order-size.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type { MinuteCandle } from "./candle-figures.ts";

/** Distances from the middle price at which depth is recorded, in basis points. */
export const DEPTH_BPS = [1, 2, 5, 10, 20, 30, 50, 75, 100] as const;

/** Depth is recorded once in so many seconds, prices in each. */
const SECONDS_PER_DEPTH = 5;

export type RecordedSides = { readonly bids: BookSide; readonly asks: BookSide };

/**
 * Recording of one instrument: its book once a second, counts of its updates, its taker orders and
 * minutes. The caller reports events and passes the seconds; recorded and generated markets are
 * recorded alike. Nothing counts before the first recorded second.
 */
export class BookRecording {
  readonly instrument: InstrumentFacts;
  /** The first recorded second, since 1970. */
  startSecond = 0;
  /** Best prices in ticks at the end of each recorded second. */
  readonly bids: number[] = [];
  readonly asks: number[] = [];
  /** Dollars within each of `DEPTH_BPS`, the mean of both sides, per recorded moment. */
  readonly depths: number[][] = [];
  /** Sizes of taker orders in dollars. */
  readonly takerOrders: number[] = [];
  /** Minutes with trades; volume in dollars. */
  readonly candles: MinuteCandle[] = [];
  updates = 0;
  touches = 0;
  readonly #sides: RecordedSides;
  readonly #touch = [0, 0, 0, 0];
  #updatedAtMs = -1;
  #orderKey = "";

  constructor(instrument: InstrumentFacts, sides: RecordedSides) {
    this.instrument = instrument;
    this.#sides = sides;
  }

  /** Number of recorded seconds. */
  get seconds(): number {
    return this.bids.length;
  }

  /** Middle prices in ticks. */
  get middles(): number[] {
    return this.bids.map((bid, index) => (bid + (this.asks[index] ?? 0)) / 2);
  }

  /** Dollars per tick of the price. */
  get tickDollars(): number {
    return this.instrument.tickStep / 10 ** this.instrument.priceDecimals;
  }

  /** Records a published change of the book; changes published together count once. */
  updated(atMs: number): void {
    if (this.seconds === 0 || atMs === this.#updatedAtMs) return;
    this.#updatedAtMs = atMs;
    this.updates += 1;
  }

  /** Records the best prices and sizes; unchanged ones do not count. */
  touched(bid: number, bidSize: number, ask: number, askSize: number): void {
    const touch = this.#touch;
    if (touch[0] === bid && touch[1] === bidSize && touch[2] === ask && touch[3] === askSize) {
      return;
    }
    touch[0] = bid;
    touch[1] = bidSize;
    touch[2] = ask;
    touch[3] = askSize;
    if (this.seconds > 0) this.touches += 1;
  }

  /**
   * Records a trade at a price in ticks. Consecutive trades with one `orderKey` are one taker
   * order.
   */
  traded(trade: {
    readonly atMs: number;
    readonly price: number;
    readonly dollars: number;
    readonly orderKey: string;
  }): void {
    if (this.seconds === 0) return;
    const { atMs, price, dollars, orderKey } = trade;
    const last = this.takerOrders.length - 1;
    if (orderKey === this.#orderKey)
      this.takerOrders[last] = (this.takerOrders[last] ?? 0) + dollars;
    else this.takerOrders.push(dollars);
    this.#orderKey = orderKey;
    const startMs = Math.floor(atMs / 60_000) * 60_000;
    const candle = this.candles.at(-1);
    if (candle?.startMs === startMs) {
      const high = Math.max(candle.high, price);
      const low = Math.min(candle.low, price);
      const volume = candle.volume + dollars;
      this.candles[this.candles.length - 1] = { ...candle, high, low, close: price, volume };
    } else {
      const prices = { open: price, high: price, low: price, close: price };
      this.candles.push({ startMs, ...prices, volume: dollars });
    }
  }

  /** Records the book at the end of a second; a book with an empty side is recorded as before. */
  endSecond(second: number): void {
    const bid = this.#sides.bids.bestPrice || (this.bids.at(-1) ?? 0);
    const ask = this.#sides.asks.bestPrice || (this.asks.at(-1) ?? 0);
    if (bid === 0 || ask === 0) return;
    if (this.seconds === 0) this.startSecond = second;
    this.bids.push(bid);
    this.asks.push(ask);
    if (this.seconds % SECONDS_PER_DEPTH === 0) this.depths.push(this.#depth((bid + ask) / 2));
  }

  #depth(middle: number): number[] {
    const sums = DEPTH_BPS.map(() => 0);
    for (const side of [this.#sides.bids, this.#sides.asks]) {
      for (let rank = 0; rank < side.count; rank++) {
        const price = side.priceAt(rank);
        const distanceBp = (Math.abs(price - middle) / middle) * 10_000;
        const first = DEPTH_BPS.findIndex((bp) => distanceBp <= bp);
        if (first === -1) break;
        sums[first] = (sums[first] ?? 0) + this.#dollars(side.sizeAt(rank), price) / 2;
      }
    }
    let total = 0;
    return sums.map((sum) => {
      total += sum;
      return total;
    });
  }

  #dollars(size: number, price: Ticks): number {
    return size * lotValue(this.instrument, price);
  }
}
