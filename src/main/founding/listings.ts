/** Listings of a new exchange: coins, and the instruments of both realms. */

import type { Category, Realm } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { atoms, lots } from "../../core/money/units.ts";

const DECIMALS = 8;
const COIN = 100_000_000n;

const COINS = ["USDT", "USDC", "USD", "BTC", "ETH", "SOL", "XRP", "DOGE"] as const;
/** Practice coins of the symbol demo (auth-and-errors.md section 6). */
const PRACTICE_COINS = ["SUSDT", "SUSDC", "SUSD", "SBTC", "SETH", "SEOS"] as const;
export type CoinCode = (typeof COINS)[number] | (typeof PRACTICE_COINS)[number];

export const CURRENCY_LISTINGS: readonly DraftOf<"list_currency">[] = [
  ...COINS.map((code) => ({ code, isPractice: false })),
  ...PRACTICE_COINS.map((code) => ({ code, isPractice: true })),
].map((coin) => ({ kind: "list_currency", decimals: DECIMALS, ...coin }));

/** Returns the index of a coin in listing order. */
export function coinIndex(code: CoinCode): number {
  return CURRENCY_LISTINGS.findIndex((listing) => listing.code === code);
}

/** Decimals of price and size; a tick and a lot are one unit of the last decimal. */
type StepDecimals = { readonly price: number; readonly size: number };
type Traded = {
  readonly base: CoinCode;
  readonly spot: StepDecimals;
  readonly futures: StepDecimals;
  /** Largest limit order in whole coins; the largest market order is a quarter of it. */
  readonly sizeMax: number;
  readonly leverageMax: number;
};

const TRADED: readonly Traded[] = [
  {
    base: "BTC",
    spot: { price: 2, size: 6 },
    futures: { price: 1, size: 4 },
    sizeMax: 1_200,
    leverageMax: 125,
  },
  {
    base: "ETH",
    spot: { price: 2, size: 4 },
    futures: { price: 2, size: 2 },
    sizeMax: 20_000,
    leverageMax: 100,
  },
  {
    base: "SOL",
    spot: { price: 2, size: 4 },
    futures: { price: 2, size: 1 },
    sizeMax: 300_000,
    leverageMax: 75,
  },
  {
    base: "XRP",
    spot: { price: 4, size: 2 },
    futures: { price: 4, size: 0 },
    sizeMax: 20_000_000,
    leverageMax: 75,
  },
  {
    base: "DOGE",
    spot: { price: 5, size: 2 },
    futures: { price: 5, size: 0 },
    sizeMax: 100_000_000,
    leverageMax: 75,
  },
];

export type ListingNames = {
  readonly symbol: string;
  readonly category: Category;
  readonly base: CoinCode;
  readonly quote: CoinCode;
  readonly settle: CoinCode;
};

function listing(realm: Realm, names: ListingNames, traded: Traded): DraftOf<"list_instrument"> {
  const isSpot = names.category === "spot";
  const isInverse = names.category === "coin_futures" || names.category === "scoin_futures";
  const steps = isSpot ? traded.spot : traded.futures;
  const sizeDecimals = isInverse ? 0 : steps.size;
  const largest = isInverse ? 10_000_000 : traded.sizeMax * 10 ** sizeDecimals;
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
    sizeDecimals,
    lotStep: 1,
    sizeLotsMin: lots(1),
    sizeLotsMax: lots(largest),
    sizeLotsMarketMax: lots(Math.floor(largest / 4)),
    valueMin: atoms(isInverse ? 0n : isSpot ? COIN : 5n * COIN),
    makerRateE6: isSpot ? 1_000 : 200,
    takerRateE6: isSpot ? 1_000 : 600,
    buyLimitRatioE6: 50_000,
    sellLimitRatioE6: 50_000,
    leverageMin: 1,
    leverageMax: isSpot ? 1 : traded.leverageMax,
    fundingIntervalHours: 8,
  };
}

/**
 * Returns the perpetuals of a coin, in real or practice coins; practice symbols have the form
 * SBTCSUSDT.
 */
function perpetuals(base: "BTC" | "ETH", isPractice: boolean): ListingNames[] {
  const of = (code: string): CoinCode => (isPractice ? `S${code}` : code) as CoinCode;
  const prefix = isPractice ? `S${base}S` : base;
  return [
    {
      symbol: `${prefix}USDT`,
      category: isPractice ? "susdt_futures" : "usdt_futures",
      base: of(base),
      quote: of("USDT"),
      settle: of("USDT"),
    },
    {
      symbol: `${prefix}PERP`,
      category: isPractice ? "susdc_futures" : "usdc_futures",
      base: of(base),
      quote: of("USDC"),
      settle: of("USDC"),
    },
    {
      symbol: `${prefix}USD`,
      category: isPractice ? "scoin_futures" : "coin_futures",
      base: of(base),
      quote: of("USD"),
      settle: of(base),
    },
  ];
}

function namesOf(realm: Realm): { names: ListingNames; traded: Traded }[] {
  const list: { names: ListingNames; traded: Traded }[] = [];
  for (const traded of TRADED) {
    const { base } = traded;
    const pair = { symbol: `${base}USDT`, base, quote: "USDT", settle: "USDT" } as const;
    list.push({ names: { ...pair, category: "spot" }, traded });
    if (base === "BTC" || base === "ETH") {
      for (const names of perpetuals(base, false)) list.push({ names, traded });
      if (realm !== "live") continue;
      for (const names of perpetuals(base, true)) list.push({ names, traded });
    } else if (base === "SOL") {
      list.push({ names: { ...pair, category: "usdt_futures" }, traded });
    }
  }
  return list;
}

/**
 * Spot instruments and perpetuals of both realms; practice instruments are listed in the live
 * realm.
 */
export const INSTRUMENT_LISTINGS: readonly DraftOf<"list_instrument">[] = [
  ...namesOf("live").map(({ names, traded }) => listing("live", names, traded)),
  ...namesOf("demo").map(({ names, traded }) => listing("demo", names, traded)),
];

/**
 * Returns the listing of a Bitcoin contract under other names, with the increments of its
 * perpetuals.
 */
export function listingOf(realm: Realm, names: ListingNames): DraftOf<"list_instrument"> {
  const [bitcoin] = TRADED;
  if (bitcoin === undefined) throw new RangeError("Bitcoin is traded");
  return listing(realm, names, bitcoin);
}
