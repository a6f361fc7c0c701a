import { TRADES_KEPT } from "./surveillance-limits.ts";

/** A trade with both its users; one record is filled anew for each trade. */
export type ObservedTrade = {
  tradeId: number;
  instrument: number;
  price: number;
  size: number;
  timeMs: number;
  isTakerBuy: boolean;
  taker: number;
  maker: number;
  takerOrderId: number;
  makerOrderId: number;
};

export function newObservedTrade(): ObservedTrade {
  return {
    tradeId: 0,
    instrument: 0,
    price: 0,
    size: 0,
    timeMs: 0,
    isTakerBuy: false,
    taker: 0,
    maker: 0,
    takerOrderId: 0,
    makerOrderId: 0,
  };
}

const WORDS = 10;

/** The newest trades of all instruments, as evidence: the oldest is written over. */
export class TradeRing {
  readonly #words = new Float64Array(TRADES_KEPT * WORDS);
  #added = 0;

  add(trade: ObservedTrade): void {
    const words = this.#words;
    const at = (this.#added % TRADES_KEPT) * WORDS;
    words[at] = trade.tradeId;
    words[at + 1] = trade.instrument;
    words[at + 2] = trade.price;
    words[at + 3] = trade.size;
    words[at + 4] = trade.timeMs;
    words[at + 5] = trade.isTakerBuy ? 1 : 0;
    words[at + 6] = trade.taker;
    words[at + 7] = trade.maker;
    words[at + 8] = trade.takerOrderId;
    words[at + 9] = trade.makerOrderId;
    this.#added += 1;
  }

  /** Users of the trades since a time, newest first; `visit` answers whether to go on. */
  walk(sinceMs: number, visit: (taker: number, maker: number, place: number) => boolean): void {
    const words = this.#words;
    const end = Math.max(0, this.#added - TRADES_KEPT);
    for (let number = this.#added - 1; number >= end; number--) {
      const place = (number % TRADES_KEPT) * WORDS;
      if ((words[place + 4] as number) < sinceMs) return;
      if (!visit(words[place + 6] as number, words[place + 7] as number, place)) return;
    }
  }

  /** A copy of the trade at a place that `walk` named. */
  at(place: number): ObservedTrade {
    const word = (offset: number): number => this.#words[place + offset] as number;
    return {
      tradeId: word(0),
      instrument: word(1),
      price: word(2),
      size: word(3),
      timeMs: word(4),
      isTakerBuy: word(5) === 1,
      taker: word(6),
      maker: word(7),
      takerOrderId: word(8),
      makerOrderId: word(9),
    };
  }

  /** The newest trades since a time that are `wanted`, oldest first, at most `limit`. */
  select(
    sinceMs: number,
    limit: number,
    wanted: (taker: number, maker: number, instrument: number) => boolean,
  ): ObservedTrade[] {
    const found: ObservedTrade[] = [];
    this.walk(sinceMs, (taker, maker, place) => {
      if (wanted(taker, maker, this.#words[place + 1] as number)) found.push(this.at(place));
      return found.length < limit;
    });
    return found.reverse();
  }
}
