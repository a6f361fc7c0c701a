import { lots, ticks } from "../../core/money/units.ts";
import type { Random } from "../../market-model/random.ts";
import type { InstrumentFacts } from "../market-port.ts";
import { type AgentProfile, DEPTH_POWER } from "./agent-profile.ts";
import type { OrderDesk, OwnOrder } from "./order-desk.ts";
import { lotValue, sizeOfValue } from "./order-size.ts";

/** Commands that the agents may still send in the present beat for work that can wait. */
export type BeatBudget = { commands: number };

/** A resting quote of one user, or the place of one. */
type Level = {
  readonly user: number;
  order: OwnOrder | undefined;
  /** Whether a command is on its way. */
  isPending: boolean;
  /** Size in lots when the quote was last placed or renewed. */
  intended: number;
  /** Distance from the fair price in basis points, as computed by the last `requote`. */
  distance: number;
};

/** Where a level stands, and the part of the book for which it stands, in basis points. */
type Gap = { readonly distance: number; readonly width: number };

/** The fair price in fractional ticks, and the price of the best quote. */
export type BestQuote = { readonly fair: number; readonly price: number };

type QuotedSideOptions = {
  readonly isBuy: boolean;
  readonly instrument: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly desk: OrderDesk;
  readonly random: Random;
  /** The user with the best quote; its levels alternate with those of the second user. */
  readonly users: readonly [best: number, second: number];
  /** Called when an order is refused. */
  readonly onRefused: () => void;
};

/** A quote is renewed when less than this share of its size remains. */
const REFILL_AT_SHARE = 0.4;
/** The best quote changes its size with this probability when it moves. */
const RESIZE_ODDS = 0.35;
const SIZE_DEVIATION = 0.4;
/** A level is amended when its size is outside this range of the size of its distance. */
const SIZE_RATIO_MIN = 0.3;
const SIZE_RATIO_MAX = 3;
/** A level is moved away when it is nearer than this share of the first distance. */
const CROSSED_SHARE = 0.4;
/** A level is moved to the first distance when the first one is farther than this multiple. */
const GAP_FACTOR = 3;
/** The last level is brought back when it is farther than this multiple of the last distance. */
const FAR_FACTOR = 1.5;
/** Placements of one call. */
const PLACEMENTS_MAX = 4;
/** One size is adjusted in so many calls. */
const CALLS_PER_ADJUSTMENT = 6;

/**
 * The quotes of the makers on one side of one book. The best quote follows the fair price tick by
 * tick. The levels behind it stay where they are, as resting orders do, while the fair price moves
 * among them: a level that the price reaches moves to the widest gap between the others, and a gap
 * behind the best quote is filled by the level that is missed least.
 */
export class QuotedSide {
  readonly isBuy: boolean;
  readonly #options: QuotedSideOptions;
  readonly #best: Level;
  readonly #levels: Level[];
  /** Ratio of the distances of two neighbouring levels when all are evenly spaced. */
  readonly #spacing: number;
  /** Width of the part of the book for which such a level stands, as a share of its distance. */
  readonly #usualWidth: number;
  /** Number of levels that have been placed for the first time. */
  #seeded = 0;
  #calls = 0;

