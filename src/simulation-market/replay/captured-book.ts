import type { Side } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import { BookSide } from "../../projections/live/book-side.ts";
import type {
  CapturedDepth,
  CapturedLevel,
  CapturedSnapshot,
  CapturedTouch,
} from "./capture-event.ts";
import type { CaptureScale } from "./capture-scale.ts";

export type RoundingCounts = {
  /** Levels below the minimum order size, raised to it. */
  raised: number;
  /** Levels above the maximum order size, reduced to it. */
  cut: number;
  /** Levels rounded down to whole lots. */
  roundedDown: number;
};

/** One captured side: quantities by captured price, summed per tick of the instrument. */
class CapturedSide {
  readonly side: Side;
  /** Sizes to show, in lots. */
  readonly levels: BookSide;
  /** Ticks changed since they were last shown. */
  readonly changed = new Set<number>();
  readonly #scale: CaptureScale;
  readonly #counts: RoundingCounts;
  readonly #quantities = new Map<number, Map<number, number>>();

  constructor(side: Side, scale: CaptureScale, counts: RoundingCounts) {
    this.side = side;
    this.levels = new BookSide(side);
    this.#scale = scale;
    this.#counts = counts;
  }

  set({ priceE8, quantityE8 }: CapturedLevel): void {
    const tick = this.#scale.ticks(this.side, priceE8);
    if (tick <= 0) return;
    const quantities = this.#quantities.get(tick);
    if (quantityE8 > 0) {
      if (quantities === undefined) this.#quantities.set(tick, new Map([[priceE8, quantityE8]]));
      else quantities.set(priceE8, quantityE8);
    } else {
      quantities?.delete(priceE8);
      if (quantities?.size === 0) this.#quantities.delete(tick);
    }
    this.#show(tick);
    // An unchanged quantity counts as a change too: users may have traded against the level since.
    this.changed.add(tick);
  }

  /** Removes the levels that are better than a captured price. */
  dropBetterThan(priceE8: number): void {
    const isBid = this.side === "buy";
    const last = this.#scale.ticks(this.side, priceE8);
    for (;;) {
      const best = this.levels.bestPrice;
      if (best === 0 || (isBid ? best < last : best > last)) return;
      const quantities = this.#quantities.get(best) ?? new Map<number, number>();
      for (const price of quantities.keys())
        if (isBid ? price > priceE8 : price < priceE8) quantities.delete(price);
      if (quantities.size === 0) this.#quantities.delete(best);
      this.#show(best);
      if (best === last) return;
    }
  }

  dropTick(tick: number): void {
    this.#quantities.delete(tick);
    this.#show(tick);
  }

  clear(): void {
    for (const tick of [...this.#quantities.keys()]) this.dropTick(tick);
  }

  #show(tick: number): void {
    const size = lots(this.#sizeOf(tick));
    const price = ticks(tick);
    if (this.levels.sizeOf(price) === size) return;
    this.levels.set(price, size);
    this.changed.add(tick);
  }

  #sizeOf(tick: number): number {
    let sumE8 = 0;
    for (const quantityE8 of this.#quantities.get(tick)?.values() ?? []) sumE8 += quantityE8;
    if (sumE8 === 0) return 0;
    const { lots, remainderE8 } = this.#scale.lots(sumE8);
    if (remainderE8 > 0) this.#counts.roundedDown += 1;
    const smallest = this.#scale.lotsMin(tick);
    const largest = this.#scale.instrument.sizeLotsMax;
    if (lots < smallest) this.#counts.raised += 1;
    if (lots > largest) this.#counts.cut += 1;
    return Math.min(largest, Math.max(smallest, lots));
  }
}

/**
 * The captured book. Touch updates arrive ahead of depth updates; their ids show which is newer.
 */
export class CapturedBook {
  readonly bids: CapturedSide;
  readonly asks: CapturedSide;
  readonly counts: RoundingCounts = { raised: 0, cut: 0, roundedDown: 0 };
  #depthId = 0;
  #gaps = 0;
  #touch: CapturedTouch | undefined;

  constructor(scale: CaptureScale) {
    this.bids = new CapturedSide("buy", scale, this.counts);
    this.asks = new CapturedSide("sell", scale, this.counts);
  }

  /** Number of gaps in the chain of depth updates. */
  get gaps(): number {
    return this.#gaps;
  }

  applySnapshot(snapshot: CapturedSnapshot): void {
    this.bids.clear();
    this.asks.clear();
    for (const level of snapshot.bids) this.bids.set(level);
    for (const level of snapshot.asks) this.asks.set(level);
    this.#depthId = snapshot.lastId;
    this.#enforceTouch();
  }

  applyDepth(depth: CapturedDepth): void {
    if (depth.lastId <= this.#depthId) return;
    const { firstId, previousId } = depth;
    const isFirst = this.#depthId === 0 || firstId <= this.#depthId;
    const follows = previousId > 0 ? previousId === this.#depthId : firstId === this.#depthId + 1;
    if (!isFirst && !follows) this.#gaps += 1;
    this.#depthId = depth.lastId;
    for (const level of depth.bids) this.bids.set(level);
    for (const level of depth.asks) this.asks.set(level);
    const touch = this.#touch;
    if (touch !== undefined && touch.id < depth.lastId) this.#touch = undefined;
    this.#enforceTouch();
  }

  /**
   * Applies a touch update; returns false without any change when an earlier depth update is newer.
   */
  applyTouch(touch: CapturedTouch): boolean {
    if (touch.id < this.#depthId || touch.id < (this.#touch?.id ?? 0)) return false;
    this.#touch = touch;
    this.#enforceTouch();
    return true;
  }

  /** Removes levels at or beyond a newer touch, which an older depth update left behind. */
  #enforceTouch(): void {
    const touch = this.#touch;
    if (touch === undefined) {
      this.#uncross();
      return;
    }
    this.bids.dropBetterThan(touch.bid.priceE8);
    this.asks.dropBetterThan(touch.ask.priceE8);
    this.bids.set(touch.bid);
    this.asks.set(touch.ask);
  }

  /** Removes crossing levels after a gap in the updates; a book never stays crossed. */
  #uncross(): void {
    while (
      this.asks.levels.bestPrice > 0 &&
      this.bids.levels.bestPrice >= this.asks.levels.bestPrice
    ) {
      const { bestPrice } = this.asks.levels;
      this.#gaps += 1;
      this.asks.dropTick(bestPrice);
    }
  }
}
