import type { ModelCoin } from "./coins.ts";
import { Growing } from "./growing.ts";
import { excitementNorm, jumpShare, type PastNews } from "./news.ts";
import { logPriceAtOrigin, ownFactorsAtOrigin, ownNewsBefore, ownNewsTerms } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import { PastRandom } from "./past-random.ts";
import type { PastShared } from "./past-shared.ts";
import { PRESET_TERMS } from "./presets.ts";
import { pullTauMs } from "./price-pull.ts";
import { turnoverOf } from "./turnover.ts";
import { logVolatility, OWN_FACTORS, spanWeights, YEAR_MS } from "./volatility.ts";

/** Dollar prices of a coin in the past. Steps are computed when they are asked for. */
export type CoinPath = {
  /** Number of steps computed so far. */
  readonly length: number;
  /** Computes the first `steps` steps, unless they are known. */
  extendTo(steps: number): void;
  /** Price at a boundary. */
  price(boundary: number): number;
  high(step: number): number;
  low(step: number): number;
  /** Turnover of a step as a multiple of the average one. */
  turnover(step: number): number;
};

/** Mean range of a Brownian motion with variance 1. */
const MEAN_RANGE = Math.sqrt(8 / Math.PI);

const MINUTE_WEIGHTS = spanWeights(OWN_FACTORS, 60_000);
const HOUR_WEIGHTS = spanWeights(OWN_FACTORS, 3_600_000);

/** The generated past of a coin, backwards from its first live price. */
export class GeneratedPath implements CoinPath {
  readonly #shared: PastShared;
  readonly #coin: ModelCoin;
  readonly #own: OuFactors;
  readonly #news: PastNews;
  readonly #random: PastRandom;
  readonly #prices = new Growing();
  readonly #highs = new Growing();
  readonly #lows = new Growing();
  readonly #turnovers = new Growing(true);
  readonly #newsNorm: number;
  readonly #diffusion: number;
  readonly #deviation: number;
  readonly #pullTauMs: number;
  readonly #presetVolatility: number;
  readonly #anchor: number;
  #logPrice: number;

  constructor(shared: PastShared, coin: ModelCoin) {
    const { preset, seed } = shared.terms;
    const { code } = coin;
    this.#shared = shared;
    this.#coin = coin;
    this.#own = ownFactorsAtOrigin(seed, code);
    this.#news = ownNewsBefore(seed, preset, code);
    this.#random = new PastRandom(seed, `past ${code}`);
    const newsTerms = ownNewsTerms(preset);
    this.#presetVolatility = PRESET_TERMS[preset].volatility;
    this.#newsNorm = excitementNorm(newsTerms);
    this.#diffusion = Math.sqrt(1 - jumpShare(newsTerms));
    this.#deviation = coin.yearlyVolatility * this.#presetVolatility;
    this.#pullTauMs = pullTauMs(coin, this.#presetVolatility);
    this.#anchor = logPriceAtOrigin(coin);
    this.#logPrice = this.#anchor;
    this.#prices.push(Math.exp(this.#anchor));
  }

  get length(): number {
    return this.#highs.length;
  }

  price(boundary: number): number {
    return this.#prices.at(boundary);
  }

  high(step: number): number {
    return this.#highs.at(step);
  }

  low(step: number): number {
    return this.#lows.at(step);
  }

  turnover(step: number): number {
    return this.#turnovers.at(step);
  }

  extendTo(steps: number): void {
    this.#shared.extendTo(steps);
    for (let step = this.length; step < steps; step++) this.#extend(step);
  }

  #extend(step: number): void {
    const shared = this.#shared;
    const { time } = shared;
    const random = this.#random;
    const spanMs = time.lengthMs(step);
    const fromAge = time.endMs - time.boundaryMs(step + 1);
    this.#own.step(spanMs, random);
    const weights = step < time.minutes ? MINUTE_WEIGHTS : HOUR_WEIGHTS;
    const excitement = this.#news.excitementAt(fromAge - spanMs / 2);
    const ownVolatility = Math.exp(
      logVolatility(this.#own.values, weights) + excitement - this.#newsNorm,
    );
    const sharedVariance = shared.variance(step);
    const { marketShare } = this.#coin;
    const jump = this.#news.jumpsUntil(fromAge);
    const own = this.#diffusion * Math.sqrt(sharedVariance) * random.normal() + jump;
    const deviation = this.#deviation * ownVolatility;
    const move =
      deviation * (marketShare * shared.move(step) + Math.sqrt(1 - marketShare ** 2) * own);
    const close = this.#logPrice;
    // Reversible: a price returns to its anchor backwards as it does forwards.
    const open = close - (spanMs / this.#pullTauMs) * (close - this.#anchor) - move;
    this.#logPrice = open;
    this.#prices.push(Math.exp(open));
    const stepDeviation = deviation * Math.sqrt(sharedVariance);
    const range = this.#pushExtremes(open, close, stepDeviation ** 2);
    const relative = this.#relativeVolatility(ownVolatility, sharedVariance, spanMs);
    this.#turnovers.push(turnoverOf(relative, range / (MEAN_RANGE * stepDeviation)));
  }

  #relativeVolatility(ownVolatility: number, sharedVariance: number, spanMs: number): number {
    return this.#presetVolatility * ownVolatility * Math.sqrt((sharedVariance * YEAR_MS) / spanMs);
  }

  /**
   * Draws high and low of a Brownian motion from `open` to `close` by their exact distributions,
   * independent of one another; returns the range. All but the stored prices are logarithms.
   */
  #pushExtremes(open: number, close: number, variance: number): number {
    const random = this.#random;
    const change = close - open;
    const square = change * change;
    const up = square + 2 * variance * random.exponential();
    const down = square + 2 * variance * random.exponential();
    const high = open + (change + Math.sqrt(up)) / 2;
    const low = open + (change - Math.sqrt(down)) / 2;
    this.#highs.push(Math.exp(high));
    this.#lows.push(Math.exp(low));
    return high - low;
  }
}
