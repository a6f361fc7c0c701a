/** Repeatable choices in whole numbers: xoshiro128**, seeded by splitmix32. */
export class Random {
  readonly #state = new Uint32Array(4);

  constructor(seed: number) {
    let mixed = seed >>> 0;
    for (let at = 0; at < 4; at++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = mixed;
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      this.#state[at] = word ^ (word >>> 15);
    }
  }

  /** A whole number of 32 bits. */
  next(): number {
    const state = this.#state;
    const [a, b, c, d] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];
    const turned = Math.imul(b, 5);
    const result = Math.imul((turned << 7) | (turned >>> 25), 9) >>> 0;
    const e = c ^ a;
    const f = d ^ b;
    state[1] = b ^ e;
    state[0] = a ^ f;
    state[2] = e ^ (b << 9);
    state[3] = (f << 11) | (f >>> 21);
    return result;
  }

  /** A whole number from 0 up to `end`, which is below 2^32. */
  below(end: number): number {
    return this.next() % end;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("there is something to pick from");
    return item;
  }

  /** A key by its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    throw new Error("some weight is above zero");
  }
}
