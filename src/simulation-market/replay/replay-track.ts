import { ticks } from "../../core/money/units.ts";
import type { Side } from "../../core/vocabulary.ts";
import type { BookView, Failure } from "../market-port.ts";
import type { CapturedDepth, CapturedTouch, CapturedTrade, CaptureEvent } from "./capture-event.ts";
import type { CaptureScale } from "./capture-scale.ts";
import { CapturedBook, type RoundingCounts } from "./captured-book.ts";
import type { ReplayOrders } from "./replay-orders.ts";

export type TrackCounts = {
  snapshots: number;
  depths: number;
  trades: number;
  touches: number;
  /** Trades that came after the market had moved through their price; made at the touch. */
  tradesLate: number;
  /** Touch updates at which the book was compared with the capture, and found equal. */
  touchesCompared: number;
  touchesEqual: number;
  /** Not compared: commands were under way, or another user's order was at the touch. */
  touchesUnderWay: number;
  touchesShared: number;
  /** Compared although a depth update that came before them is newer. */
  touchesOutdated: number;
  /** Times the book was seen crossed: has to stay 0. */
  crossed: number;
};

type TrackOptions = {
  readonly scale: CaptureScale;
  readonly orders: ReplayOrders;
  readonly book: BookView;
  /** Without it the book follows depth and trades alone, and touches are only compared with. */
  readonly followsTouch: boolean;
};

/** Depth updates held back while the snapshot they belong to has not come. */
const DEPTHS_BEFORE_SNAPSHOT_MAX = 64;

/** Replays one instrument: captured events in, orders of the replay's two users out. */
export class ReplayTrack {
  readonly counts: TrackCounts = {
    snapshots: 0,
    depths: 0,
    trades: 0,
    touches: 0,
    tradesLate: 0,
    touchesCompared: 0,
    touchesEqual: 0,
    touchesUnderWay: 0,
    touchesShared: 0,
    touchesOutdated: 0,
    crossed: 0,
  };
  readonly #options: TrackOptions;
  readonly #captured: CapturedBook;
  /** Prices at which trades have taken; the next depth update restores them. */
  readonly #taken = { buy: new Set<number>(), sell: new Set<number>() };
  /** Quantity of trades too small for an order, in 10^-8, to go with the next of their side. */
  readonly #owedE8 = { buy: 0, sell: 0 };
  #waiting: CapturedDepth[] | undefined = [];
  #touch: CapturedTouch | undefined;
  /** Shown by commands that are still under way. */
  #unconfirmed: CapturedTouch | undefined;

  constructor(options: TrackOptions) {
    this.#options = options;
    this.#captured = new CapturedBook(options.scale);
  }

  get rounding(): RoundingCounts {
    return this.#captured.counts;
  }

  get gaps(): number {
    return this.#captured.gaps;
  }

  get orders(): ReplayOrders {
    return this.#options.orders;
  }

  /** Traded quantity that made no order yet, in 10^-8 of the captured unit. */
  get owedE8(): { readonly buy: number; readonly sell: number } {
    return this.#owedE8;
  }

  /** Middle of the captured touch in dollars × 10^-8; 0 before the first. */
  get midE8(): number {
    const touch = this.#touch;
    if (touch === undefined) return 0;
    return this.#options.scale.midE8(touch.bid.priceE8, touch.ask.priceE8);
  }

  /** To be called when nothing is under way any more: the book is what was sent. */
  drained(): void {
    const touch = this.#unconfirmed;
    this.#unconfirmed = undefined;
    this.#checkCrossed();
    if (touch !== undefined) this.#compare(touch);
  }

