import type { LiveTrade } from "./live-trade.ts";

/** Trades kept per instrument; older ones are in the history store. */
export const RECENT_TRADES_MAX = 1_000;

export type TradePage = {
  /** At most this many rows. */
  readonly limit: number;
  /** Only trades with a lower id. */
  readonly idLessThan?: number | undefined;
};

/** The last trades of one instrument, at most `RECENT_TRADES_MAX`. */
export class RecentTrades {
  readonly #ring: LiveTrade[] = [];
  #oldest = 0;

  get length(): number {
    return this.#ring.length;
  }

  get newest(): LiveTrade | undefined {
    return this.#at(this.#ring.length - 1);
  }

  /** Oldest trade that is kept; older pages are in the history store. */
  get oldest(): LiveTrade | undefined {
    return this.#at(0);
  }

  /** `trade` has a higher id than all before it. */
  add(trade: LiveTrade): void {
    if (this.#ring.length < RECENT_TRADES_MAX) {
      this.#ring.push(trade);
      return;
    }
    this.#ring[this.#oldest] = trade;
    this.#oldest = (this.#oldest + 1) % RECENT_TRADES_MAX;
  }

  /** Newest first. */
  page({ limit, idLessThan = Number.POSITIVE_INFINITY }: TradePage): LiveTrade[] {
    const rows: LiveTrade[] = [];
    for (let index = this.#countBelow(idLessThan) - 1; index >= 0 && rows.length < limit; index--) {
      const trade = this.#at(index);
      if (trade !== undefined) rows.push(trade);
    }
    return rows;
  }

  /** Number of kept trades with an id below `id`, by binary search. */
  #countBelow(id: number): number {
    let low = 0;
    let high = this.#ring.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#at(middle)?.tradeId ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The `index`-th kept trade, counted from the oldest. */
  #at(index: number): LiveTrade | undefined {
    return this.#ring[(this.#oldest + index) % RECENT_TRADES_MAX];
  }
}
