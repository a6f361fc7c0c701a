/**
 * The coins of the generated market, one line each. Prices, volatility, correlation and turnover
 * are of the order of what public exchanges showed in 2024; nothing depends on their exact values.
 */

/** A dollar price in whole 10^-8 dollars. */
const E8 = 100_000_000;

/** `major`: BTC and ETH; `large`: busy; `middle`; `small`: thin books, seldom a trade. */
export const COIN_CLASSES = ["major", "large", "middle", "small"] as const;
export type CoinClass = (typeof COIN_CLASSES)[number];

export type ModelCoin = {
  readonly code: string;
  readonly class: CoinClass;
  /** Dollar price × 10^8 at the founding, or at the end of the generated past. */
  readonly startE8: number;
  /** Root mean square of the annual logarithmic return. */
  readonly yearlyVolatility: number;
  /** Correlation of its returns with the movement that all coins share. */
  readonly marketShare: number;
  /** Average turnover a day in dollars of its USDT perpetual; spot has about a third. */
  readonly dailyTurnover: number;
  /** Interval in ms at which its price moves and its makers amend their quotes. */
  readonly stepMs: number;
};

const STEP_MS: Readonly<Record<CoinClass, number>> = {
  major: 100,
  large: 500,
  middle: 2_000,
  small: 5_000,
};

/** Price in dollars, volatility, market share, and turnover in millions of dollars a day. */
type Row = readonly [
  code: string,
  coinClass: CoinClass,
  price: number,
  volatility: number,
  share: number,
  millions: number,
];

const ROWS: readonly Row[] = [
  ["BTC", "major", 61_700, 0.7, 0.97, 12_000],
  ["ETH", "major", 2_681, 0.82, 0.93, 6_000],
  ["SOL", "large", 155, 1.05, 0.85, 420],
  ["XRP", "large", 0.61, 0.95, 0.78, 210],
  ["DOGE", "large", 0.105, 1.1, 0.81, 190],
  ["BNB", "large", 512, 0.72, 0.81, 150],
  ["ADA", "middle", 0.345, 0.95, 0.83, 60],
  ["AVAX", "middle", 21.8, 1.05, 0.84, 55],
  ["LINK", "middle", 10.4, 1, 0.81, 55],
  ["DOT", "middle", 4.55, 0.95, 0.83, 32],
  ["LTC", "middle", 60.5, 0.85, 0.81, 45],
  ["BCH", "middle", 345, 0.98, 0.79, 38],
  ["TRX", "middle", 0.128, 0.6, 0.7, 30],
  ["NEAR", "middle", 4.1, 1.15, 0.82, 45],
  ["UNI", "middle", 5.9, 1.08, 0.78, 28],
  ["ATOM", "middle", 4.7, 0.98, 0.82, 20],
  ["FIL", "middle", 3.65, 1.05, 0.81, 28],
  ["APT", "middle", 6.05, 1.12, 0.81, 28],
  ["ARB", "middle", 0.56, 1.1, 0.82, 32],
  ["OP", "middle", 1.38, 1.14, 0.82, 30],
  ["SUI", "middle", 0.88, 1.25, 0.77, 60],
  ["INJ", "middle", 18.3, 1.2, 0.8, 24],
  ["ETC", "middle", 18.9, 0.92, 0.82, 18],
  ["EOS", "small", 0.49, 0.9, 0.81, 9],
  ["XLM", "small", 0.099, 0.85, 0.77, 8],
  ["AAVE", "small", 99.5, 1.1, 0.77, 14],
  ["ICP", "small", 7.7, 1.05, 0.81, 9],
  ["HBAR", "small", 0.056, 0.98, 0.78, 7],
  ["VET", "small", 0.0226, 1, 0.81, 6],
  ["ALGO", "small", 0.123, 0.98, 0.8, 6],
  ["GRT", "small", 0.154, 1.15, 0.8, 6],
  ["SAND", "small", 0.257, 1.08, 0.81, 6],
  ["MANA", "small", 0.268, 1.05, 0.81, 4],
  ["AXS", "small", 4.75, 1.08, 0.79, 5],
  ["CRV", "small", 0.283, 1.25, 0.73, 7],
  ["LDO", "small", 1.06, 1.2, 0.77, 8],
  ["IMX", "small", 1.15, 1.18, 0.78, 5],
  ["SEI", "small", 0.282, 1.28, 0.78, 9],
  ["TIA", "small", 5.25, 1.35, 0.75, 13],
  ["JUP", "small", 0.815, 1.3, 0.73, 8],
  ["PEPE", "small", 0.0000078, 1.6, 0.72, 75],
  ["SHIB", "small", 0.0000136, 1.15, 0.79, 25],
  ["WIF", "small", 1.62, 1.75, 0.7, 55],
  ["BONK", "small", 0.0000183, 1.65, 0.7, 20],
  ["FET", "small", 0.93, 1.4, 0.73, 22],
  ["GALA", "small", 0.0188, 1.25, 0.77, 9],
];

/** All coins with a moving price; the first is Bitcoin. */
export const MODEL_COINS: readonly ModelCoin[] = ROWS.map(
  ([code, coinClass, price, yearlyVolatility, marketShare, millions]) => ({
    code,
    class: coinClass,
    startE8: Math.round(price * E8),
    yearlyVolatility,
    marketShare,
    dailyTurnover: millions * 1_000_000,
    stepMs: STEP_MS[coinClass],
  }),
);

const BY_CODE = new Map(MODEL_COINS.map((coin) => [coin.code, coin]));

/** Returns the coin with a code; `undefined` for one that the generated market does not have. */
export function modelCoin(code: string): ModelCoin | undefined {
  return BY_CODE.get(code);
}

/** Coins that stay at one dollar, apart from deviations of a few basis points. */
export const STABLE_COINS: readonly string[] = ["USDT", "USDC"];
