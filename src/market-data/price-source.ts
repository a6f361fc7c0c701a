/** Prices of one whole unit in US dollars, counted in 10^-8: safe whole numbers. */
export const PRICE_SCALE = 100_000_000;

export type SourcePrice = {
  readonly priceE8: number;
  /** When the source last saw it, in ms by the clock of `IndexPort`. */
  readonly observedAtMs: number;
};

/**
 * Sources in order of preference: the index is composed of those of one rank, and of the next only
 * while the ranks before have no fresh price.
 */
export const SOURCE_RANKS = ["feed", "replayed", "generated"] as const;
export type SourceRank = (typeof SOURCE_RANKS)[number];

/**
 * Where prices come from: posted, replayed or generated. `rebase` tells a source what the index
 * has been by sources that go before it, so that it can take over without a jump.
 */
export type PriceSource = {
  readonly name: string;
  readonly rank: SourceRank;
  /** How much its price counts among those of its rank; a whole number from 1. */
  readonly weight: number;
  price(underlying: string, nowMs: number): SourcePrice | undefined;
  rebase?(underlying: string, priceE8: number): void;
};
