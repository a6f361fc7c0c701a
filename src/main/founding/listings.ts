/** Listings of a new exchange: coins, and the instruments of both realms. */

import type { Category, Realm } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { atoms, lots } from "../../core/money/units.ts";
import type { CoinClass } from "../../market-model/coins.ts";
import {
  DEMO_CODES,
  type StepDecimals,
  TRADED_COINS,
  type TradedCode,
  type TradedCoin,
} from "./traded-coins.ts";

const DECIMALS_DEFAULT = 8;
const COIN = 100_000_000n;

/** Real coins before the practice coins in the list of currencies; their order never changes. */
const FIRST_COINS = ["USDT", "USDC", "USD", "BTC", "ETH", "SOL", "XRP", "DOGE"] as const;
/** Practice coins of the symbol demo (auth-and-errors.md section 6). */
const PRACTICE_COINS = ["SUSDT", "SUSDC", "SUSD", "SBTC", "SETH", "SEOS"] as const;
export type CoinCode = (typeof FIRST_COINS)[number] | (typeof PRACTICE_COINS)[number] | TradedCode;

/**
 * Decimals of coins of which a dollar buys so many that 64 bits do not hold a market's worth of
 * hundred-millionths.
 */
const FEW_DECIMALS: Readonly<Partial<Record<CoinCode, number>>> = { PEPE: 2, SHIB: 2, BONK: 2 };

function isFirst(code: TradedCode): boolean {
  return (FIRST_COINS as readonly CoinCode[]).includes(code);
}

function currency(code: CoinCode, isPractice: boolean): DraftOf<"list_currency"> {
  const decimals = FEW_DECIMALS[code] ?? DECIMALS_DEFAULT;
  return { kind: "list_currency", code, decimals, isPractice };
}

/** Later coins are appended; the index of one in an exchange is that of its code there. */
export const CURRENCY_LISTINGS: readonly DraftOf<"list_currency">[] = [
  ...FIRST_COINS.map((code) => currency(code, false)),
  ...PRACTICE_COINS.map((code) => currency(code, true)),
  ...TRADED_COINS.filter(({ base }) => !isFirst(base)).map(({ base }) => currency(base, false)),
];

const INDEX_BY_CODE = new Map(CURRENCY_LISTINGS.map(({ code }, index) => [code, index]));

/** Returns the place of a coin in `CURRENCY_LISTINGS`; `withListedCoins` makes it an index. */
export function coinIndex(code: CoinCode): number {
  const index = INDEX_BY_CODE.get(code);
  if (index === undefined) throw new RangeError(`a listed coin, got ${code}`);
  return index;
}

/**
 * Coins with inverse contracts, and the decimals of their prices. A size step of 10^-4 ÷ tick coins
 * (decision 0057) is worth at least ten dollars of face at these decimals.
 */
const INVERSE_PRICE_DECIMALS: Readonly<Partial<Record<TradedCode, number>>> = {
  BTC: 1,
  ETH: 2,
  SOL: 3,
};

/** Price band around the reference, in millionths. */
const BANDS_E6: Readonly<Record<CoinClass, number>> = {
  major: 50_000,
  large: 50_000,
  middle: 50_000,
  small: 100_000,
};

const FUNDING_HOURS: Readonly<Record<CoinClass, number>> = {
  major: 8,
  large: 8,
  middle: 8,
  small: 4,
};

/** Face of the largest inverse order, in dollars. */
const INVERSE_SIZE_MAX = 10_000_000;

export type ListingNames = {
  readonly symbol: string;
  readonly category: Category;
  readonly base: CoinCode;
  readonly quote: CoinCode;
  readonly settle: CoinCode;
};

/** Names of an instrument, and the coin whose increments and terms it has. */
type NamedListing = { readonly names: ListingNames; readonly traded: TradedCoin };

function stepsOf(traded: TradedCoin, isSpot: boolean, isInverse: boolean): StepDecimals {
  if (isSpot) return traded.spot;
  if (!isInverse) return traded.futures;
  return { price: INVERSE_PRICE_DECIMALS[traded.base] ?? traded.futures.price, size: 0 };
}

function listing(realm: Realm, { names, traded }: NamedListing): DraftOf<"list_instrument"> {
  const isSpot = !CATEGORY_TRAITS[names.category].isFutures;
  const isInverse = names.category === "coin_futures" || names.category === "scoin_futures";
  const steps = stepsOf(traded, isSpot, isInverse);
  const largest = (isInverse ? INVERSE_SIZE_MAX : traded.sizeMax) * 10 ** steps.size;
  return {
    kind: "list_instrument",
    symbol: names.symbol,
    category: names.category,
    realm,
    base: coinIndex(names.base),
    quote: coinIndex(names.quote),
    settle: coinIndex(names.settle),
    isInverse,
    priceDecimals: steps.price,
    tickStep: 1,
    sizeDecimals: steps.size,
    lotStep: 1,
    sizeLotsMin: lots(1),
    sizeLotsMax: lots(largest),
    sizeLotsMarketMax: lots(Math.floor(largest / 4)),
    valueMin: atoms(isInverse ? 0n : isSpot ? COIN : 5n * COIN),
    makerRateE6: isSpot ? 1_000 : 200,
    takerRateE6: isSpot ? 1_000 : 600,
    buyLimitRatioE6: BANDS_E6[traded.class],
    sellLimitRatioE6: BANDS_E6[traded.class],
    leverageMin: 1,
    leverageMax: isSpot ? 1 : traded.leverageMax,
    fundingIntervalHours: FUNDING_HOURS[traded.class],
  };
}

