/** Open orders of peer-to-peer trading, with the indexes by which they are counted. */
import type { P2pOrder } from "./p2p-order.ts";

/** Orders by a number that each of them has. */
class OrderSets {
  readonly #sets = new Map<number, Set<P2pOrder>>();

  add(key: number, order: P2pOrder): void {
    const set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, new Set([order]));
    else set.add(order);
  }

  delete(key: number, order: P2pOrder): void {
    const set = this.#sets.get(key);
    set?.delete(order);
    if (set?.size === 0) this.#sets.delete(key);
  }

  of(key: number): ReadonlySet<P2pOrder> {
    return this.#sets.get(key) ?? NONE;
  }
}

const NONE: ReadonlySet<P2pOrder> = new Set();

/** The party that ordered from the ad of the other. */
function takerOf({ buyer, maker, seller }: P2pOrder): number {
  return maker === buyer ? seller : buyer;
}

/** By id, oldest first. The indexes are derived and not part of the encoded state. */
export class P2pOrders {
  readonly #byId = new Map<number, P2pOrder>();
  readonly #byAd = new OrderSets();
  readonly #byMaker = new OrderSets();
  readonly #byTaker = new OrderSets();

  get size(): number {
    return this.#byId.size;
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  get(id: number): P2pOrder | undefined {
    return this.#byId.get(id);
  }

  values(): IterableIterator<P2pOrder> {
    return this.#byId.values();
  }

  /** Number of orders from an ad. */
  countOfAd(ad: number): number {
    return this.#byAd.of(ad).size;
  }

  /** Number of orders from all ads of a user. */
  countOfMaker(user: number): number {
    return this.#byMaker.of(user).size;
  }

  /** Orders that a user has placed, oldest first. */
  takenBy(user: number): ReadonlySet<P2pOrder> {
    return this.#byTaker.of(user);
  }

  /** Orders to which a user is a party, oldest first. */
  ofUser(user: number): P2pOrder[] {
    const orders = [...this.#byMaker.of(user), ...this.#byTaker.of(user)];
    return orders.sort((one, other) => one.id - other.id);
  }

  add(order: P2pOrder): void {
    this.#byId.set(order.id, order);
    this.#byAd.add(order.ad, order);
    this.#byMaker.add(order.maker, order);
    this.#byTaker.add(takerOf(order), order);
  }

  /** Removes an order; `false` if it is not open. */
  delete(order: P2pOrder): boolean {
    this.#byAd.delete(order.ad, order);
    this.#byMaker.delete(order.maker, order);
    this.#byTaker.delete(takerOf(order), order);
    return this.#byId.delete(order.id);
  }
}
