/** Collateral values of the coins of a new exchange in unified accounts. */
import type { DraftOf } from "../../core/commands/commands.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex } from "./listings.ts";
import { coinsWorth, type TradedCoin, tradedCoinOf } from "./traded-coins.ts";

type CollateralSettings = {
  readonly isDollar?: true;
  readonly isShared?: true;
  /**
   * Rate in percent that counts above each start, in whole coins; empty: the coin is no collateral.
   */
  readonly tiers: readonly (readonly [start: number, percent: number])[];
};

/** Practice coins are no collateral: they must never back debts in real coins. */
const COLLATERAL_BY_COIN: Readonly<Partial<Record<CoinCode, CollateralSettings>>> = {
  USDT: { isDollar: true, isShared: true, tiers: [[0, 100]] },
  USDC: { isDollar: true, isShared: true, tiers: [[0, 100]] },
  USD: { isDollar: true, tiers: [] },
  SUSDT: { isDollar: true, tiers: [] },
  SUSDC: { isDollar: true, tiers: [] },
  SUSD: { isDollar: true, tiers: [] },
  BTC: {
    tiers: [
      [0, 98],
      [50, 95],
      [200, 90],
      [1_000, 0],
    ],
  },
  ETH: {
    tiers: [
      [0, 97],
      [1_000, 95],
      [5_000, 90],
      [20_000, 0],
    ],
  },
  SOL: {
    tiers: [
      [0, 92],
      [20_000, 85],
      [200_000, 0],
    ],
  },
  XRP: {
    tiers: [
      [0, 92],
      [1_000_000, 85],
      [10_000_000, 0],
    ],
  },
  DOGE: {
    tiers: [
      [0, 88],
      [5_000_000, 80],
      [50_000_000, 0],
    ],
  },
};

/** Percent that counts above each start in dollars, by class of the coin. */
const LARGE_TIERS = [
  [0, 90],
  [3_000_000, 80],
  [30_000_000, 0],
] as const;
const MIDDLE_TIERS = [
  [0, 80],
  [500_000, 70],
  [5_000_000, 0],
] as const;

/** Small coins are no collateral: their books are too thin to sell it in. */
function settingsByClass(traded: TradedCoin): CollateralSettings | undefined {
  if (traded.class === "small") return undefined;
  const tiers = traded.class === "middle" ? MIDDLE_TIERS : LARGE_TIERS;
  return { tiers: tiers.map(([usd, percent]) => [coinsWorth(traded, usd), percent] as const) };
}

function settingsOf(code: CoinCode): CollateralSettings | undefined {
  const traded = tradedCoinOf(code);
  return COLLATERAL_BY_COIN[code] ?? (traded === undefined ? undefined : settingsByClass(traded));
}

const E6_PER_PERCENT = 10_000;

/** Commands for all coins that are a dollar or collateral, in listing order. */
export const COLLATERAL_TERMS: readonly DraftOf<"set_collateral">[] = CURRENCY_LISTINGS.flatMap(
  ({ code }) => {
    const settings = settingsOf(code as CoinCode);
    if (settings === undefined) return [];
    return {
      kind: "set_collateral",
      currency: coinIndex(code as CoinCode),
      isDollar: settings.isDollar === true,
      isShared: settings.isShared === true,
      tierStarts: settings.tiers.map(([start]) => start),
      ratesE6: settings.tiers.map(([, percent]) => percent * E6_PER_PERCENT),
    };
  },
);
