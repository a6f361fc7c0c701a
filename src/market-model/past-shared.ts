import { SENTIMENT_PRICE_CORRELATION, SENTIMENT_TAU_MS } from "./fair-basis.ts";
import { Growing } from "./growing.ts";
import { excitementNorm, jumpShare, type PastNews } from "./news.ts";
import { sharedNewsBefore, sharedNewsTerms, sharedOrigin } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import { PastRandom } from "./past-random.ts";
import type { MarketTerms, PastTime } from "./past-terms.ts";
import { seasonAt } from "./season.ts";
import { logVolatility, SHARED_FACTORS, spanWeights, YEAR_MS } from "./volatility.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTE_WEIGHTS = spanWeights(SHARED_FACTORS, MINUTE_MS);
const HOUR_WEIGHTS = spanWeights(SHARED_FACTORS, HOUR_MS);
const MINUTE_DECAY = Math.exp(-MINUTE_MS / SENTIMENT_TAU_MS);
const HOUR_DECAY = Math.exp(-HOUR_MS / SENTIMENT_TAU_MS);

/**
 * The shared movement of the past, backwards from its end. Step n is the n-th before the end; the
 * first steps do not depend on how many follow.
 */
export class PastShared {
  readonly time: PastTime;
  readonly terms: MarketTerms;
  /** Movement and variance of each step, in units of a year's standard deviation. */
  readonly #moves = new Growing();
  readonly #variances = new Growing();
  /** Sentiment at each boundary. */
  readonly #sentiments = new Growing();
  readonly #factors: OuFactors;
  readonly #news: PastNews;
  readonly #newsNorm: number;
  readonly #diffusion: number;
  readonly #random: PastRandom;
  #sentiment: number;

  constructor(terms: MarketTerms, time: PastTime) {
    this.terms = terms;
    this.time = time;
    const { preset, seed } = terms;
    const { factors, sentiment } = sharedOrigin(seed);
    const newsTerms = sharedNewsTerms(preset);
    this.#factors = factors;
    this.#news = sharedNewsBefore(seed, preset);
    this.#newsNorm = excitementNorm(newsTerms);
    this.#diffusion = Math.sqrt(1 - jumpShare(newsTerms));
    this.#random = new PastRandom(seed, "past");
    this.#sentiment = sentiment;
    this.#sentiments.push(sentiment);
  }

  move(step: number): number {
    return this.#moves.at(step);
  }

  variance(step: number): number {
    return this.#variances.at(step);
  }

  sentiment(boundary: number): number {
    return this.#sentiments.at(boundary);
  }

  /** Computes the first `steps` steps, unless they are known. */
  extendTo(steps: number): void {
    const { endMs, minutes } = this.time;
    const random = this.#random;
    for (let step = this.#moves.length; step < steps; step++) {
      const spanMs = this.time.lengthMs(step);
      const fromMs = this.time.boundaryMs(step + 1);
      this.#factors.step(spanMs, random);
      const weights = step < minutes ? MINUTE_WEIGHTS : HOUR_WEIGHTS;
      const excitement = this.#news.excitementAt(endMs - fromMs - spanMs / 2);
      const log = logVolatility(this.#factors.values, weights) + excitement - this.#newsNorm;
      const volatility = seasonAt(fromMs + spanMs / 2) * Math.exp(log);
      const variance = (volatility ** 2 * spanMs) / YEAR_MS;
      const jump = this.#news.jumpsUntil(endMs - fromMs);
      this.#variances.push(variance);
      this.#moves.push(this.#diffusion * Math.sqrt(variance) * this.#normal(spanMs) + jump);
      this.#sentiments.push(this.#sentiment);
    }
  }

  /**
   * Steps the sentiment back and returns the normal number of the price's move. Forwards, the
   * sentiment after a step is `decay` × the one before plus a shock that the move shares. Given the
   * sentiment after the step, that shock has the mean `fresh` × sentiment.
   */
  #normal(spanMs: number): number {
    const random = this.#random;
    const decay = spanMs === MINUTE_MS ? MINUTE_DECAY : HOUR_DECAY;
    const fresh = Math.sqrt(1 - decay * decay);
    const back = random.normal();
    const shock = fresh * this.#sentiment - decay * back;
    this.#sentiment = decay * this.#sentiment + fresh * back;
    const rho = SENTIMENT_PRICE_CORRELATION;
    return rho * shock + Math.sqrt(1 - rho * rho) * random.normal();
  }
}
