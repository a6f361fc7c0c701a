import { assert } from "../core/base/assert.ts";

/** Returns the stream of a name, from its beginning. */
export type Streams = (name: string) => Random;

/** The four words of a generator's state. */
export type RandomState = readonly [number, number, number, number];

/**
 * A generator (xoshiro128**) with the distributions used by the market. Each agent has its own
 * stream with a name, so that adding an agent does not change the draws of the others.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spareNormal: number | undefined;

  /**
   * `name` selects an independent stream of the same seed. The state follows from 32 bits, which
   * can be found by trying: only numbers that may be known come from a seed.
   */
  constructor(seed: number, name: string) {
    let mixed = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
    for (let i = 0; i < name.length; i++) {
      mixed = Math.imul(mixed ^ name.charCodeAt(i), 0x01000193) >>> 0;
    }
    const next = (): number => {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let z = mixed;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return (z ^ (z >>> 16)) >>> 0;
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    // A state of four zeros would stay zero.
    this.#d = next() | 1;
  }

  /** Returns a generator that begins with a state. */
  static ofState(state: RandomState): Random {
    assert(
      state.some((word) => word !== 0),
      "the state of a generator is not four zeros, which would stay zeros",
    );
    const random = new Random(0, "");
    [random.#a, random.#b, random.#c, random.#d] = state;
    return random;
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  word(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
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
