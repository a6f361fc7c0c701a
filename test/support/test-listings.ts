/** What the exchange of gateway tests lists: round terms, one instrument of each kind. */

import type { Category, Realm } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import { atoms, lots } from "../../src/core/money/units.ts";

/** Decimals of every currency here. */
export const COIN_DECIMALS = 8;
/** Atoms of one whole coin. */
export const COIN = 100_000_000n;

export const TEST_CURRENCIES = [
  { code: "USDT", isPractice: false },
  { code: "BTC", isPractice: false },
  { code: "ETH", isPractice: false },
  { code: "USDC", isPractice: false },
  { code: "USD", isPractice: false },
  { code: "SUSDT", isPractice: true },
  { code: "SBTC", isPractice: true },
] as const;
export type TestCurrency = (typeof TEST_CURRENCIES)[number]["code"];

/** Index of a test currency, which is also its index in the core. */
export function currencyIndex(code: TestCurrency): number {
  return TEST_CURRENCIES.findIndex((currency) => currency.code === code);
}

/** Dollar coins and BTC count in full, ETH by nine tenths; the others not at all. */
export const TEST_COLLATERALS = (
  [
    ["USDT", true, 1_000_000],
    ["BTC", false, 1_000_000],
    ["ETH", false, 900_000],
    ["USDC", true, 1_000_000],
  ] as const
).map(([code, isDollar, rateE6]) => ({
  currency: currencyIndex(code),
  isDollar,
  isShared: isDollar,
  tierStarts: [0],
  ratesE6: [rateE6],
}));

export interface TestListing {
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly base: TestCurrency;
  readonly quote: TestCurrency;
  readonly settle: TestCurrency;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** The index price in ticks, set when the exchange starts. */
  readonly index: number;
}

const SPOT = { category: "spot", quote: "USDT", settle: "USDT" } as const;
const LINEAR = { category: "usdt_futures", quote: "USDT", settle: "USDT" } as const;

/** BTC stands at 50,000 and ETH at 2,000 dollars. */
export const TEST_LISTINGS: readonly TestListing[] = [
  {
    ...SPOT,
    symbol: "BTCUSDT",
    realm: "live",
    base: "BTC",
    priceDecimals: 2,
    sizeDecimals: 6,
    index: 5_000_000,
  },
  {
    ...SPOT,
    symbol: "ETHUSDT",
    realm: "live",
    base: "ETH",
    priceDecimals: 2,
    sizeDecimals: 4,
    index: 200_000,
  },
  {
    ...LINEAR,
    symbol: "BTCUSDT",
    realm: "live",
    base: "BTC",
    priceDecimals: 1,
    sizeDecimals: 4,
    index: 500_000,
  },
  {
    ...LINEAR,
    symbol: "ETHUSDT",
    realm: "live",
    base: "ETH",
    priceDecimals: 2,
    sizeDecimals: 2,
    index: 200_000,
  },
  {
    symbol: "BTCPERP",
    category: "usdc_futures",
    realm: "live",
    base: "BTC",
    quote: "USDC",
    settle: "USDC",
    priceDecimals: 1,
    sizeDecimals: 4,
    index: 500_000,
  },
  {
    symbol: "BTCUSD",
    category: "coin_futures",
    realm: "live",
    base: "BTC",
    quote: "USD",
    settle: "BTC",
    priceDecimals: 1,
    sizeDecimals: 0,
    index: 500_000,
  },
  {
    symbol: "SBTCSUSDT",
    category: "susdt_futures",
    realm: "live",
    base: "SBTC",
    quote: "SUSDT",
    settle: "SUSDT",
    priceDecimals: 1,
    sizeDecimals: 4,
    index: 500_000,
  },
  {
    ...SPOT,
    symbol: "BTCUSDT",
    realm: "demo",
    base: "BTC",
    priceDecimals: 2,
    sizeDecimals: 6,
    index: 5_000_000,
  },
  {
    ...LINEAR,
    symbol: "BTCUSDT",
    realm: "demo",
    base: "BTC",
    priceDecimals: 1,
    sizeDecimals: 4,
    index: 500_000,
  },
];

/** The terms of `list_instrument`, without its stamp. */
export function listingTerms(listing: TestListing): DraftOf<"list_instrument"> {
  const isSpot = listing.category === "spot";
  return {
    kind: "list_instrument",
    symbol: listing.symbol,
    category: listing.category,
    realm: listing.realm,
    base: currencyIndex(listing.base),
    quote: currencyIndex(listing.quote),
    settle: currencyIndex(listing.settle),
    isInverse: listing.category === "coin_futures" || listing.category === "scoin_futures",
    priceDecimals: listing.priceDecimals,
    tickStep: 1,
    sizeDecimals: listing.sizeDecimals,
    lotStep: 1,
    sizeLotsMin: lots(1),
    sizeLotsMax: lots(100_000_000),
    sizeLotsMarketMax: lots(10_000_000),
    valueMin: atoms(isSpot ? COIN : 5n * COIN),
    makerRateE6: isSpot ? 1_000 : 200,
    takerRateE6: isSpot ? 1_000 : 600,
    buyLimitRatioE6: 50_000,
    sellLimitRatioE6: 50_000,
    leverageMin: isSpot ? 0 : 1,
    leverageMax: isSpot ? 0 : 125,
    fundingIntervalHours: isSpot ? 0 : 8,
  };
}
