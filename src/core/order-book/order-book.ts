/**
 * The resting orders of one instrument: price levels in order, each a queue with the oldest order
 * first. The book knows orders by slot, price and size; it knows no users and no money.
 */
import { assert } from "../base/assert.ts";
import { type Lots, NO_PRICE, TICKS_MAX, type Ticks, ZERO_LOTS } from "../money/units.ts";
import { LevelTable } from "./level-table.ts";
import type { OrderTable } from "./order-table.ts";
import { PriceIndex } from "./price-index.ts";

/** Returns the rank of a price within its side; the better the price, the higher the rank. */
function rankOf(isBuySide: boolean, price: Ticks): number {
  return isBuySide ? price : TICKS_MAX - price;
}

export class OrderBook {
  readonly #orders: OrderTable;
  readonly #levels = new LevelTable();
  readonly #bids = new PriceIndex();
  readonly #asks = new PriceIndex();

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  /** Returns the best price of a side, or 0 when the side is empty. */
  bestPrice(isBuySide: boolean): Ticks {
    const level = (isBuySide ? this.#bids : this.#asks).best;
    return level === 0 ? NO_PRICE : this.#levels.price(level);
  }

  /** Returns the oldest order at the best price of a side, or 0. */
  bestOrder(isBuySide: boolean): number {
    const level = (isBuySide ? this.#bids : this.#asks).best;
    return level === 0 ? 0 : this.#levels.head(level);
  }

  /** Returns the size resting at a price of a side, in lots. */
  sizeAt(isBuySide: boolean, price: Ticks): Lots {
    const level = (isBuySide ? this.#bids : this.#asks).find(rankOf(isBuySide, price));
    return level === 0 ? ZERO_LOTS : this.#levels.total(level);
  }

  /** Returns the youngest order at a price of a side, or 0. */
  youngestAt(isBuySide: boolean, price: Ticks): number {
    return this.#levels.tail((isBuySide ? this.#bids : this.#asks).find(rankOf(isBuySide, price)));
  }

  /** Reads the level of a resting order, for `LookAhead`; the number returned means nothing. */
  readAhead(slot: number): number {
    return this.#levels.tail(this.#orders.level(slot));
  }

  /** Number of price levels of a side. */
  levelCount(isBuySide: boolean): number {
    return (isBuySide ? this.#bids : this.#asks).count;
  }

  /** Appends an order to the queue of its price and returns the level's new total. */
  add(slot: number): Lots {
    const orders = this.#orders;
    const levels = this.#levels;
    const isBuy = orders.isBuy(slot);
    const price = orders.price(slot);
    const remaining = orders.remaining(slot);
    assert(orders.level(slot) === 0, "an order rests in one level at most");
    assert(remaining > 0, "a resting order has a remaining size");
    const side = isBuy ? this.#bids : this.#asks;
    const cell = side.cellOf(rankOf(isBuy, price));
    let level = side.levelAt(cell);
    if (level === 0) {
      level = levels.take(price, cell);
      side.put(cell, level);
    }
    assert(levels.price(level) === price, "the orders of a level have its price");
    const tail = levels.tail(level);
    orders.setLevel(slot, level);
    orders.setPrevious(slot, tail);
    orders.setNext(slot, 0);
    if (tail === 0) levels.setHead(level, slot);
    else orders.setNext(tail, slot);
    levels.setTail(level, slot);
    const total = (levels.total(level) + remaining) as Lots;
    levels.setTotal(level, total);
    return total;
  }

  /** Removes a resting order and returns the level's new total, 0 when the level is gone. */
  remove(slot: number): Lots {
    const orders = this.#orders;
    const levels = this.#levels;
    const level = orders.level(slot);
    assert(level !== 0, "an order taken out of the book rests in it");
    const previous = orders.previous(slot);
    const next = orders.next(slot);
    orders.setLevel(slot, 0);
    const total = (levels.total(level) - orders.remaining(slot)) as Lots;
    if (previous === 0 && next === 0) {
      assert(total === 0, "an empty level has no size");
      (orders.isBuy(slot) ? this.#bids : this.#asks).clear(levels.cell(level));
      levels.give(level);
      return total;
    }
    assert(total > 0, "a level with orders has a size");
    if (previous === 0) levels.setHead(level, next);
    else orders.setNext(previous, next);
    if (next === 0) levels.setTail(level, previous);
    else orders.setPrevious(next, previous);
    levels.setTotal(level, total);
    return total;
  }

  /**
   * Lowers the remaining size of a resting order, which keeps its place in the queue. Returns the
   * level's new total.
   */
  reduce(slot: number, by: Lots): Lots {
    const orders = this.#orders;
    const level = orders.level(slot);
    assert(level !== 0, "a reduced order rests in the book");
    assert(by > 0, "a reduction is positive");
    const remaining = (orders.remaining(slot) - by) as Lots;
    orders.setRemaining(slot, remaining);
    const total = (this.#levels.total(level) - by) as Lots;
    assert(total >= remaining, "the total of a level covers each of its orders");
    this.#levels.setTotal(level, total);
    return total;
  }

  /** Returns the level with the best price of a side, or 0 when the side is empty. */
  bestLevel(isBuySide: boolean): number {
    return (isBuySide ? this.#bids : this.#asks).best;
  }

  /** Returns the level with the next worse price of a side after a level, or 0. */
  levelAfter(isBuySide: boolean, level: number): number {
    return (isBuySide ? this.#bids : this.#asks).levelAfter(this.#levels.cell(level));
  }

  priceOf(level: number): Ticks {
    return this.#levels.price(level);
  }

  /** Returns the remaining size of all orders of a level, in lots. */
  totalOf(level: number): Lots {
    return this.#levels.total(level);
  }

  /** Visits the resting orders of a side in matching order, until `visit` returns false. */
  walkOrders(isBuySide: boolean, visit: (slot: number) => boolean): void {
    const [levels, orders] = [this.#levels, this.#orders];
    for (let at = this.bestLevel(isBuySide); at !== 0; at = this.levelAfter(isBuySide, at)) {
      for (let slot = levels.head(at); slot !== 0; slot = orders.next(slot)) {
        if (!visit(slot)) return;
      }
    }
  }
}
