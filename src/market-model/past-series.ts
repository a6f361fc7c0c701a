import { Growing } from "./growing.ts";
import type { OuFactors } from "./ou-factors.ts";
import { PastRandom } from "./past-random.ts";
import type { PastShared } from "./past-shared.ts";

export type PastSeriesTerms = {
  /** The factors at the end of the past; the series steps them back. */
  readonly factors: OuFactors;
  /** Name of the stream of chance. */
  readonly stream: string;
  /** Value of the series for a sum of the factors. */
  readonly valueOf: (sum: number) => number;
};

/** A function of stationary factors in the past, at boundaries. */
export class PastSeries {
  readonly #shared: PastShared;
  readonly #terms: PastSeriesTerms;
  readonly #random: PastRandom;
  readonly #values = new Growing();

  constructor(shared: PastShared, terms: PastSeriesTerms) {
    this.#shared = shared;
    this.#terms = terms;
    this.#random = new PastRandom(shared.terms.seed, terms.stream);
    this.#push();
  }

  at(boundary: number): number {
    return this.#values.at(boundary);
  }

  /** Computes the first `steps` steps, unless they are known. */
  extendTo(steps: number): void {
    const { time } = this.#shared;
    for (let step = this.#values.length - 1; step < steps; step++) {
      this.#terms.factors.step(time.lengthMs(step), this.#random);
      this.#push();
    }
  }

  #push(): void {
    this.#values.push(this.#terms.valueOf(this.#terms.factors.sum()));
  }
}
