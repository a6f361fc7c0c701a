import { Growing } from "./growing.ts";
import { stableFactorsAtOrigin, stablePrice } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import { PastRandom } from "./past-random.ts";
import type { PastShared } from "./past-shared.ts";

/** Dollar price of a stable coin in the past, at boundaries. */
export class PastStable {
  readonly #shared: PastShared;
  readonly #factors: OuFactors;
  readonly #random: PastRandom;
  readonly #prices = new Growing();

  constructor(shared: PastShared, code: string) {
    const { seed } = shared.terms;
    this.#shared = shared;
    this.#factors = stableFactorsAtOrigin(seed, code);
    this.#random = new PastRandom(seed, `past ${code}`);
    this.#push();
  }

  price(boundary: number): number {
    return this.#prices.at(boundary);
  }

  extendTo(steps: number): void {
    const { time } = this.#shared;
    for (let step = this.#prices.length - 1; step < steps; step++) {
      this.#factors.step(time.lengthMs(step), this.#random);
      this.#push();
    }
  }

  #push(): void {
    this.#prices.push(stablePrice(this.#factors.sum()));
  }
}
