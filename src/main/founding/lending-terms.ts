/** What a new exchange lends: loan terms of every spot pair, and the funds behind them. */
import type { DraftOf } from "../../core/commands.ts";
import { MARGIN_RULES_DEFAULT } from "../../core/loans/loan-terms.ts";
import { atoms } from "../../core/money/units.ts";
import { REALMS, type Realm } from "../../core/vocabulary.ts";
import { type CoinCode, coinIndex, INSTRUMENT_LISTINGS } from "./listings.ts";

type Terms = DraftOf<"set_loan_terms">;
type Endowment = DraftOf<"endow">;
type Rules = DraftOf<"set_margin_rules">;

const COIN = 100_000_000;

/** A lent coin: daily rate in hundred-millionths, and whole coins. */
type Lent = {
  readonly coin: CoinCode;
  readonly dailyRateE8: number;
  /** Whole coins of an unrealised loss that unified accounts pay no interest for. */
  readonly interestFree: number;
  readonly pool: bigint;
  /** The largest loan of each tier. */
  readonly tiers: readonly [number, number, number];
};

const MONEY = "USDT";

const LENT: readonly Lent[] = [
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

const ISOLATED = { tierLeverages: [10, 5, 3], tierMaintenanceE6: [50_000, 80_000, 100_000] };
const CROSSED = { tierLeverages: [3, 3, 2], tierMaintenanceE6: [80_000, 100_000, 120_000] };

/** Index of a coin's spot pair in the order of listing. */
function pairIndex(realm: Realm, coin: CoinCode): number {
  return INSTRUMENT_LISTINGS.findIndex(
    (one) => one.realm === realm && one.category === "spot" && one.base === coinIndex(coin),
  );
}

function terms(lent: Lent, realm: Realm, place: Pick<Terms, "instrument" | "pricedBy">): Terms {
  const isUnified = place.instrument === 0;
  return {
    kind: "set_loan_terms",
    realm,
    ...place,
    currency: coinIndex(lent.coin),
    dailyRateE8: lent.dailyRateE8,
    amountMin: atoms(1n),
    tierAmounts: lent.tiers.map((whole) => whole * COIN),
    interestFree: atoms(isUnified ? BigInt(lent.interestFree) * BigInt(COIN) : 0n),
    ...(isUnified ? CROSSED : ISOLATED),
  };
}

function isolatedTerms(realm: Realm): Terms[] {
  return LENT.filter(({ coin }) => coin !== MONEY).flatMap((base) => {
    const instrument = pairIndex(realm, base.coin) + 1;
    const coins = LENT.filter(({ coin }) => coin === MONEY || coin === base.coin);
    return coins.map((lent) => terms(lent, realm, { instrument, pricedBy: 0 }));
  });
}

function crossedTerms(realm: Realm): Terms[] {
  return LENT.map((lent) => {
    const pricedBy = lent.coin === MONEY ? 0 : pairIndex(realm, lent.coin) + 1;
    return terms(lent, realm, { instrument: 0, pricedBy });
  });
}

/** All loan terms; the coin that the others are valued in comes first. */
export const LOAN_TERMS: readonly Terms[] = REALMS.flatMap((realm) => [
  ...crossedTerms(realm),
  ...isolatedTerms(realm),
]);

const POOL_SHARE_E6 = 200_000;
const POOL_LOSS_SHARE_E6 = 10_000;

/** The rules of margin accounts: those that hold until they are set, with limits on the pools. */
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

/** What the lending pools start with. */
export const POOL_ENDOWMENTS: readonly Endowment[] = REALMS.flatMap((realm) =>
  LENT.map(({ coin, pool }) => ({
    kind: "endow",
    realm,
    wallet: "lending_pool",
    currency: coinIndex(coin),
    amount: atoms(pool * BigInt(COIN)),
  })),
);
