import type { Side } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { AgentContext } from "./agent-context.ts";
import { lotValue, sizeOfValue } from "./order-size.ts";

/** One quote level with its order, if there is one. */
type Quote = {
  readonly side: Side;
  readonly distanceFactor: number;
  readonly gapFactor: number;
  readonly rank: number;
  orderId: number;
  price: number;
  size: number;
  filled: number;
  remaining: number;
  isBusy: boolean;
  jitter: number;
};

const MOVE_AT_DEVIATION = 0.6;
const REFILL_AT_SHARE = 0.4;
const SIZE_GROWTH_PER_LEVEL = 0.35;
/** Shift of the fair price at full inventory, in half spreads. */
const SKEW_HALF_SPREADS = 4;
/** Distance between the first levels in half spreads; the outer levels are further apart. */
const GAP_NEAR_TOUCH = 0.9;
/** Minimum of the half spread as a share of the typical index move per second. */
const HALF_SPREAD_PER_MOVE = 0.6;
const MISPLACED_PER_EXTRA_MOVE = 3;
/** Pause in ms after a rejection, since the instrument may be halted. */
const PAUSE_AFTER_REJECTION_MS = 3_000;

/**
 * Quotes post-only orders on both sides of the fair price: tight and small near it, wide and large
 * far from it. Spreads widen with volatility, and prices shift against the inventory. Each step
 * moves only the few levels that are furthest from their target, which bounds the command rate.
 */
export class MarketMaker {
  readonly #context: AgentContext;
  readonly #quotes: readonly Quote[];
  #pausedUntilMs = 0;

