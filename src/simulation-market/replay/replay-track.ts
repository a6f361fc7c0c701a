import type { Side } from "../../core/base/vocabulary.ts";
import { ticks } from "../../core/money/units.ts";
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
  /** Trades that arrived after the market had moved through their price; executed at the touch. */
  tradesLate: number;
  /** Touch updates that were compared with the book, and those found equal. */
  touchesCompared: number;
  touchesEqual: number;
  /**
   * Touch updates not compared, because commands were pending or another user's order was at the
   * touch.
   */
  touchesUnderWay: number;
  touchesShared: number;
  /** Touch updates compared although an earlier depth update is newer. */
  touchesOutdated: number;
  /** Number of times the book was crossed; must stay 0. */
  crossed: number;
};

type TrackOptions = {
  readonly scale: CaptureScale;
  readonly orders: ReplayOrders;
  readonly book: BookView;
  /** If false, the book follows depth and trades only, and touches are only compared. */
  readonly followsTouch: boolean;
};

/** Maximum number of depth updates buffered before their snapshot arrives. */
const DEPTHS_BEFORE_SNAPSHOT_MAX = 64;

/** Replays one instrument: turns captured events into orders of the two replay users. */
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
  /** Prices at which trades executed; the next depth update restores them. */
  readonly #executedPrices = { buy: new Set<number>(), sell: new Set<number>() };
  /** Traded quantity too small for an order, in 10^-8; added to the next trade of the same side. */
  readonly #unsentE8 = { buy: 0, sell: 0 };
  #bufferedDepths: CapturedDepth[] | undefined = [];
  #touch: CapturedTouch | undefined;
  /** Touch that pending commands are about to show. */
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

  /** Traded quantity that has not led to an order yet, in 10^-8 of the captured unit. */
  get unsentE8(): { readonly buy: number; readonly sell: number } {
    return this.#unsentE8;
  }

  /** Mid price of the captured touch in dollars × 10^-8; 0 before the first touch. */
  get midE8(): number {
    const touch = this.#touch;
    if (touch === undefined) return 0;
    return this.#options.scale.midE8(touch.bid.priceE8, touch.ask.priceE8);
  }

  /**
   * Checks the book; called when no command is pending any more, so that the book shows everything
   * sent.
   */
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
        for (const depth of this.#bufferedDepths ?? []) this.#captured.applyDepth(depth);
        this.#bufferedDepths = undefined;
        this.#updateOrders();
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
        if (this.#options.followsTouch && this.#bufferedDepths === undefined) {
          if (this.#captured.applyTouch(event)) this.#updateOrders();
          else this.counts.touchesOutdated += 1;
        }
        if (this.#bufferedDepths !== undefined) return;
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
   * Retries a level outside of the price band with the next depth update: the band follows the
   * index, which follows the capture.
   */
  refused(side: Side, price: number, rejection: Failure): void {
    const isOutside = rejection === "price_above_band" || rejection === "price_below_band";
    if (isOutside) this.#executedPrices[side].add(price);
  }

  /**
   * Returns whether a later trade executed against the current touch, which `next` no longer shows.
   */
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
    if (this.#bufferedDepths !== undefined) {
      this.#bufferedDepths.push(depth);
      if (this.#bufferedDepths.length <= DEPTHS_BEFORE_SNAPSHOT_MAX) return;
      // The capture has no snapshot: its book fills as updates name its levels.
      for (const buffered of this.#bufferedDepths) this.#captured.applyDepth(buffered);
      this.#bufferedDepths = undefined;
    } else this.#captured.applyDepth(depth);
    for (const side of ["buy", "sell"] as const) {
      for (const price of this.#executedPrices[side]) this.#sideOf(side).changed.add(price);
      this.#executedPrices[side].clear();
    }
    this.#updateOrders();
  }

  #sideOf(side: Side): CapturedBook["bids"] {
    return side === "buy" ? this.#captured.bids : this.#captured.asks;
  }

  /** Shrinks levels before it grows others, so that orders of the replay never match each other. */
  #updateOrders(): void {
    for (const side of ["buy", "sell"] as const) this.#markBeyondTouch(side);
    for (const isGrowing of [false, true]) {
      for (const side of ["buy", "sell"] as const) this.#updateSide(side, isGrowing);
    }
  }

  /** Marks orders beyond the captured touch, placed for trades inside the spread, for removal. */
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

  #updateSide(side: Side, isGrowing: boolean): void {
    const { orders } = this.#options;
    const captured = this.#sideOf(side);
    const own = orders.sideOf(side);
    for (const price of captured.changed) {
      const target = captured.levels.sizeOf(ticks(price));
      if (!isGrowing && target > own.sizeOf(ticks(price))) continue;
      if (orders.show(side, price, target)) captured.changed.delete(price);
    }
  }

  #trade(trade: CapturedTrade): void {
    if (this.#bufferedDepths !== undefined || trade.priceE8 === 0) return;
    const { scale, orders } = this.#options;
    const { takerSide } = trade;
    const makerSide = takerSide === "buy" ? "sell" : "buy";
    let price = scale.ticks(makerSide, trade.priceE8);
    const { lots, remainderE8 } = scale.lots(trade.quantityE8 + this.#unsentE8[takerSide]);
    if (lots < scale.lotsMin(price)) {
      this.#unsentE8[takerSide] += trade.quantityE8;
      return;
    }
    this.#unsentE8[takerSide] = remainderE8;
    const ownTouch = orders.sideOf(takerSide).bestPrice;
    const isLate = ownTouch > 0 && (takerSide === "buy" ? price <= ownTouch : price >= ownTouch);
    if (isLate) {
      this.counts.tradesLate += 1;
      price = orders.sideOf(makerSide).bestPrice;
      if (price === 0) return;
    } else if (orders.sideOf(makerSide).sizeOf(ticks(price)) < lots) {
      if (orders.show(makerSide, price, lots)) this.#executedPrices[makerSide].add(price);
    }
    const size = Math.min(lots, scale.instrument.sizeLotsMax);
    for (const executedPrice of orders.take(takerSide, price, size))
      this.#executedPrices[makerSide].add(executedPrice);
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
