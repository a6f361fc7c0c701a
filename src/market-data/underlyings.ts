import { PRICE_SCALE } from "./price-source.ts";

/** Initial price (dollars × 10^8) and volatility of a generated underlying. */
export type Underlying = {
  readonly code: string;
  readonly startE8: number;
  /** Standard deviation of the annual logarithmic return. */
  readonly yearlyVolatility: number;
  /** Correlation with the price movement shared by all coins. */
  readonly marketShare: number;
  /** Whether the price stays at one dollar, apart from small deviations. */
  readonly isStable: boolean;
};

const coin = (code: string, startE8: number, yearlyVolatility: number): Underlying => ({
  code,
  startE8,
  yearlyVolatility,
  marketShare: code === "BTC" ? 0.9 : 0.75,
  isStable: false,
});

const dollar = (code: string): Underlying => ({
  code,
  startE8: PRICE_SCALE,
  yearlyVolatility: 0.004,
  marketShare: 0,
  isStable: true,
});

export const UNDERLYINGS: readonly Underlying[] = [
  coin("BTC", 61_700_00000000, 0.5),
  coin("ETH", 2_681_00000000, 0.65),
  coin("SOL", 155_00000000, 0.85),
  coin("XRP", 61000000, 0.8),
  coin("DOGE", 10500000, 0.95),
  coin("EOS", 49000000, 0.95),
  dollar("USDT"),
  dollar("USDC"),
];

const CODES = new Set(UNDERLYINGS.map(({ code }) => code));

/**
 * Returns the underlying of a currency. Demo coins (SBTC, SUSDT …) have the underlying that follows
 * the S in their code.
 */
export function underlyingOf(currencyCode: string): string {
  if (CODES.has(currencyCode) || !currencyCode.startsWith("S")) return currencyCode;
  const named = currencyCode.slice(1);
  return CODES.has(named) || named === "USD" ? named : currencyCode;
}
