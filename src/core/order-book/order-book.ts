/**
 * The resting orders of one instrument: price levels in order, each a queue, oldest first. It knows
 * orders by slot, prices and sizes; it knows no users and no money.
 */
import { assert } from "../assert.ts";
import { Float64Column, Int32Column, SlotPool } from "../money/columns.ts";
import { type Lots, TICKS_MAX, type Ticks } from "../money/units.ts";
import type { OrderTable } from "./order-table.ts";
import { PriceIndex } from "./price-index.ts";

export class OrderBook {
  readonly #orders: OrderTable;
  readonly #bids = new PriceIndex();
  readonly #asks = new PriceIndex();
  readonly #slots = new SlotPool();
  readonly #price = new Int32Column<Ticks>();
  readonly #total = new Float64Column<Lots>();
  readonly #head = new Int32Column();
  readonly #tail = new Int32Column();

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  /** Best price of a side, or 0 when it is empty. */
  bestPrice(isBuySide: boolean): Ticks {
    const level = (isBuySide ? this.#bids : this.#asks).best();
    return level === 0 ? (0 as Ticks) : this.#price.get(level);
  }

  /** The oldest order at the best price of a side, or 0. */
  bestOrder(isBuySide: boolean): number {
    const level = (isBuySide ? this.#bids : this.#asks).best();
    return level === 0 ? 0 : this.#head.get(level);
  }

  /** Whole resting size at a price of a side. */
  sizeAt(isBuySide: boolean, price: Ticks): Lots {
    const level = isBuySide ? this.#bids.find(price) : this.#asks.find(TICKS_MAX - price);
    return level === 0 ? (0 as Lots) : this.#total.get(level);
  }

  levelCount(isBuySide: boolean): number {
    return (isBuySide ? this.#bids : this.#asks).count;
  }

  /** Puts an order at the end of its price's queue; answers the level's whole size. */
  add(slot: number): Lots {
    const orders = this.#orders;
    const isBuy = orders.isBuy(slot);
    const price = orders.price(slot);
    const side = isBuy ? this.#bids : this.#asks;
    const rank = isBuy ? price : TICKS_MAX - price;
    let level = side.find(rank);
    if (level === 0) {
      level = this.#slots.take();
      this.#price.set(level, price);
      this.#total.set(level, 0 as Lots);
      this.#head.set(level, 0);
      this.#tail.set(level, 0);
      side.insert(rank, level);
    }
    const tail = this.#tail.get(level);
    orders.setLevel(slot, level);
    orders.setPrevious(slot, tail);
    orders.setNext(slot, 0);
    if (tail === 0) this.#head.set(level, slot);
    else orders.setNext(tail, slot);
    this.#tail.set(level, slot);
    const total = (this.#total.get(level) + orders.remaining(slot)) as Lots;
    this.#total.set(level, total);
    return total;
  }

  /** Takes a resting order out; answers the level's whole size, 0 when the level is gone. */
  remove(slot: number): Lots {
    const orders = this.#orders;
    const level = orders.level(slot);
    assert(level !== 0, "an order taken out of the book rests in it");
    const previous = orders.previous(slot);
    const next = orders.next(slot);
    if (previous === 0) this.#head.set(level, next);
    else orders.setNext(previous, next);
    if (next === 0) this.#tail.set(level, previous);
    else orders.setPrevious(next, previous);
    orders.setLevel(slot, 0);
    const total = (this.#total.get(level) - orders.remaining(slot)) as Lots;
    this.#total.set(level, total);
    if (previous === 0 && next === 0) {
      assert(total === 0, "an empty level has no size");
      const price = this.#price.get(level);
      if (orders.isBuy(slot)) this.#bids.remove(price);
      else this.#asks.remove(TICKS_MAX - price);
      this.#slots.give(level);
    }
    return total;
  }

  /** Lowers a resting order's remaining size, place kept; answers the level's whole size. */
  reduce(slot: number, by: Lots): Lots {
    const orders = this.#orders;
    const level = orders.level(slot);
    assert(level !== 0, "a reduced order rests in the book");
    orders.setRemaining(slot, (orders.remaining(slot) - by) as Lots);
    const total = (this.#total.get(level) - by) as Lots;
    this.#total.set(level, total);
    return total;
  }

  /** Levels of a side from best to worst, until `visit` answers false. */
  walkLevels(isBuySide: boolean, visit: (price: Ticks, total: Lots) => boolean): void {
    (isBuySide ? this.#bids : this.#asks).walk((level) =>
      visit(this.#price.get(level), this.#total.get(level)),
    );
  }

  /** Resting orders of a side in matching order, until `visit` answers false. */
  walkOrders(isBuySide: boolean, visit: (slot: number) => boolean): void {
    (isBuySide ? this.#bids : this.#asks).walk((level) => {
      for (let slot = this.#head.get(level); slot !== 0; slot = this.#orders.next(slot)) {
        if (!visit(slot)) return false;
      }
      return true;
    });
  }
}
