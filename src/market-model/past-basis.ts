import type { ModelCoin } from "./coins.ts";
import { averageBasis, boundedBasis, fastBasis } from "./fair-basis.ts";
import { Growing } from "./growing.ts";
import { basisFactorsAtOrigin, productFactorAtOrigin } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import type { Product } from "./outside-market.ts";
import { PastRandom } from "./past-random.ts";
import { PastSeries } from "./past-series.ts";
import type { PastShared } from "./past-shared.ts";

/** The basis of the contracts of one coin in the past, at boundaries. */
export class PastBasis {
  readonly #shared: PastShared;
  readonly #coin: ModelCoin;
  readonly #factors: OuFactors;
  readonly #random: PastRandom;
  readonly #slow = new Growing();
  readonly #middle = new Growing();
  readonly #fast = new Growing();
  readonly #products = new Map<Product, PastSeries>();

  constructor(shared: PastShared, coin: ModelCoin) {
    const { seed } = shared.terms;
    this.#shared = shared;
    this.#coin = coin;
    this.#factors = basisFactorsAtOrigin(seed, coin.code);
    this.#random = new PastRandom(seed, `past basis ${coin.code}`);
    this.#push();
  }

  /** Number of steps computed so far. */
  get length(): number {
    return this.#slow.length - 1;
  }

  /** Basis of a perpetual without carry. */
  at(boundary: number, product: Product): number {
    const fast = fastBasis(this.#coin.class, this.#fast.at(boundary));
    return boundedBasis(this.#average(boundary, product) + fast);
  }

  /** The same without the part that is gone within minutes: what mark follows. */
  averageAt(boundary: number, product: Product): number {
    return boundedBasis(this.#average(boundary, product));
  }

  /** Computes the first `steps` steps of a product, unless they are known. */
  extendTo(steps: number, product: Product): void {
    this.#shared.extendTo(steps);
    const { time } = this.#shared;
    for (let step = this.#slow.length - 1; step < steps; step++) {
      this.#factors.step(time.lengthMs(step), this.#random);
      this.#push();
    }
    if (product !== "usdt") this.#deviation(product).extendTo(steps);
  }

  #average(boundary: number, product: Product): number {
    return averageBasis(this.#coin.class, {
      sentiment: this.#shared.sentiment(boundary),
      slow: this.#slow.at(boundary),
      middle: this.#middle.at(boundary),
      ofProduct: product === "usdt" ? 0 : this.#deviation(product).at(boundary),
    });
  }

  /** Deviation of one product from the others of its coin. */
  #deviation(product: Product): PastSeries {
    const known = this.#products.get(product);
    if (known !== undefined) return known;
    const { code } = this.#coin;
    const deviation = new PastSeries(this.#shared, {
      factors: productFactorAtOrigin(this.#shared.terms.seed, code, product),
      stream: `past ${product} ${code}`,
      valueOf: (sum) => sum,
    });
    this.#products.set(product, deviation);
    return deviation;
  }

  #push(): void {
    const [slow = 0, middle = 0, fast = 0] = this.#factors.values;
    this.#slow.push(slow);
    this.#middle.push(middle);
    this.#fast.push(fast);
  }
}
