import { IntMap } from "../../core/money/int-map.ts";
import type { LiveOrder } from "./live-order.ts";

/** Closed orders kept per user, so that a look-up right after a fill needs no history store. */
export const CLOSED_ORDERS_PER_USER_MAX = 1_000;
/** Closed orders kept over all users. */
export const CLOSED_ORDERS_MAX = 100_000;

/** Fewest empty slots of dropped orders that are removed together. */
const SWEPT_SLOTS_MIN = 32;

class UserClosedOrders {
  /** Oldest first; the first `start` slots are empty: their orders were dropped. */
  readonly #orders: (LiveOrder | undefined)[] = [];
  #start = 0;

  get length(): number {
    return this.#orders.length - this.#start;
  }

  push(order: LiveOrder): void {
    this.#orders.push(order);
  }

  dropOldest(): LiveOrder | undefined {
    const order = this.#orders[this.#start];
    if (order === undefined) return undefined;
    this.#orders[this.#start] = undefined;
    this.#start += 1;
    if (this.#start >= SWEPT_SLOTS_MIN && this.#start * 2 >= this.#orders.length) {
      this.#orders.splice(0, this.#start);
      this.#start = 0;
    }
    return order;
  }

  /** Latest closed first. */
  *newest(): Generator<LiveOrder> {
    for (let index = this.#orders.length - 1; index >= this.#start; index--) {
      const order = this.#orders[index];
      if (order !== undefined) yield order;
    }
  }
}

/** The orders closed last: first in, first out, per user and in all. */
export class ClosedOrders {
  readonly #perUserMax: number;
  readonly #max: number;
  /** Index in the ring plus one, by id of each kept order. */
  readonly #positions = new IntMap();
  readonly #users = new Map<number, UserClosedOrders>();
  /** Ring in the order of closing, at most `#max`; an order that is dropped leaves a gap. */
  readonly #ring: (LiveOrder | undefined)[] = [];
  #next = 0;

  constructor(perUserMax = CLOSED_ORDERS_PER_USER_MAX, max = CLOSED_ORDERS_MAX) {
    this.#perUserMax = perUserMax;
    this.#max = max;
  }

  get size(): number {
    return this.#positions.size;
  }

  byId(orderId: number): LiveOrder | undefined {
    return this.#ring[this.#positions.get(orderId) - 1];
  }

  /** Latest closed order of `user` with a client order id; scans the kept orders of the user. */
  byClientOrderId(user: number, clientOrderId: string): LiveOrder | undefined {
    for (const order of this.of(user)) {
      if (order.clientOrderId === clientOrderId) return order;
    }
    return undefined;
  }

  /** Latest closed first. */
  of(user: number): Iterable<LiveOrder> {
    return this.#users.get(user)?.newest() ?? [];
  }

  add(order: LiveOrder): void {
    const index = this.#next;
    const previous = this.#ring[index];
    if (previous !== undefined) this.#drop(previous.user);
    this.#ring[index] = order;
    this.#next = (index + 1) % this.#max;
    this.#positions.set(order.orderId, index + 1);
    let user = this.#users.get(order.user);
    if (user === undefined) {
      user = new UserClosedOrders();
      this.#users.set(order.user, user);
    }
    user.push(order);
    if (user.length > this.#perUserMax) this.#drop(order.user);
  }

  #drop(user: number): void {
    const orders = this.#users.get(user);
    const order = orders?.dropOldest();
    if (order !== undefined) {
      this.#ring[this.#positions.get(order.orderId) - 1] = undefined;
      this.#positions.delete(order.orderId);
    }
    if (orders?.length === 0) this.#users.delete(user);
  }
}
