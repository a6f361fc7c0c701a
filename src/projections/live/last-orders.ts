import type { LiveOrder } from "./live-order.ts";

/** Closed orders kept of each user, whatever the others do. */
export const LAST_ORDERS_PER_USER_MAX = 8;
/** Most users with kept orders; those that closed their first one earliest give way. */
export const LAST_ORDERS_USERS_MAX = 100_000;

/**
 * The last closed orders of each user, in which a client that asks for the order that it just
 * placed finds it however busy the others are and however far the history lags.
 */
export class LastOrders {
  readonly #perUserMax: number;
  readonly #usersMax: number;
  /** By user, oldest first. */
  readonly #orders = new Map<number, LiveOrder[]>();

  constructor(perUserMax = LAST_ORDERS_PER_USER_MAX, usersMax = LAST_ORDERS_USERS_MAX) {
    this.#perUserMax = perUserMax;
    this.#usersMax = usersMax;
  }

  add(order: LiveOrder): void {
    const own = this.#orders.get(order.user);
    if (own !== undefined) {
      if (own.length === this.#perUserMax) own.shift();
      own.push(order);
      return;
    }
    if (this.#orders.size === this.#usersMax) {
      for (const user of this.#orders.keys()) {
        this.#orders.delete(user);
        break;
      }
    }
    this.#orders.set(order.user, [order]);
  }

  byId(user: number, orderId: number): LiveOrder | undefined {
    return this.#orders.get(user)?.find((order) => order.orderId === orderId);
  }

  /** The latest with a client order id. */
  byClientOrderId(user: number, clientOrderId: string): LiveOrder | undefined {
    return this.#orders.get(user)?.findLast((order) => order.clientOrderId === clientOrderId);
  }
}
