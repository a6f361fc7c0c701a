import { lots, ticks } from "../../core/money/units.ts";
import type { Side } from "../../core/vocabulary.ts";
import { BookSide } from "../../projections/live/book-side.ts";
import type {
  CapturedDepth,
  CapturedLevel,
  CapturedSnapshot,
  CapturedTouch,
} from "./capture-event.ts";
import type { CaptureScale } from "./capture-scale.ts";

export type RoundingCounts = {
  /** Levels too small for an order of their own, raised to the smallest one. */
  raised: number;
  /** Levels too large for one order, cut to the largest. */
  cut: number;
  /** Levels that lost a part smaller than a lot. */
  roundedDown: number;
};

/** One side as the capture has it: levels by captured price, summed per tick of the instrument. */
class CapturedSide {
  readonly side: Side;
  /** Sizes to be shown, in lots. */
  readonly levels: BookSide;
  /** Ticks changed since the last `take`. */
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
    const at = this.#quantities.get(tick);
    if (quantityE8 > 0) {
      if (at === undefined) this.#quantities.set(tick, new Map([[priceE8, quantityE8]]));
      else at.set(priceE8, quantityE8);
    } else {
      at?.delete(priceE8);
      if (at?.size === 0) this.#quantities.delete(tick);
    }
    this.#show(tick);
    // Also a quantity that is as before is news: users may have taken from the level since.
    this.changed.add(tick);
  }

  /** Drops the levels that are better than a price, by captured price. */
  dropBetterThan(priceE8: number): void {
    const isBid = this.side === "buy";
    const last = this.#scale.ticks(this.side, priceE8);
    for (;;) {
      const best = this.levels.bestPrice;
      if (best === 0 || (isBid ? best < last : best > last)) return;
      const at = this.#quantities.get(best) ?? new Map<number, number>();
      for (const price of at.keys())
        if (isBid ? price > priceE8 : price < priceE8) at.delete(price);
      if (at.size === 0) this.#quantities.delete(best);
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
    const { lots, restE8 } = this.#scale.lots(sumE8);
    if (restE8 > 0) this.#counts.roundedDown += 1;
    const smallest = this.#scale.lotsMin(tick);
    const largest = this.#scale.instrument.sizeLotsMax;
    if (lots < smallest) this.#counts.raised += 1;
    if (lots > largest) this.#counts.cut += 1;
    return Math.min(largest, Math.max(smallest, lots));
  }
}

/** Touch updates run ahead of depth updates; by their ids it is known which is newer. */
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

  /** Breaks in the chain of depth updates. */
  get gaps(): number {
    return this.#gaps;
  }

  applySnapshot(snapshot: CapturedSnapshot): void {
    this.bids.clear();
    this.asks.clear();
    for (const level of snapshot.bids) this.bids.set(level);
    for (const level of snapshot.asks) this.asks.set(level);
    this.#depthId = snapshot.lastId;
    this.#obeyTouch();
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
    this.#obeyTouch();
  }

  /** False when a depth update that came before is newer: then nothing changes. */
  applyTouch(touch: CapturedTouch): boolean {
    if (touch.id < this.#depthId || touch.id < (this.#touch?.id ?? 0)) return false;
    this.#touch = touch;
    this.#obeyTouch();
    return true;
  }

  /** What an older depth update says at or beyond a newer touch is out of date. */
  #obeyTouch(): void {
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

  /** A book never stays crossed, whatever a damaged chain of updates says. */
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
