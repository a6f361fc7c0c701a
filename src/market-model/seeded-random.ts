import { Random, type Words } from "./random.ts";

/**
 * Words of a seed (xoshiro128**). The state follows from 32 bits, which can be found by trying:
 * only numbers that may be known come from a seed.
 */
export class SeededWords implements Words {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** `name` selects an independent stream of the same seed. */
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
}

/** Returns the stream `name` of a seed, from its beginning: the same at every call. */
export function seededRandom(seed: number, name: string): Random {
  return new Random(new SeededWords(seed, name));
}
