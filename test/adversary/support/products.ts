/** The ways in which Bitcoin is traded in the default market: each attack runs on all of them. */
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { Coin, PersonPlan } from "./adversary-market.ts";

export type Side = "buy" | "sell";

export type Product = {
  readonly name: string;
  readonly kind: "spot" | "margin" | "futures";
  readonly isUnified: boolean;
  /** Whether the position, or the pair's loans, stand on money of their own. */
  readonly isIsolated: boolean;
  readonly symbol: string;
  /** Category word of v3. */
  readonly category: string;
  /** Wallet that the product's orders draw on. */
  readonly wallet: Wallet;
  /** The coin of margin on futures, the quote coin on spot. */
  readonly money: Coin;
  readonly isInverse: boolean;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
};

const SPOT: Product = {
  name: "spot",
  kind: "spot",
  isUnified: false,
  isIsolated: false,
  symbol: "BTCUSDT",
  category: "SPOT",
  wallet: "spot",
  money: "USDT",
  isInverse: false,
  priceDecimals: 2,
  sizeDecimals: 6,
};
const USDT: Product = {
  ...SPOT,
  name: "USDT futures",
  kind: "futures",
  category: "USDT-FUTURES",
  wallet: "usdt_futures",
  priceDecimals: 1,
  sizeDecimals: 4,
};
const USDC: Product = {
  ...USDT,
  name: "USDC futures",
  symbol: "BTCPERP",
  category: "USDC-FUTURES",
  wallet: "usdc_futures",
  money: "USDC",
};
const INVERSE: Product = {
  ...USDT,
  name: "inverse futures",
  symbol: "BTCUSD",
  category: "COIN-FUTURES",
  wallet: "coin_futures",
  money: "BTC",
  isInverse: true,
  sizeDecimals: 3,
};

function isolated(product: Product): Product {
  return { ...product, name: `${product.name}, isolated`, isIsolated: true };
}

function unified(product: Product): Product {
  return { ...product, name: `${product.name}, unified`, isUnified: true, wallet: "unified" };
}

export const SPOT_PRODUCTS: readonly Product[] = [SPOT, unified(SPOT)];

const MARGIN: Product = { ...SPOT, kind: "margin", category: "MARGIN" };
export const MARGIN_PRODUCTS: readonly Product[] = [
  { ...MARGIN, name: "crossed margin", wallet: "crossed_margin" },
  { ...MARGIN, name: "isolated margin", wallet: "isolated_margin", isIsolated: true },
  { ...MARGIN, name: "unified margin", wallet: "unified", isUnified: true },
];

export const FUTURES_PRODUCTS: readonly Product[] = [
  USDT,
  isolated(USDT),
  unified(USDT),
  USDC,
  isolated(USDC),
  unified(USDC),
  INVERSE,
  isolated(INVERSE),
  unified(INVERSE),
];

/** The plain book that a product trades in, for people who bring money of their own. */
export function spotOf(product: Product): Product {
  return product.isUnified ? unified(SPOT) : SPOT;
}

/** A person with so many dollars to trade a product with; on spot as much again in Bitcoin. */
export function personFor(product: Product, dollars: number, price: number): PersonPlan {
  const accountKind = product.isUnified ? "unified" : "classic";
  const coins = Math.round((dollars / price) * 1e8) / 1e8;
  const wallet = product.isUnified ? "unified" : "spot";
  if (product.kind === "futures") {
    const amount = product.money === "BTC" ? coins : dollars;
    return { accountKind, funds: [[product.wallet, product.money, amount]] };
  }
  return {
    accountKind,
    funds: [
      [wallet, "USDT", dollars],
      [wallet, "BTC", coins],
    ],
  };
}

/** The other side. */
export function opposite(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}

/** A price so far beyond another in a side's losing direction: above for buys, below for sells. */
export function worse(side: Side, price: number, share: number): number {
  return side === "buy" ? price * (1 + share) : price * (1 - share);
}

/** As far beyond in the side's favour. */
export function better(side: Side, price: number, share: number): number {
  return worse(opposite(side), price, share);
}