  constructor(context: AgentContext) {
    this.#context = context;
    const { levelsPerSide, halfSpreadBp, depthBp } = context.profile;
    const last = levelsPerSide - 1;
    const outerDistance = depthBp / halfSpreadBp - 1 - GAP_NEAR_TOUCH * last;
    const distanceOf = (rank: number): number =>
      1 + GAP_NEAR_TOUCH * rank + Math.max(0, outerDistance) * (rank / last) ** 3;
    this.#quotes = Array.from({ length: 2 * levelsPerSide }, (_, index) => {
      const rank = index >> 1;
      const distanceFactor = distanceOf(rank);
      return {
        side: index % 2 === 0 ? "buy" : "sell",
        distanceFactor,
        gapFactor: distanceOf(rank + 1) - distanceFactor,
        rank,
        orderId: 0,
        price: 0,
        size: 0,
        filled: 0,
        remaining: 0,
        isBusy: false,
        jitter: context.random.between(-0.3, 0.3),
      };
    });
  }

  step(): void {
    const { profile, nowMs } = this.#context;
    const fair = nowMs() < this.#pausedUntilMs ? 0 : this.#skewedFairPrice();
    if (fair <= 0) return;
    const half = this.#halfSpread(fair);
    let misplaced = 0;
    for (const quote of this.#quotes) {
      if (quote.orderId === 0 || intrusionOf(quote, fair, half) > 0) misplaced += 1;
    }
    // Restores consumed or overrun levels faster than it adjusts intact ones.
    let moves = profile.makerMovesPerStep + Math.ceil(misplaced / MISPLACED_PER_EXTRA_MOVE);
    for (; moves > 0; moves--) {
      const quote = this.#mostUrgentQuote(fair, half);
      if (quote === undefined) return;
      this.#updateQuote(quote, this.#targetPrice(quote, fair, half));
    }
  }

  /** Returns the fair price in ticks, shifted to reduce the inventory. */
  #skewedFairPrice(): number {
    const { signals, desk, user, instrument, profile, nowMs } = this.#context;
    const fair = signals.fair(nowMs());
    if (fair <= 0) return 0;
    const inventoryValue = desk.inventory(user, instrument.index) * lotValue(instrument, fair);
    const skew = Math.max(-1, Math.min(1, inventoryValue / profile.inventoryValueMax));
    return fair * (1 - (skew * SKEW_HALF_SPREADS * profile.halfSpreadBp) / 10_000);
  }

  #halfSpread(fair: number): number {
    const { signals, profile } = this.#context;
    const usual = profile.halfSpreadBp * (0.6 + 0.4 * signals.volatilityRatio());
    return (fair * Math.max(usual, HALF_SPREAD_PER_MOVE * signals.moveBp())) / 10_000;
  }

  #mostUrgentQuote(fair: number, half: number): Quote | undefined {
    let best: Quote | undefined;
    let highest = 0;
    for (const quote of this.#quotes) {
      const urgency = quote.isBusy ? 0 : this.#urgency(quote, fair, half);
      if (urgency <= highest) continue;
      highest = urgency;
      best = quote;
    }
    return best;
  }

  /**
   * Returns how urgently a level must be moved: 0 when it may stay, highest when its order is
   * beyond the fair price.
   */
  #urgency(quote: Quote, fair: number, half: number): number {
    const targetPrice = this.#targetPrice(quote, fair, half);
    // After a fast index move spreads can be so wide that a far bid has no valid price; it stays.
    if (targetPrice === 0) return 0;
    if (quote.orderId === 0) return 3 - quote.rank / 100;
    const intrusion = intrusionOf(quote, fair, half);
    if (intrusion > 0 && quote.price !== targetPrice) return 4 + intrusion;
    const gap = Math.max(1, quote.gapFactor * half);
    const deviation = Math.abs(quote.price - targetPrice) / gap;
    if (deviation > MOVE_AT_DEVIATION) return Math.min(2.9, deviation) - quote.rank / 100;
    return quote.remaining < REFILL_AT_SHARE * quote.size ? 0.5 : 0;
  }

  /**
   * Returns the target price of a level in ticks, which never crosses the book; 0 when there is
   * none.
   */
  #targetPrice(quote: Quote, fair: number, half: number): number {
    const distance = half * (quote.distanceFactor + quote.jitter * quote.gapFactor);
    const { book } = this.#context;
    if (quote.side === "buy") {
      const ask = book.bestAsk();
      const price = Math.floor(fair - distance);
      return Math.max(0, ask > 0 ? Math.min(price, ask - 1) : price);
    }
    return Math.max(Math.ceil(fair + distance), book.bestBid() + 1);
  }

  #updateQuote(quote: Quote, price: number): void {
    const { random, profile, instrument, user, desk } = this.#context;
    const growth = 1 + SIZE_GROWTH_PER_LEVEL * quote.rank;
    const value = profile.topLevelValue * growth * Math.exp(0.5 * random.normal());
    quote.jitter = random.between(-0.3, 0.3);
    const size = sizeOfValue(instrument, { value, price });
    quote.isBusy = true;
    if (quote.orderId === 0) {
      quote.isBusy = this.#place(quote, price, size);
      return;
    }
    // `filled` as reported by events. `size` less `remaining` may include a fill that the amendment
    // overtook.
    const totalSize = quote.filled + size;
    const change = { price: price === quote.price ? 0 : price, size: totalSize };
    const isSent = desk.amend({ user, orderId: quote.orderId }, change, () => {
      quote.isBusy = false;
    });
    if (!isSent) {
      quote.isBusy = false;
      return;
    }
    quote.price = price;
    quote.size = totalSize;
    quote.remaining = size;
  }

  #place(quote: Quote, price: number, size: number): boolean {
    const { user, instrument, desk } = this.#context;
    const fields = { user, instrument: instrument.index, side: quote.side, price: ticks(price) };
    const order = { ...fields, size: lots(size), timeInForce: "post_only" } as const;
    return desk.place(order, {
      accepted: (orderId) => {
        Object.assign(quote, { orderId, price, size, filled: 0, remaining: size, isBusy: false });
      },
      filled: ({ filled, remaining }) => {
        Object.assign(quote, { filled, remaining });
      },
      closed: () => {
        quote.orderId = 0;
        quote.isBusy = false;
      },
      refused: () => {
        quote.isBusy = false;
        this.#pausedUntilMs = this.#context.nowMs() + PAUSE_AFTER_REJECTION_MS;
      },
    });
  }
}

/**
 * Returns how far an order is too close to the fair price, or beyond it, in half spreads; positive
 * when it is.
 */
function intrusionOf(quote: Quote, fair: number, half: number): number {
  const sign = quote.side === "buy" ? 1 : -1;
  return (sign * (quote.price - fair)) / half + 0.5;
}
