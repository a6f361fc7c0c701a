import { TRADES_KEPT } from "./surveillance-limits.ts";

/** Trade with both users; one record is reused for all trades. */
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

const WORDS_PER_TRADE = 10;

/** Ring buffer of the newest trades of all instruments, kept as evidence. */
export class TradeRing {
  readonly #words = new Float64Array(TRADES_KEPT * WORDS_PER_TRADE);
  #added = 0;

  add(trade: ObservedTrade): void {
    const words = this.#words;
    const offset = (this.#added % TRADES_KEPT) * WORDS_PER_TRADE;
    words[offset] = trade.tradeId;
    words[offset + 1] = trade.instrument;
    words[offset + 2] = trade.price;
    words[offset + 3] = trade.size;
    words[offset + 4] = trade.timeMs;
    words[offset + 5] = trade.isTakerBuy ? 1 : 0;
    words[offset + 6] = trade.taker;
    words[offset + 7] = trade.maker;
    words[offset + 8] = trade.takerOrderId;
    words[offset + 9] = trade.makerOrderId;
    this.#added += 1;
  }

  /** Visits the users of the trades since a time, newest first, until `visit` returns false. */
  walk(sinceMs: number, visit: (taker: number, maker: number, offset: number) => boolean): void {
    const words = this.#words;
    const end = Math.max(0, this.#added - TRADES_KEPT);
    for (let tradeNumber = this.#added - 1; tradeNumber >= end; tradeNumber--) {
      const offset = (tradeNumber % TRADES_KEPT) * WORDS_PER_TRADE;
      if ((words[offset + 4] as number) < sinceMs) return;
      if (!visit(words[offset + 6] as number, words[offset + 7] as number, offset)) return;
    }
  }

  /** Returns a copy of the trade at an offset that `walk` passed. */
  at(offset: number): ObservedTrade {
    const word = (field: number): number => this.#words[offset + field] as number;
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

  /**
   * Returns the newest trades since a time that `accepts` selects, oldest first, at most `limit`.
   */
  select(
    sinceMs: number,
    limit: number,
    accepts: (taker: number, maker: number, instrument: number) => boolean,
  ): ObservedTrade[] {
    const found: ObservedTrade[] = [];
    this.walk(sinceMs, (taker, maker, offset) => {
      if (accepts(taker, maker, this.#words[offset + 1] as number)) found.push(this.at(offset));
      return found.length < limit;
    });
    return found.reverse();
  }
}