function spotNames(base: CoinCode, quote: "USDT" | "USDC"): ListingNames {
  return { symbol: `${base}${quote}`, category: "spot", base, quote, settle: quote };
}

/**
 * Returns the perpetuals of a coin, in real or practice coins; practice symbols have the form
 * SBTCSUSDT.
 */
function perpetuals(
  base: TradedCode,
  isPractice: boolean,
): Record<"usdt" | "usdc" | "coin", ListingNames> {
  const of = (code: string): CoinCode => (isPractice ? `S${code}` : code) as CoinCode;
  const prefix = isPractice ? `S${base}S` : base;
  return {
    usdt: {
      symbol: `${prefix}USDT`,
      category: isPractice ? "susdt_futures" : "usdt_futures",
      base: of(base),
      quote: of("USDT"),
      settle: of("USDT"),
    },
    usdc: {
      symbol: `${prefix}PERP`,
      category: isPractice ? "susdc_futures" : "usdc_futures",
      base: of(base),
      quote: of("USDC"),
      settle: of("USDC"),
    },
    coin: {
      symbol: `${prefix}USD`,
      category: isPractice ? "scoin_futures" : "coin_futures",
      base: of(base),
      quote: of("USD"),
      settle: of(base),
    },
  };
}

/** Instruments that are listed before all others; their order never changes. */
function firstNames(realm: Realm): NamedListing[] {
  return TRADED_COINS.filter(({ base }) => isFirst(base)).flatMap((traded) => {
    const { base } = traded;
    const list = [spotNames(base, "USDT")];
    const { usdt } = perpetuals(base, false);
    if (base === "SOL") list.push(usdt);
    if (base === "BTC" || base === "ETH") {
      list.push(...Object.values(perpetuals(base, false)));
      if (realm === "live") list.push(...Object.values(perpetuals(base, true)));
    }
    return list.map((names) => ({ names, traded }));
  });
}

const USDC_SPOT: readonly TradedCode[] = ["BTC", "ETH", "SOL"];
const USDC_PERPETUALS: readonly TradedCode[] = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"];

/** Returns all instruments of a coin in a realm, without those of practice coins. */
function allNames(realm: Realm, traded: TradedCoin): NamedListing[] {
  const { base } = traded;
  const { coin, usdc, usdt } = perpetuals(base, false);
  const list = [spotNames(base, "USDT"), usdt];
  if (realm === "live") {
    if (USDC_SPOT.includes(base)) list.push(spotNames(base, "USDC"));
    if (USDC_PERPETUALS.includes(base)) list.push(usdc);
    if (INVERSE_PRICE_DECIMALS[base] !== undefined) list.push(coin);
  }
  return list.map((names) => ({ names, traded }));
}

/** Instruments of a realm beyond the first ones. */
function furtherNames(realm: Realm): NamedListing[] {
  const nameOf = ({ names }: NamedListing): string => `${names.category} ${names.symbol}`;
  const known = new Set(firstNames(realm).map(nameOf));
  return TRADED_COINS.filter(({ base }) => realm === "live" || DEMO_CODES.includes(base))
    .flatMap((traded) => allNames(realm, traded))
    .filter((named) => !known.has(nameOf(named)));
}

function listingsOf(realm: Realm, named: readonly NamedListing[]): DraftOf<"list_instrument">[] {
  return named.map((one) => listing(realm, one));
}

/**
 * Spot instruments and perpetuals of both realms; practice instruments are listed in the live
 * realm. Later instruments are appended.
 */
export const INSTRUMENT_LISTINGS: readonly DraftOf<"list_instrument">[] = [
  ...listingsOf("live", firstNames("live")),
  ...listingsOf("demo", firstNames("demo")),
  ...listingsOf("live", furtherNames("live")),
  ...listingsOf("demo", furtherNames("demo")),
];

/**
 * Returns the listing of a Bitcoin contract under other names, with the increments of its
 * perpetuals.
 */
export function listingOf(realm: Realm, names: ListingNames): DraftOf<"list_instrument"> {
  const [bitcoin] = TRADED_COINS;
  if (bitcoin === undefined) throw new RangeError("Bitcoin is traded");
  return listing(realm, { names, traded: bitcoin });
}
