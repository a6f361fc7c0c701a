import type { PriceSource, SourcePrice } from "./price-source.ts";

/** Maximum number of coins per source. */
export const POSTED_COINS_MAX = 256;

/** An external source whose prices the operator posts. */
export class PostedPrices implements PriceSource {
  readonly name: string;
  readonly rank = "feed";
  readonly weight: number;
  readonly #prices = new Map<string, SourcePrice>();

  constructor(name: string, weight: number) {
    this.name = name;
    this.weight = weight;
  }

  /** Stores a price; returns false for a new coin beyond `POSTED_COINS_MAX`. */
  post(code: string, price: SourcePrice): boolean {
    if (!this.#prices.has(code) && this.#prices.size >= POSTED_COINS_MAX) return false;
    this.#prices.set(code, price);
    return true;
  }

  price(code: string): SourcePrice | undefined {
    return this.#prices.get(code);
  }
}
