/** Scale of prices: prices of one whole unit in US dollars are safe integers in 10^-8 dollars. */
export const PRICE_SCALE = 100_000_000;

export type SourcePrice = {
  readonly priceE8: number;
  /** Time at which the source observed the price, in ms of the clock of `IndexPort`. */
  readonly observedAtMs: number;
};

/**
 * Ranks of sources in order of preference. The index is composed of the sources of one rank; a
 * later rank is used only while no earlier one has a fresh price.
 */
export const SOURCE_RANKS = ["feed", "replayed", "generated"] as const;
export type SourceRank = (typeof SOURCE_RANKS)[number];

/**
 * A source of prices: posted, replayed or generated. `rebase` sets its price to the current index,
 * so that the source can take over from preferred sources without a jump.
 */
export type PriceSource = {
  readonly name: string;
  readonly rank: SourceRank;
  /** Weight among the sources of the same rank; an integer of at least 1. */
  readonly weight: number;
  price(underlying: string, nowMs: number): SourcePrice | undefined;
  rebase?(underlying: string, priceE8: number): void;
};
