/**
 * News: at random times a price jumps, and volatility is higher for a while afterwards. Some news
 * concern all coins, some one coin.
 */
import type { Random } from "./random.ts";
import { YEAR_MS } from "./volatility.ts";

const DAY_MS = 86_400_000;
/** Time in which the excitement after news falls to 1/e. */
const EXCITEMENT_TAU_MS = 15 * 60_000;
/** Increase of the logarithm of volatility right after news. */
const EXCITEMENT = 0.8;
/** Excitement older than this is below a thousandth. */
const EXCITEMENT_END_MS = 7 * EXCITEMENT_TAU_MS;

export type NewsTerms = {
  readonly perDay: number;
  /** Mean absolute jump, in units of a year's standard deviation. */
  readonly jumpMean: number;
};

/** About 20 basis points for a coin with a volatility of 70 % a year. */
export const SHARED_NEWS: NewsTerms = { perDay: 3, jumpMean: 0.003 };
export const OWN_NEWS: NewsTerms = { perDay: 2, jumpMean: 0.004 };

/** Logarithm of the root mean square of exp(excitement), which normalises it. */
export function excitementNorm({ perDay }: NewsTerms): number {
  // Shot noise: log E[exp(2h)] = rate × integral of (exp(2 A exp(-t / tau)) - 1) over time.
  let integral = 0;
  let term = 1;
  for (let n = 1; n <= 20; n++) {
    term *= (2 * EXCITEMENT) / n;
    integral += term / n;
  }
  return ((perDay * EXCITEMENT_TAU_MS) / DAY_MS) * (integral / 2);
}

/** Share of a year's variance that jumps have; the rest diffuses. */
export function jumpShare({ perDay, jumpMean }: NewsTerms): number {
  return ((perDay * YEAR_MS) / DAY_MS) * 2 * jumpMean * jumpMean;
}

function drawJump(random: Random, { jumpMean }: NewsTerms): number {
  const size = random.exponential(jumpMean);
  return random.chance(0.5) ? size : -size;
}

/** News as they happen. */
export class LiveNews {
  excitement: number;
  readonly #terms: NewsTerms;

  constructor(terms: NewsTerms, excitement: number) {
    this.#terms = terms;
    this.excitement = excitement;
  }

  /** Lets `stepMs` pass; returns the jump that news caused, mostly 0. */
  step(stepMs: number, random: Random): number {
    this.excitement *= Math.exp(-stepMs / EXCITEMENT_TAU_MS);
    const probability = 1 - Math.exp((-stepMs * this.#terms.perDay) / DAY_MS);
    if (!random.chance(probability)) return 0;
    this.excitement += EXCITEMENT;
    return drawJump(random, this.#terms);
  }
}

/** News before a moment. Ages are in ms before that moment and only ever asked in rising order. */
export class PastNews {
  readonly #terms: NewsTerms;
  readonly #random: Random;
  /** Events not yet passed, the newest first. */
  readonly #ages: number[] = [];
  readonly #jumps: number[] = [];
  #drawnAge = 0;

  constructor(terms: NewsTerms, random: Random) {
    this.#terms = terms;
    this.#random = random;
  }

  /** Excitement at an age, caused by older news. */
  excitementAt(age: number): number {
    this.#drawUntil(age + EXCITEMENT_END_MS);
    let sum = 0;
    for (const eventAge of this.#ages) {
      if (eventAge > age + EXCITEMENT_END_MS) break;
      if (eventAge > age) sum += EXCITEMENT * Math.exp((age - eventAge) / EXCITEMENT_TAU_MS);
    }
    return sum;
  }

  /** Returns the sum of the jumps of all news younger than `age` that were not returned before. */
  jumpsUntil(age: number): number {
    this.#drawUntil(age);
    let sum = 0;
    while ((this.#ages[0] ?? Number.POSITIVE_INFINITY) <= age) {
      this.#ages.shift();
      sum += this.#jumps.shift() ?? 0;
    }
    return sum;
  }

  #drawUntil(age: number): void {
    while (this.#drawnAge <= age) {
      this.#drawnAge += this.#random.exponential(DAY_MS / this.#terms.perDay);
      this.#ages.push(this.#drawnAge);
      this.#jumps.push(drawJump(this.#random, this.#terms));
    }
  }
}
