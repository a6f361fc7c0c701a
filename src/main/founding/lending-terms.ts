/** Lending of a new exchange: loan terms of the coins that are lent, and the lending pools. */

import { REALMS, type Realm } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { MARGIN_RULES_DEFAULT } from "../../core/lending/loan-terms.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, coinIndex } from "./listings.ts";
import { coinsWorth, DEMO_CODES, TRADED_COINS, type TradedCoin } from "./traded-coins.ts";

type Terms = DraftOf<"set_loan_terms">;
type Endowment = DraftOf<"endow">;
type Rules = DraftOf<"set_margin_rules">;

const COIN = 100_000_000;

/** Lending settings of a coin. */
type Lent = {
  readonly coin: CoinCode;
  /** Interest rate per day, in hundred-millionths. */
  readonly dailyRateE8: number;
  /** Unrealised loss, in whole coins, that costs unified accounts no interest. */
  readonly interestFree: number;
  /** Initial funds of the pool, in whole coins. */
  readonly pool: bigint;
  /** Largest loan of each tier, in whole coins. */
  readonly tiers: readonly [number, number, number];
};

const VALUATION_COIN = "USDT";

const FIRST_LENT: readonly Lent[] = [
  {
    coin: "USDT",
    dailyRateE8: 20_000,
    interestFree: 50_000,
    pool: 100_000_000n,
    tiers: [100_000, 500_000, 2_000_000],
  },
  {
    coin: "BTC",
    dailyRateE8: 5_000,
    interestFree: 1,
    pool: 2_000n,
    tiers: [2, 10, 40],
  },
  {
    coin: "ETH",
    dailyRateE8: 6_000,
    interestFree: 15,
    pool: 30_000n,
    tiers: [30, 150, 600],
  },
  {
    coin: "SOL",
    dailyRateE8: 12_000,
    interestFree: 250,
    pool: 500_000n,
    tiers: [500, 2_500, 10_000],
  },
  {
    coin: "XRP",
    dailyRateE8: 15_000,
    interestFree: 20_000,
    pool: 20_000_000n,
    tiers: [40_000, 200_000, 800_000],
  },
  {
    coin: "DOGE",
    dailyRateE8: 15_000,
    interestFree: 100_000,
    pool: 100_000_000n,
    tiers: [200_000, 1_000_000, 4_000_000],
  },
];

/** The same in dollars, for coins without settings of their own. */
const LARGE = {
  dailyRateE8: 15_000,
  interestFree: 10_000,
  pool: 20_000_000,
  tiers: [80_000, 400_000, 1_600_000],
} as const;
const MIDDLE = {
  dailyRateE8: 20_000,
  interestFree: 5_000,
  pool: 5_000_000,
  tiers: [20_000, 100_000, 400_000],
} as const;

/** Small coins are not lent: their books are too thin to buy back a loan in. */
function lentByClass(traded: TradedCoin): Lent[] {
  const isFirst = FIRST_LENT.some(({ coin }) => coin === traded.base);
  if (isFirst || traded.class === "small") return [];
  const settings = traded.class === "middle" ? MIDDLE : LARGE;
  const { dailyRateE8, interestFree, pool, tiers } = settings;
  const worth = (dollars: number): number => coinsWorth(traded, dollars);
  return [
    {
      ...{ coin: traded.base, dailyRateE8, interestFree: worth(interestFree) },
      pool: BigInt(worth(pool)),
      tiers: [worth(tiers[0]), worth(tiers[1]), worth(tiers[2])],
    },
  ];
}

const LENT: readonly Lent[] = [...FIRST_LENT, ...TRADED_COINS.flatMap(lentByClass)];

function lentIn(realm: Realm): readonly Lent[] {
  const demo: readonly CoinCode[] = [VALUATION_COIN, ...DEMO_CODES];
  return LENT.filter(({ coin }) => realm === "live" || demo.includes(coin));
}

const ISOLATED = { tierLeverages: [10, 5, 3], tierMaintenanceE6: [50_000, 80_000, 100_000] };
const CROSSED = { tierLeverages: [3, 3, 2], tierMaintenanceE6: [80_000, 100_000, 120_000] };

/** Returns the index of a coin's spot pair against the valuation coin; undefined without one. */
export type PairIndex = (realm: Realm, coin: CoinCode) => number | undefined;

function termsOf(lent: Lent, realm: Realm, scope: Pick<Terms, "instrument" | "pricedBy">): Terms {
  const isUnified = scope.instrument === 0;
  return {
    kind: "set_loan_terms",
    realm,
    ...scope,
    currency: coinIndex(lent.coin),
    dailyRateE8: lent.dailyRateE8,
    amountMin: atoms(1n),
    tierAmounts: lent.tiers.map((whole) => whole * COIN),
    interestFree: atoms(isUnified ? BigInt(lent.interestFree) * BigInt(COIN) : 0n),
    ...(isUnified ? CROSSED : ISOLATED),
  };
}

function isolatedTerms(realm: Realm, pairIndex: PairIndex): Terms[] {
  const lent = lentIn(realm);
  return lent
    .filter(({ coin }) => coin !== VALUATION_COIN)
    .flatMap((base) => {
      const pair = pairIndex(realm, base.coin);
      if (pair === undefined) return [];
      const coins = lent.filter(({ coin }) => coin === VALUATION_COIN || coin === base.coin);
      return coins.map((one) => termsOf(one, realm, { instrument: pair + 1, pricedBy: 0 }));
    });
}

function crossedTerms(realm: Realm, pairIndex: PairIndex): Terms[] {
  return lentIn(realm).flatMap((lent) => {
    if (lent.coin === VALUATION_COIN) return termsOf(lent, realm, { instrument: 0, pricedBy: 0 });
    const pair = pairIndex(realm, lent.coin);
    if (pair === undefined) return [];
    return termsOf(lent, realm, { instrument: 0, pricedBy: pair + 1 });
  });
}

/**
 * Returns all loan terms; per realm, those of the coin that values the others come first. A coin
 * without a pair is not lent.
 */
export function loanTerms(pairIndex: PairIndex): Terms[] {
  return REALMS.flatMap((realm) => [
    ...crossedTerms(realm, pairIndex),
    ...isolatedTerms(realm, pairIndex),
  ]);
}

const POOL_SHARE_E6 = 200_000;
const POOL_LOSS_SHARE_E6 = 10_000;

/** Rules of margin accounts: the defaults, with limits on the pools. */
export const MARGIN_RULES: Rules = {
  kind: "set_margin_rules",
  warningRiskE6: MARGIN_RULES_DEFAULT.warningRisk,
  liquidationRiskE6: MARGIN_RULES_DEFAULT.liquidationRisk,
  liquidationFeeE6: MARGIN_RULES_DEFAULT.liquidationFee,
  haircutE6: MARGIN_RULES_DEFAULT.haircut,
  repaymentSpreadE6: MARGIN_RULES_DEFAULT.repaymentSpread,
  repaymentHourlyUsd: MARGIN_RULES_DEFAULT.repaymentHourlyUsd,
  poolShareE6: POOL_SHARE_E6,
  poolLossShareE6: POOL_LOSS_SHARE_E6,
};

/** Initial balances of the lending pools. */
export const POOL_ENDOWMENTS: readonly Endowment[] = REALMS.flatMap((realm) =>
  lentIn(realm).map(({ coin, pool }) => ({
    kind: "endow",
    realm,
    wallet: "lending_pool",
    currency: coinIndex(coin),
    amount: atoms(pool * BigInt(COIN)),
  })),
);
