const FIRST = 1_440;

/** A list of numbers that grows at its end. */
export class Growing {
  #values: Float64Array | Float32Array;
  length = 0;

  /** `single` keeps 24 bits of precision in half the memory. */
  constructor(single = false) {
    this.#values = single ? new Float32Array(FIRST) : new Float64Array(FIRST);
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const size = 2 * this.length;
      const grown =
        this.#values instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }
}