  constructor(options: QuotedSideOptions) {
    this.#options = options;
    this.isBuy = options.isBuy;
    const levelOf = (user: number): Level => {
      return { user, order: undefined, isPending: false, intended: 0, distance: 0 };
    };
    const { innerBp, levelsPerSide, outerBp } = options.profile;
    this.#spacing = (outerBp / innerBp) ** (1 / Math.max(1, levelsPerSide - 1));
    this.#usualWidth = Math.sqrt(this.#spacing) - 1 / Math.sqrt(this.#spacing);
    const [best, second] = options.users;
    this.#best = levelOf(best);
    this.#levels = Array.from({ length: levelsPerSide }, (_, index) =>
      levelOf(index % 3 === 0 ? best : second),
    );
  }

  /** Whether a quote is missing or consumed. */
  get isIncomplete(): boolean {
    if (needsWork(this.#best)) return true;
    for (const level of this.#levels) if (needsWork(level)) return true;
    return false;
  }

  /** Price in ticks of the quote nearest to the other side; 0 without quotes. */
  get nearestPrice(): number {
    let nearest = 0;
    for (const { order } of [this.#best, ...this.#levels]) {
      if (order?.isOpen !== true) continue;
      const isNearer = this.isBuy ? order.price > nearest : order.price < nearest;
      if (nearest === 0 || isNearer) nearest = order.price;
    }
    return nearest;
  }

  /**
   * Brings the quotes to a fair price. Quotes that the fair price has reached are moved whatever
   * the budget.
   */
  requote(quote: BestQuote, budget: BeatBudget): void {
    this.#measure(quote.fair);
    this.#leaveReached(quote, budget);
    this.#quoteBest(quote.price, budget);
    this.#fill(quote, budget);
  }

  /** Places missing levels and renews consumed ones; the fair price has not moved. */
  restore(quote: BestQuote, budget: BeatBudget): void {
    this.#measure(quote.fair);
    if (needsWork(this.#best)) this.#quoteBest(quote.price, budget);
    this.#fill(quote, budget);
  }

  /** Cancels quotes that the fair price has passed, and places none. */
  withdrawPassed(fair: number): void {
    for (const level of [this.#best, ...this.#levels]) {
      const { order } = level;
      if (order?.isOpen !== true || level.isPending) continue;
      if (this.isBuy ? order.price <= fair : order.price >= fair) continue;
      level.isPending = this.#options.desk.cancel(order, () => {
        level.isPending = false;
      });
    }
  }

  /** Computes the distances and sorts the levels by them; places without an order come last. */
  #measure(fair: number): void {
    const sign = this.isBuy ? -1 : 1;
    const levels = this.#levels;
    for (const level of levels) {
      const { order } = level;
      if (order?.isOpen === true) level.distance = (sign * (order.price - fair) * 10_000) / fair;
      else if (!level.isPending) {
        level.order = undefined;
        level.distance = Number.POSITIVE_INFINITY;
      }
    }
    // Insertion sort: the order changes little between two calls.
    for (let i = 1; i < levels.length; i++) this.#sink(i);
  }

  /** Moves the level at an index towards the start, behind the levels that are nearer. */
  #sink(index: number): void {
    const levels = this.#levels;
    const level = levels[index];
    if (level === undefined) return;
    let target = index;
    while (target > 0) {
      const before = levels[target - 1];
      if (before === undefined || before.distance <= level.distance) break;
      levels[target] = before;
      target -= 1;
    }
    levels[target] = level;
  }

  /** Moves levels that the fair price has reached, in the same frame in which it moves. */
  #leaveReached(quote: BestQuote, budget: BeatBudget): void {
    const { innerBp } = this.#options.profile;
    const levels = this.#levels;
    let reached = 0;
    for (const level of levels) {
      if (level.order === undefined) break;
      if (level.distance > CROSSED_SHARE * innerBp && this.#isBehind(level, quote.price)) break;
      reached += 1;
    }
    for (let index = reached - 1; index >= 0; index--) {
      const level = levels[index];
      if (level === undefined || level.isPending) continue;
      level.distance = Number.POSITIVE_INFINITY;
      this.#relocate(index, this.#widestGap(GAP_FACTOR * innerBp), quote, budget);
    }
  }

  #isBehind({ order }: Level, bestPrice: number): boolean {
    const price = order?.price ?? 0;
    return this.isBuy ? price < bestPrice : price > bestPrice;
  }

  #quoteBest(price: number, budget: BeatBudget): void {
    const { profile, random } = this.#options;
    const best = this.#best;
    if (best.isPending) return;
    if (best.order?.isOpen !== true) {
      this.#place(best, price, this.#sizeOf(profile.bestQuoteValue, price), budget);
      return;
    }
    const { filled, isConsumed } = consumptionOf(best);
    const isResized = isConsumed || random.chance(RESIZE_ODDS);
    if (price === best.order.price && !isConsumed) return;
    const size = isResized ? this.#sizeOf(profile.bestQuoteValue, price) : 0;
    this.#amend(best, price, size === 0 ? 0 : filled + size, budget);
  }

  /** Does a bounded number of placements, moves and changes of size. */
  #fill(quote: BestQuote, budget: BeatBudget): void {
    for (let i = 0; i < PLACEMENTS_MAX && budget.commands > 0; i++) {
      const level = this.#levels.at(-1);
      if (level === undefined || level.isPending || level.order !== undefined) break;
      if (!this.#placeLevel(level, quote, budget)) break;
      this.#sink(this.#levels.length - 1);
    }
    if (budget.commands > 0) this.#closeGap(quote, budget);
    this.#calls += 1;
    if (budget.commands > 0 && this.#calls % CALLS_PER_ADJUSTMENT === 0) this.#adjustSize(budget);
  }

  #placeLevel(level: Level, quote: BestQuote, budget: BeatBudget): boolean {
    const { innerBp, levelsPerSide } = this.#options.profile;
    let gap = this.#widestGap(innerBp);
    if (this.#seeded < levelsPerSide) {
      const distance = innerBp * this.#spacing ** this.#seeded;
      gap = { distance, width: distance * this.#usualWidth };
      this.#seeded += 1;
    }
    const price = this.#priceAt(gap.distance, quote);
    if (price <= 0) return false;
    const isSent = this.#place(level, price, this.#sizeOf(this.#valueIn(gap), price), budget);
    if (isSent) level.distance = gap.distance;
    return isSent;
  }

  /** Moves one level into an empty place near the best quote, or back from far away. */
  #closeGap(quote: BestQuote, budget: BeatBudget): boolean {
    const levels = this.#levels;
    const { innerBp, outerBp } = this.#options.profile;
    const count = this.#restingCount();
    const first = levels[0];
    if (count < 3 || first === undefined) return false;
    const last = levels[count - 1];
    if (last !== undefined && last.distance > FAR_FACTOR * outerBp && !last.isPending) {
      return this.#relocate(count - 1, this.#widestGap(innerBp), quote, budget);
    }
    if (first.distance <= GAP_FACTOR * innerBp) return false;
    let leastMissed = -1;
    let smallest = Number.POSITIVE_INFINITY;
    for (let i = 1; i < count - 1; i++) {
      const [before, level, after] = [levels[i - 1], levels[i], levels[i + 1]];
      if (before === undefined || level === undefined || after === undefined) continue;
      const gap = after.distance / before.distance;
      if (gap >= smallest || level.isPending) continue;
      smallest = gap;
      leastMissed = i;
    }
    const distance = innerBp * this.#options.random.between(1, 1.4);
    const gap = { distance, width: innerBp };
    return leastMissed > 0 && this.#relocate(leastMissed, gap, quote, budget);
  }

  /** Moves a level into a gap, in the book and in the order of the levels. */
  #relocate(index: number, gap: Gap, quote: BestQuote, budget: BeatBudget): boolean {
    const level = this.#levels[index];
    if (level === undefined || !this.#moveTo(level, gap, quote, budget)) return false;
    this.#levels.splice(index, 1);
    this.#levels.push(level);
    this.#sink(this.#levels.length - 1);
    return true;
  }

  /**
   * Amends the size of one level that is far from the size of its distance: orders consume levels,
   * and the fair price moves towards large levels and away from small ones.
   */
  #adjustSize(budget: BeatBudget): void {
    const { innerBp } = this.#options.profile;
    const width = this.#usualWidth;
    for (const level of this.#levels) {
      const { order } = level;
      if (order === undefined || level.isPending) continue;
      const distance = Math.max(innerBp, level.distance);
      const value = this.#valueIn({ distance, width: distance * width });
      const ratio = (order.remaining * lotValue(this.#options.instrument, order.price)) / value;
      if (ratio > SIZE_RATIO_MIN && ratio < SIZE_RATIO_MAX) continue;
      const size = this.#sizeOf(value, order.price);
      if (size === order.remaining) continue;
      this.#amend(level, order.price, order.size - order.remaining + size, budget);
      return;
    }
  }

  #restingCount(): number {
    let count = 0;
    for (const { distance } of this.#levels) if (Number.isFinite(distance)) count += 1;
    return count;
  }

  /**
   * Returns the gap between two levels, beyond a distance, that is widest in proportion.
   */
  #widestGap(fromBp: number): Gap {
    const { profile, random } = this.#options;
    const { outerBp } = profile;
    let from = fromBp;
    let gapFrom = from;
    let gapTo = from;
    const compare = (to: number): void => {
      if (to / from <= gapTo / gapFrom) return;
      gapFrom = from;
      gapTo = to;
    };
    for (const { distance } of this.#levels) {
      // The level that is being moved has no distance, whatever its place.
      if (!Number.isFinite(distance) || distance <= from) continue;
      if (distance >= outerBp) break;
      compare(distance);
      from = distance;
    }
    compare(outerBp);
    const distance = Math.sqrt(gapFrom * gapTo) * random.between(0.93, 1.07);
    return { distance, width: (gapTo - gapFrom) / 2 };
  }

  #moveTo(level: Level, gap: Gap, quote: BestQuote, budget: BeatBudget): boolean {
    const { order } = level;
    if (order === undefined) return false;
    const price = this.#priceAt(gap.distance, quote);
    if (price <= 0 || price === order.price) return false;
    const size = this.#sizeOf(this.#valueIn(gap), price);
    if (!this.#amend(level, price, order.size - order.remaining + size, budget)) return false;
    level.distance = gap.distance;
    return true;
  }

  /** Returns the price at a distance, at least a tick behind the best quote. */
  #priceAt(distance: number, { fair, price }: BestQuote): number {
    if (this.isBuy) return Math.min(price - 1, Math.round(fair * (1 - distance / 10_000)));
    return Math.max(price + 1, Math.round(fair * (1 + distance / 10_000)));
  }

  /** Value of a level at a distance, for a share of the depth around it. */
  #valueIn({ distance, width }: Gap): number {
    const { depthValue } = this.#options.profile;
    return ((depthValue * DEPTH_POWER) / 10) * (distance / 10) ** (DEPTH_POWER - 1) * width;
  }

  #sizeOf(value: number, price: number): number {
    const { instrument, random } = this.#options;
    return sizeOfValue(instrument, {
      value: value * Math.exp(SIZE_DEVIATION * random.normal()),
      price,
    });
  }

  #place(level: Level, price: number, size: number, budget: BeatBudget): boolean {
    const { desk, instrument, onRefused } = this.#options;
    const order = {
      user: level.user,
      instrument: instrument.index,
      side: this.isBuy ? "buy" : "sell",
      price: ticks(price),
      size: lots(size),
    } as const;
    const isSent = desk.place(order, (placed, isRefused) => {
      level.order = placed;
      level.isPending = false;
      if (isRefused) onRefused();
    });
    if (!isSent) return false;
    budget.commands -= 1;
    level.intended = size;
    level.isPending = true;
    return true;
  }

  /** Amends to a total size; 0 keeps it. */
  #amend(level: Level, price: number, totalSize: number, budget: BeatBudget): boolean {
    const { order } = level;
    if (order === undefined) return false;
    const isSent = this.#options.desk.amend(order, { price, size: totalSize }, () => {
      level.isPending = false;
    });
    if (!isSent) return false;
    budget.commands -= 1;
    if (totalSize > 0) level.intended = totalSize - (order.size - order.remaining);
    level.isPending = true;
    return true;
  }
}

function consumptionOf({ intended, order }: Level): { filled: number; isConsumed: boolean } {
  if (order === undefined) return { filled: 0, isConsumed: false };
  return {
    filled: order.size - order.remaining,
    isConsumed: order.remaining < REFILL_AT_SHARE * intended,
  };
}

function needsWork(level: Level): boolean {
  if (level.isPending) return false;
  return level.order?.isOpen !== true || consumptionOf(level).isConsumed;
}
