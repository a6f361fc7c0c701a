/** Returns the stream of a name, from its beginning. */
export type Streams = (name: string) => Random;

/** A source of random integers from 0 to 2^32 - 1. */
export type Words = { word(): number };

/**
 * The distributions used by the market, over a source of words. Each agent has its own stream with
 * a name, so that adding an agent does not change the draws of the others.
 */
export class Random {
  readonly #words: Words;
  #spareNormal: number | undefined;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  word(): number {
    return this.#words.word();
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive) with 53 random bits. */
  uniform(): number {
    return ((this.word() >>> 5) * 2 ** 26 + (this.word() >>> 6)) / 2 ** 53;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Returns a standard normal number (polar method). */
  normal(): number {
    const spare = this.#spareNormal;
    if (spare !== undefined) {
      this.#spareNormal = undefined;
      return spare;
    }
    for (;;) {
      const x = this.between(-1, 1);
      const y = this.between(-1, 1);
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spareNormal = y * scale;
      return x * scale;
    }
  }

  /**
   * Returns an exponential number with the given mean: the interval between arrivals of a Poisson
   * process.
   */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  /**
   * Returns a Pareto number from `low`, truncated at `high`; a smaller `alpha` gives a heavier
   * tail.
   */
  pareto(alpha: number, low: number, high: number): number {
    return Math.min(high, low / (1 - this.uniform()) ** (1 / alpha));
  }
}
