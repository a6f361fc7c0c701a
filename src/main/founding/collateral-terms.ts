/** What the coins of a new exchange count for as margin of unified accounts. */
import type { DraftOf } from "../../core/commands.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex } from "./listings.ts";

type Terms = {
  readonly isDollar?: true;
  readonly isShared?: true;
  /** From how many whole coins on, which share counts, in per cent; none: no collateral. */
  readonly tiers: readonly (readonly [start: number, percent: number])[];
};

/** Practice coins are no collateral: they may never back what is owed in real ones. */
const TERMS: Readonly<Partial<Record<CoinCode, Terms>>> = {
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

const E6_PER_PERCENT = 10_000;

/** One command per coin that is a dollar or collateral, in listing order. */
export const COLLATERAL_TERMS: readonly DraftOf<"set_collateral">[] = CURRENCY_LISTINGS.flatMap(
  ({ code }) => {
    const terms = TERMS[code as CoinCode];
    if (terms === undefined) return [];
    return {
      kind: "set_collateral",
      currency: coinIndex(code as CoinCode),
      isDollar: terms.isDollar === true,
      isShared: terms.isShared === true,
      tierStarts: terms.tiers.map(([start]) => start),
      ratesE6: terms.tiers.map(([, percent]) => percent * E6_PER_PERCENT),
    };
  },
);
