import type { PriceSource, SourcePrice } from "./price-source.ts";

/** Coins a source may tell prices of. */
export const POSTED_COINS_MAX = 256;

/** A source outside the exchange, whose prices its operator posts as they come. */
export class PostedPrices implements PriceSource {
  readonly name: string;
  readonly rank = "feed";
  readonly weight: number;
  readonly #seen = new Map<string, SourcePrice>();

  constructor(name: string, weight: number) {
    this.name = name;
    this.weight = weight;
  }

  /** False when the coin is new and there is no room for more. */
  post(code: string, seen: SourcePrice): boolean {
    if (!this.#seen.has(code) && this.#seen.size >= POSTED_COINS_MAX) return false;
    this.#seen.set(code, seen);
    return true;
  }

  price(code: string): SourcePrice | undefined {
    return this.#seen.get(code);
  }
}
