import type { Category } from "../core/base/vocabulary.ts";

/** Contracts and markets of one coin that have a fair price of their own. */
export const PRODUCTS = ["spot", "usdt", "usdc", "coin", "dated"] as const;
export type Product = (typeof PRODUCTS)[number];

const PERPETUALS: Readonly<Record<Category, Product>> = {
  spot: "spot",
  usdt_futures: "usdt",
  usdc_futures: "usdc",
  coin_futures: "coin",
  susdt_futures: "usdt",
  susdc_futures: "usdc",
  scoin_futures: "coin",
};

/** Returns the product of an instrument; a futures contract that is not perpetual is dated. */
export function productOf({
  category,
  isPerpetual,
}: {
  readonly category: Category;
  readonly isPerpetual: boolean;
}): Product {
  const perpetual = PERPETUALS[category];
  return perpetual === "spot" || isPerpetual ? perpetual : "dated";
}

/** How lively the generated market is; `off` generates nothing (decision 0081). */
export const PRESETS = ["calm", "normal", "wild", "crash", "thin", "off"] as const;
export type Preset = (typeof PRESETS)[number];

/**
 * The market outside the exchange as agents and the index feed see it: one price per coin, its
 * volatility and activity, and the basis of its contracts. Floating point; prices in dollars.
 */
export type OutsideMarket = {
  /** Moves every coin whose step is due at `nowMs`, and returns the codes of those that moved. */
  advance(nowMs: number): readonly string[];
  /** Dollar price of a coin; 1 for `USD`; `undefined` for an unknown code. */
  price(code: string): number | undefined;
  /** Present volatility as a multiple of the coin's yearly one: 1 is normal. */
  volatility(code: string): number;
  /** Expected turnover now as a multiple of the average one; rises with volatility. */
  activity(code: string): number;
  /**
   * Fair price of a product ÷ outside price − 1; 0 for spot. `msLeft` is the time to delivery of a
   * dated contract.
   */
  basis(code: string, product: Product, msLeft?: number): number;
  /**
   * Records that outsiders bought (or, negative, sold) a coin worth `dollars` from the agents, in
   * any product: the price moves by the permanent and the decaying impact. `atPrice` is the dollar
   * price at which the value was counted, by default the present price: the impact counts coins.
   */
  outsidersBought(code: string, dollars: number, atPrice?: number): void;
};