  apply(event: CaptureEvent): void {
    if (this.#unconfirmed !== undefined) this.counts.touchesUnderWay += 1;
    this.#unconfirmed = undefined;
    switch (event.kind) {
      case "snapshot":
        this.counts.snapshots += 1;
        this.#captured.applySnapshot(event);
        for (const depth of this.#waiting ?? []) this.#captured.applyDepth(depth);
        this.#waiting = undefined;
        this.#settle();
        return;
      case "depth":
        this.counts.depths += 1;
        this.#applyDepth(event);
        return;
      case "trade":
        this.counts.trades += 1;
        this.#trade(event);
        return;
      case "touch":
        this.counts.touches += 1;
        this.#touch = event;
        if (this.#options.followsTouch && this.#waiting === undefined) {
          if (this.#captured.applyTouch(event)) this.#settle();
          else this.counts.touchesOutdated += 1;
        }
        if (this.#waiting !== undefined) return;
        if (this.#options.orders.inFlight > 0) this.#unconfirmed = event;
        else this.#compare(event);
        return;
      default:
        throw new Error(
          `every kind of captured event is replayed, got ${String(event satisfies never)}`,
        );
    }
  }

  /**
   * A level outside of the price band is tried again with the next depth update: the index, which
   * the capture feeds, brings the band in time.
   */
  refused(side: Side, price: number, rejection: Failure): void {
    const isOutside = rejection === "price_above_band" || rejection === "price_below_band";
    if (isOutside) this.#taken[side].add(price);
  }

  /** Whether a trade still to come took what the present touch shows and `next` no longer does. */
  precedes(trade: CapturedTrade, next: CapturedTouch): boolean {
    const { scale, orders } = this.#options;
    if (trade.takerSide === "buy") {
      const price = scale.ticks("sell", trade.priceE8);
      const ask = orders.asks.bestPrice;
      const askNext = scale.ticks("sell", next.ask.priceE8);
      return price === ask ? price !== askNext : price > ask && price < askNext;
    }
    const price = scale.ticks("buy", trade.priceE8);
    const bid = orders.bids.bestPrice;
    const bidNext = scale.ticks("buy", next.bid.priceE8);
    return price === bid ? price !== bidNext : price < bid && price > bidNext;
  }

  #applyDepth(depth: CapturedDepth): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(depth);
      if (this.#waiting.length <= DEPTHS_BEFORE_SNAPSHOT_MAX) return;
      // A capture without a snapshot: its book fills as its levels are named.
      for (const held of this.#waiting) this.#captured.applyDepth(held);
      this.#waiting = undefined;
    } else this.#captured.applyDepth(depth);
    for (const side of ["buy", "sell"] as const) {
      for (const price of this.#taken[side]) this.#sideOf(side).changed.add(price);
      this.#taken[side].clear();
    }
    this.#settle();
  }

  #sideOf(side: Side): CapturedBook["bids"] {
    return side === "buy" ? this.#captured.bids : this.#captured.asks;
  }

  /** First all that shrinks, then all that grows: no order of ours ever meets another of ours. */
  #settle(): void {
    for (const side of ["buy", "sell"] as const) this.#markBeyondTouch(side);
    for (const isGrowing of [false, true]) {
      for (const side of ["buy", "sell"] as const) this.#settleSide(side, isGrowing);
    }
  }

  /** Orders made for a trade inside the spread go when the book is told anew. */
  #markBeyondTouch(side: Side): void {
    const own = this.#options.orders.sideOf(side);
    const { changed, levels } = this.#sideOf(side);
    const best = levels.bestPrice;
    for (let rank = 0; rank < own.count; rank++) {
      const price = own.priceAt(rank);
      if (best > 0 && (side === "buy" ? price <= best : price >= best)) return;
      changed.add(price);
    }
  }

  #checkCrossed(): void {
    const { book } = this.#options;
    const ask = book.bestAsk();
    if (ask > 0 && book.bestBid() >= ask) this.counts.crossed += 1;
  }

  #settleSide(side: Side, isGrowing: boolean): void {
    const { orders } = this.#options;
    const captured = this.#sideOf(side);
    const own = orders.sideOf(side);
    for (const price of captured.changed) {
      const wanted = captured.levels.sizeOf(ticks(price));
      if (!isGrowing && wanted > own.sizeOf(ticks(price))) continue;
      if (orders.show(side, price, wanted)) captured.changed.delete(price);
    }
  }

  #trade(trade: CapturedTrade): void {
    if (this.#waiting !== undefined || trade.priceE8 === 0) return;
    const { scale, orders } = this.#options;
    const { takerSide } = trade;
    const makerSide = takerSide === "buy" ? "sell" : "buy";
    let price = scale.ticks(makerSide, trade.priceE8);
    const { lots, restE8 } = scale.lots(trade.quantityE8 + this.#owedE8[takerSide]);
    if (lots < scale.lotsMin(price)) {
      this.#owedE8[takerSide] += trade.quantityE8;
      return;
    }
    this.#owedE8[takerSide] = restE8;
    const behind = orders.sideOf(takerSide).bestPrice;
    const isLate = behind > 0 && (takerSide === "buy" ? price <= behind : price >= behind);
    if (isLate) {
      this.counts.tradesLate += 1;
      price = orders.sideOf(makerSide).bestPrice;
      if (price === 0) return;
    } else if (orders.sideOf(makerSide).sizeOf(ticks(price)) < lots) {
      if (orders.show(makerSide, price, lots)) this.#taken[makerSide].add(price);
    }
    const size = Math.min(lots, scale.instrument.sizeLotsMax);
    for (const taken of orders.take(takerSide, price, size)) this.#taken[makerSide].add(taken);
  }

  #compare(touch: CapturedTouch): void {
    const { orders, book, scale } = this.#options;
    const bid = book.bestBid();
    const ask = book.bestAsk();
    if (bid !== orders.bids.bestPrice || ask !== orders.asks.bestPrice) {
      this.counts.touchesShared += 1;
      return;
    }
    this.counts.touchesCompared += 1;
    const isEqual =
      bid === scale.ticks("buy", touch.bid.priceE8) &&
      ask === scale.ticks("sell", touch.ask.priceE8);
    if (isEqual) this.counts.touchesEqual += 1;
  }
}
