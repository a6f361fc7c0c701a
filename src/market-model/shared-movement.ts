import type { Crash } from "./crash.ts";
import { SENTIMENT_PRICE_CORRELATION, SENTIMENT_TAU_MS } from "./fair-basis.ts";
import { excitementNorm, jumpShare, LiveNews } from "./news.ts";
import { sharedNewsBefore, sharedNewsTerms, sharedOrigin } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import type { Preset } from "./outside-market.ts";
import type { Random } from "./random.ts";
import { seasonAt } from "./season.ts";
import { logVolatility, SHARED_FACTORS, spanWeights, YEAR_MS } from "./volatility.ts";

/** A pause makes up at most this much movement. */
export const MOVEMENT_MS_MAX = 3_600_000;

const LIVE_WEIGHTS = spanWeights(SHARED_FACTORS, 0);

/** The movement that all coins share, in units of a year's standard deviation. */
export class SharedMovement {
  /** Sum of the movement so far. */
  moved = 0;
  /** Sum of its variance so far, in years: time at the volatility of the market. */
  variance = 0;
  /** Present volatility, a multiple of the normal one. */
  volatility = 1;
  sentiment: number;
  timeMs: number;
  readonly factors: OuFactors;
  readonly news: LiveNews;
  readonly crash: Crash | undefined;
  readonly #newsNorm: number;
  readonly #diffusion: number;
  readonly #random: Random;

  /** `crash` is absent under a preset without one. */
  constructor(
    terms: {
      readonly seed: number;
      readonly preset: Preset;
      readonly crash: Crash | undefined;
    },
    nowMs: number,
    random: Random,
  ) {
    const { crash, preset, seed } = terms;
    const origin = sharedOrigin(seed);
    const newsTerms = sharedNewsTerms(preset);
    this.factors = origin.factors;
    this.sentiment = origin.sentiment;
    this.news = new LiveNews(newsTerms, sharedNewsBefore(seed, preset).excitementAt(0));
    this.crash = crash;
    this.#newsNorm = excitementNorm(newsTerms);
    this.#diffusion = Math.sqrt(1 - jumpShare(newsTerms));
    this.#random = random;
    this.timeMs = nowMs;
    this.volatility = this.#volatilityAt(nowMs);
  }

  advance(nowMs: number): void {
    const passedMs = nowMs - this.timeMs;
    if (passedMs <= 0) return;
    this.timeMs = nowMs;
    const random = this.#random;
    this.factors.step(passedMs, random);
    const stepMs = Math.min(passedMs, MOVEMENT_MS_MAX);
    const jump = this.news.step(stepMs, random);
    this.volatility = this.#volatilityAt(nowMs);
    const decay = Math.exp(-passedMs / SENTIMENT_TAU_MS);
    const shock = random.normal();
    this.sentiment = decay * this.sentiment + Math.sqrt(1 - decay * decay) * shock;
    const rho = SENTIMENT_PRICE_CORRELATION;
    const normal = rho * shock + Math.sqrt(1 - rho * rho) * random.normal();
    const variance = (this.volatility ** 2 * stepMs) / YEAR_MS;
    this.variance += variance;
    this.moved += this.#diffusion * Math.sqrt(variance) * normal + jump;
  }

  /** Recomputes what follows from restored factors. */
  restored(): void {
    this.volatility = this.#volatilityAt(this.timeMs);
  }

  #volatilityAt(nowMs: number): number {
    const log =
      logVolatility(this.factors.values, LIVE_WEIGHTS) +
      this.news.excitement -
      this.#newsNorm +
      (this.crash?.logVolatilityAt(nowMs) ?? 0);
    return seasonAt(nowMs) * Math.exp(log);
  }
}
