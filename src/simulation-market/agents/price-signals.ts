import type { Side } from "../../core/base/vocabulary.ts";

const FAST_WEIGHT = 0.08;
const SLOW_WEIGHT = 0.004;
const VOLATILITY_RATIO_MIN = 0.3;
const VOLATILITY_RATIO_MAX = 4;

/** Half-lives of the moving averages, in ms. */
const PREMIUM_HALF_LIFE_MS = 30_000;
const EXCITEMENT_HALF_LIFE_MS = 12_000;
const TREND_FAST_MS = 8_000;
const TREND_SLOW_MS = 60_000;

const PREMIUM_BP_MAX = 15;
/** Effect of a large trade. In proportion to the notional, so that splitting gains nothing. */
const IMPACT_BP = 0.7;
const EXCITEMENT_PER_TRADE = 0.3;
const EXCITEMENT_MAX = 4;

const remaining = (elapsedMs: number, halfLifeMs: number): number =>
  0.5 ** (elapsedMs / halfLifeMs);

/**
 * Signals that the agents of one instrument derive from its index and its trades. The model uses
 * floating point; prices are rounded to ticks only when an order is placed.
 */
export class PriceSignals {
  #index = 0;
  #fast = 0;
  #slow = 0;
  #premiumBp = 0;
  #premiumAtMs = 0;
  #excitement = 0;
  #excitedAtMs = 0;
  #trendFast = 0;
  #trendSlow = 0;
  #trendAtMs = 0;

  /** Index price in ticks; 0 before the first. */
  get index(): number {
    return this.#index;
  }

  /**
   * Records the index price. Can be called at any rate: an unchanged price is not a new
   * observation.
   */
  observeIndex(index: number, nowMs: number): void {
    if (index <= 0 || index === this.#index) return;
    if (this.#index > 0) {
      const moveBp = Math.min(200, Math.abs(index / this.#index - 1) * 10_000);
      this.#fast = this.#fast === 0 ? moveBp : this.#fast + FAST_WEIGHT * (moveBp - this.#fast);
      this.#slow = this.#slow === 0 ? moveBp : this.#slow + SLOW_WEIGHT * (moveBp - this.#slow);
    }
    this.#index = index;
    this.#follow(index, nowMs);
  }

  /**
   * Moves the fair price in the direction of a trade. `share` is its notional relative to a large
   * trade, at most 1.
   */
  observeTrade(takerSide: Side, share: number, nowMs: number): void {
    const sign = takerSide === "buy" ? 1 : -1;
    const moved = this.premiumBp(nowMs) + sign * IMPACT_BP * Math.min(1, share);
    this.#premiumBp = Math.max(-PREMIUM_BP_MAX, Math.min(PREMIUM_BP_MAX, moved));
    this.#premiumAtMs = nowMs;
    this.#excitement = Math.min(EXCITEMENT_MAX, this.excitement(nowMs) + EXCITEMENT_PER_TRADE);
    this.#excitedAtMs = nowMs;
    if (this.#index > 0) this.#follow(this.fair(nowMs), nowMs);
  }

  /** Returns the effect of recent taker flow on the index, in basis points. */
  premiumBp(nowMs: number): number {
    return this.#premiumBp * remaining(nowMs - this.#premiumAtMs, PREMIUM_HALF_LIFE_MS);
  }

  /** Returns the fair price in fractional ticks; 0 while there is no index. */
  fair(nowMs: number): number {
    return this.#index * (1 + this.premiumBp(nowMs) / 10_000);
  }

  /** Returns how strongly recent trades raise the rate of new ones: 0 in a quiet market. */
  excitement(nowMs: number): number {
    return this.#excitement * remaining(nowMs - this.#excitedAtMs, EXCITEMENT_HALF_LIFE_MS);
  }

  /** Returns recent movement relative to its long-run mean; 1 is normal. */
  volatilityRatio(): number {
    if (this.#slow === 0) return 1;
    const ratio = this.#fast / this.#slow;
    return Math.min(VOLATILITY_RATIO_MAX, Math.max(VOLATILITY_RATIO_MIN, ratio));
  }

  /** Returns the typical move between two index prices, in basis points. */
  moveBp(): number {
    return this.#fast;
  }

  /**
   * Returns the fast average of the price relative to the slow one, in basis points: positive after
   * a rise.
   */
  trendBp(): number {
    return this.#trendSlow === 0 ? 0 : (this.#trendFast / this.#trendSlow - 1) * 10_000;
  }

  #follow(price: number, nowMs: number): void {
    if (this.#trendSlow === 0) {
      this.#trendFast = price;
      this.#trendSlow = price;
    } else {
      const elapsed = nowMs - this.#trendAtMs;
      this.#trendFast += (1 - remaining(elapsed, TREND_FAST_MS)) * (price - this.#trendFast);
      this.#trendSlow += (1 - remaining(elapsed, TREND_SLOW_MS)) * (price - this.#trendSlow);
    }
    this.#trendAtMs = nowMs;
  }
}
