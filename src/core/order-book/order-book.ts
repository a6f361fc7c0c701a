/**
 * The resting orders of one instrument: price levels in order, each a queue, oldest first. It knows
 * orders by slot, prices and sizes; it knows no users and no money.
 */
import { assert } from "../base/assert.ts";
import { type Lots, lots, NO_PRICE, TICKS_MAX, type Ticks, ZERO_LOTS } from "../money/units.ts";
import { LevelTable } from "./level-table.ts";
import type { OrderTable } from "./order-table.ts";
import { PriceIndex } from "./price-index.ts";

/** The better a price of a side, the higher its rank. */
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

  /** Best price of a side, or 0 when it is empty. */
  bestPrice(isBuySide: boolean): Ticks {
    const level = (isBuySide ? this.#bids : this.#asks).best;
    return level === 0 ? NO_PRICE : this.#levels.price(level);
  }

  /** The oldest order at the best price of a side, or 0. */
  bestOrder(isBuySide: boolean): number {
    const level = (isBuySide ? this.#bids : this.#asks).best;
    return level === 0 ? 0 : this.#levels.head(level);
  }

  /** Whole resting size at a price of a side. */
  sizeAt(isBuySide: boolean, price: Ticks): Lots {
    const level = (isBuySide ? this.#bids : this.#asks).find(rankOf(isBuySide, price));
    return level === 0 ? ZERO_LOTS : this.#levels.total(level);
  }

  levelCount(isBuySide: boolean): number {
    return (isBuySide ? this.#bids : this.#asks).count;
  }

  /** Puts an order at the end of its price's queue; answers the level's whole size. */
  add(slot: number): Lots {
    const orders = this.#orders;
    const levels = this.#levels;
    const isBuy = orders.isBuy(slot);
    const price = orders.price(slot);
    const side = isBuy ? this.#bids : this.#asks;
    const place = side.placeOf(rankOf(isBuy, price));
    let level = side.levelAt(place);
    if (level === 0) {
      level = levels.take(price, place);
      side.put(place, level);
    }
    const tail = levels.tail(level);
    orders.setLevel(slot, level);
    orders.setPrevious(slot, tail);
    orders.setNext(slot, 0);
    if (tail === 0) levels.setHead(level, slot);
    else orders.setNext(tail, slot);
    levels.setTail(level, slot);
    const total = lots(levels.total(level) + orders.remaining(slot));
    levels.setTotal(level, total);
    return total;
  }

  /** Takes a resting order out; answers the level's whole size, 0 when the level is gone. */
  remove(slot: number): Lots {
    const orders = this.#orders;
    const levels = this.#levels;
    const level = orders.level(slot);
    assert(level !== 0, "an order taken out of the book rests in it");
    const previous = orders.previous(slot);
    const next = orders.next(slot);
    orders.setLevel(slot, 0);
    const total = lots(levels.total(level) - orders.remaining(slot));
    if (previous === 0 && next === 0) {
      assert(total === 0, "an empty level has no size");
      (orders.isBuy(slot) ? this.#bids : this.#asks).clear(levels.place(level));
      levels.give(level);
      return total;
    }
    if (previous === 0) levels.setHead(level, next);
    else orders.setNext(previous, next);
    if (next === 0) levels.setTail(level, previous);
    else orders.setPrevious(next, previous);
    levels.setTotal(level, total);
    return total;
  }

  /** Lowers a resting order's remaining size, place kept; answers the level's whole size. */
  reduce(slot: number, by: Lots): Lots {
    const orders = this.#orders;
    const level = orders.level(slot);
    assert(level !== 0, "a reduced order rests in the book");
    orders.setRemaining(slot, lots(orders.remaining(slot) - by));
    const total = lots(this.#levels.total(level) - by);
    this.#levels.setTotal(level, total);
    return total;
  }

  /** Levels of a side from best to worst, until `visit` answers false. */
  walkLevels(isBuySide: boolean, visit: (price: Ticks, total: Lots) => boolean): void {
    const levels = this.#levels;
    (isBuySide ? this.#bids : this.#asks).walk((level) =>
      visit(levels.price(level), levels.total(level)),
    );
  }

  /** Resting orders of a side in matching order, until `visit` answers false. */
  walkOrders(isBuySide: boolean, visit: (slot: number) => boolean): void {
    (isBuySide ? this.#bids : this.#asks).walk((level) => {
      for (let slot = this.#levels.head(level); slot !== 0; slot = this.#orders.next(slot)) {
        if (!visit(slot)) return false;
      }
      return true;
    });
  }
}
