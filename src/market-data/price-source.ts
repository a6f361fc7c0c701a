/** Prices of one whole unit in US dollars, counted in 10^-8: safe whole numbers. */
export const PRICE_SCALE = 100_000_000;

export type SourcePrice = {
  readonly priceE8: number;
  /** When the source last saw it, in ms. */
  readonly observedAtMs: number;
};

/**
 * Where prices come from: generated, replayed or fetched. `rebase` tells a source what the index
 * has been by a source that goes before it, so that it can take over without a jump.
 */
export type PriceSource = {
  readonly name: string;
  price(underlying: string, nowMs: number): SourcePrice | undefined;
  rebase?(underlying: string, priceE8: number): void;
};
