/**
 * The books of the order-mix generator: price-time priority over a bounded range of prices, plain
 * and independent of the core. It tells the generator which orders are open, and the core's result
 * is compared with it at the end.
 */

/** Prices lie from 1 to this less 1. */
export const PRICES = 65_536;

/** Orders of all books in columns, by their number in the stream. */
export class ReferenceOrders {
  readonly price: Int32Array;
  /** What is left, and what was ordered including what is filled. */
  readonly remaining: Int32Array;
  readonly size: Int32Array;
  readonly user: Int32Array;
  readonly symbol: Uint16Array;
  readonly isBuy: Uint8Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly #place: Int32Array;
  readonly #open: Int32Array;
  #openCount = 0;
  count = 0;

  constructor(capacity: number) {
    const column = (): Int32Array => new Int32Array(capacity);
    this.price = column();
    this.remaining = column();
    this.size = column();
    this.user = column();
    this.symbol = new Uint16Array(capacity);
    this.isBuy = new Uint8Array(capacity);
    this.next = column();
    this.previous = column();
    this.#place = column();
    this.#open = column();
  }

  get openCount(): number {
    return this.#openCount;
  }

  /** The open order at a place from 0 to `openCount` - 1, in no particular order. */
  openAt(place: number): number {
    return this.#open[place] as number;
  }

  addOpen(order: number): void {
    this.#place[order] = this.#openCount;
    this.#open[this.#openCount++] = order;
  }

  removeOpen(order: number): void {
    const last = this.#open[--this.#openCount] as number;
    const place = this.#place[order] as number;
    this.#open[place] = last;
    this.#place[last] = place;
  }
}

const NONE = -1;

export class ReferenceBook {
  readonly #orders: ReferenceOrders;
  readonly #head = new Int32Array(PRICES).fill(NONE);
  readonly #tail = new Int32Array(PRICES).fill(NONE);
  /** Best bid or 0; best ask or `PRICES`. */
  bid = 0;
  ask = PRICES;
  bids = 0;
  asks = 0;
  levels = 0;
  last: number;
  trades = 0;

  constructor(orders: ReferenceOrders, centre: number) {
    this.#orders = orders;
    this.last = centre;
  }

  crosses(isBuy: boolean, price: number): boolean {
    return isBuy ? price >= this.ask : price <= this.bid;
  }

  /** Matches an order that does not rest; answers the number of trades. */
  match(order: number): number {
    const { isBuy, price, remaining } = this.#orders;
    const isBuyOrder = isBuy[order] === 1;
    const limit = price[order] as number;
    let trades = 0;
    while ((remaining[order] as number) > 0 && this.crosses(isBuyOrder, limit)) {
      const at = isBuyOrder ? this.ask : this.bid;
      const maker = this.#head[at] as number;
      const size = Math.min(remaining[order] as number, remaining[maker] as number);
      remaining[order] = (remaining[order] as number) - size;
      remaining[maker] = (remaining[maker] as number) - size;
      this.last = at;
      trades += 1;
      if (remaining[maker] === 0) this.remove(maker);
    }
    this.trades += trades;
    return trades;
  }

  /** Puts an order that does not cross at the end of its price's queue. */
  rest(order: number): void {
    const { isBuy, next, previous, price } = this.#orders;
    const at = price[order] as number;
    const tail = this.#tail[at] as number;
    next[order] = NONE;
    previous[order] = tail;
    if (tail === NONE) {
      this.#head[at] = order;
      this.levels += 1;
    } else next[tail] = order;
    this.#tail[at] = order;
    if (isBuy[order] === 1) {
      this.bids += 1;
      if (at > this.bid) this.bid = at;
    } else {
      this.asks += 1;
      if (at < this.ask) this.ask = at;
    }
    this.#orders.addOpen(order);
  }

  remove(order: number): void {
    const { isBuy, next, previous, price } = this.#orders;
    const at = price[order] as number;
    const before = previous[order] as number;
    const after = next[order] as number;
    if (before === NONE) this.#head[at] = after;
    else next[before] = after;
    if (after === NONE) this.#tail[at] = before;
    else previous[after] = before;
    this.#orders.removeOpen(order);
    if (isBuy[order] === 1) this.bids -= 1;
    else this.asks -= 1;
    if (before !== NONE || after !== NONE) return;
    this.levels -= 1;
    if (at === this.bid) this.#lowerBid();
    else if (at === this.ask) this.#raiseAsk();
  }

  #lowerBid(): void {
    if (this.bids === 0) {
      this.bid = 0;
      return;
    }
    while (this.#head[this.bid] === NONE) this.bid -= 1;
  }

  #raiseAsk(): void {
    if (this.asks === 0) {
      this.ask = PRICES;
      return;
    }
    while (this.#head[this.ask] === NONE) this.ask += 1;
  }

  /** Resting orders of a side in matching order. */
  walk(isBuySide: boolean, visit: (order: number) => void): void {
    const { next } = this.#orders;
    let left = isBuySide ? this.bids : this.asks;
    for (let at = isBuySide ? this.bid : this.ask; left > 0; at += isBuySide ? -1 : 1) {
      for (let order = this.#head[at] as number; order !== NONE; order = next[order] as number) {
        visit(order);
        left -= 1;
      }
    }
  }
}
