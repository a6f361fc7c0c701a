import type { MarketModel } from "../market-model/market-model.ts";
import { PRICE_SCALE, type PriceSource, type SourcePrice } from "./price-source.ts";

/**
 * The outside prices of the generated market as a source of index prices, rounded to whole 10^-8
 * dollars, at least one. A price stays fresh between the steps of its coin.
 */
export class GeneratedPrices implements PriceSource {
  readonly name = "generated";
  readonly rank = "generated";
  readonly weight = 1;
  readonly #model: MarketModel;

  constructor(model: MarketModel) {
    this.#model = model;
  }

  price(code: string, nowMs: number): SourcePrice | undefined {
    this.#model.advance(nowMs);
    const priceE8 = this.priceE8(code);
    return priceE8 === undefined ? undefined : { priceE8, observedAtMs: nowMs };
  }

  /** The price that the model has reached; time does not pass. */
  priceE8(code: string): number | undefined {
    const price = this.#model.price(code);
    return price === undefined ? undefined : Math.max(1, Math.round(price * PRICE_SCALE));
  }

  rebase(code: string, priceE8: number): void {
    this.#model.rebase(code, priceE8);
  }
}
