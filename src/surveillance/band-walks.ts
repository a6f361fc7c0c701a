/** Detector of repeated trades of a group at the edge of the price band. */
import type { Finding } from "./alerts.ts";
import { evictOldest } from "./evict-oldest.ts";
import type { Figures } from "./figures.ts";
import type { ObservedMarket } from "./observed-market.ts";
import { BAND_WALKS_MAX } from "./surveillance-limits.ts";
import type { ObservedTrade } from "./trade-ring.ts";

class BandWalk {
  window: number;
  currentOrders = 0;
  previousOrders = 0;
  valueUsd = 0;
  lastOrderId = 0;
  readonly fromPrice: number;

  constructor(window: number, fromPrice: number) {
    this.window = window;
    this.fromPrice = fromPrice;
  }
}

/**
 * Counts taker orders that trade at or beyond the edge of the price band and move the last price
 * further in their direction. The band is measured from the mark price on futures and the index on
 * spot; without one, from the previous last price.
 */
export class BandWalks {
  readonly #market: ObservedMarket;
  /** Returns the smallest main account of a user's group, which identifies the group. */
  readonly #leaderOf: (user: number) => number;
  readonly #walks = new Map<string, BandWalk>();

  constructor(market: ObservedMarket, leaderOf: (user: number) => number) {
    this.#market = market;
    this.#leaderOf = leaderOf;
  }

  /** Evaluates a trade; must be called before the trade updates the last price. */
  detect(figures: Figures, trade: ObservedTrade): Finding | undefined {
    const { instrument, isTakerBuy, price, taker, takerOrderId } = trade;
    const observed = this.#market.of(instrument);
    if (observed === undefined || observed.last === 0) return undefined;
    const { last } = observed;
    if (isTakerBuy ? price <= last : price >= last) return undefined;
    const { buyLimitRatio, sellLimitRatio } = observed.instrument;
    const reference = observed.reference === 0 ? last : observed.reference;
    const distance = isTakerBuy ? price - reference : reference - price;
    const ratioE6 = isTakerBuy ? buyLimitRatio : sellLimitRatio;
    if (distance * 1e8 < reference * ratioE6 * figures.bandEdgePercent) return undefined;
    if (this.#market.source.isOperatorUser(taker)) return undefined;
    const leader = this.#leaderOf(taker);
    const side = isTakerBuy ? "buy" : "sell";
    const key = `${instrument} ${leader} ${side}`;
    const window = Math.floor(trade.timeMs / figures.windowMs);
    const walk = this.#walkOf(key, window, last);
    walk.valueUsd += this.#market.valueUsd(instrument, price, trade.size);
    if (walk.lastOrderId !== takerOrderId) walk.currentOrders += 1;
    walk.lastOrderId = takerOrderId;
    const orders = walk.currentOrders + walk.previousOrders;
    if (orders < figures.bandOrdersMin) return undefined;
    const movedPercent = (Math.abs(price - walk.fromPrice) * 100) / walk.fromPrice;
    return {
      kind: "band_walking",
      key,
      instrument,
      users: [taker],
      linkedBy: [],
      valueUsd: walk.valueUsd,
      isAdded: false,
      measures: { orders, movedPercent, side },
    };
  }

  #walkOf(key: string, window: number, last: number): BandWalk {
    const known = this.#walks.get(key);
    if (known !== undefined && window - known.window <= 1) {
      if (window !== known.window) {
        known.previousOrders = known.currentOrders;
        known.currentOrders = 0;
        known.window = window;
      }
      return known;
    }
    this.#walks.delete(key);
    evictOldest(this.#walks, BAND_WALKS_MAX);
    const walk = new BandWalk(window, last);
    this.#walks.set(key, walk);
    return walk;
  }
}
