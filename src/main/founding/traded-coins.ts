/**
 * Coins of a new exchange with their increments, one line each. Relative to the price, ticks are
 * about as large as on public exchanges.
 */
import { type CoinClass, modelCoin } from "../../market-model/coins.ts";

/**
 * Decimals of prices and of sizes: a tick and a lot are one unit of the last decimal. Their sum is
 * at most 8, because a tick times a lot is a whole number of atoms of the quote coin. Lots of
 * several coins would allow finer ticks for the cheapest coins, but clients know lots by their
 * decimals only.
 */
export type StepDecimals = { readonly price: number; readonly size: number };

type Steps = readonly [price: number, size: number];
type Row = readonly [
  base: string,
  spot: Steps,
  futures: Steps,
  /** Largest limit order in whole coins; the largest market order is a quarter of it. */
  sizeMax: number,
  leverageMax: number,
];

const ROWS = [
  ["BTC", [2, 6], [1, 4], 1_200, 125],
  ["ETH", [2, 4], [2, 2], 20_000, 100],
  ["SOL", [2, 4], [2, 1], 300_000, 75],
  ["XRP", [4, 2], [4, 0], 20_000_000, 75],
  ["DOGE", [5, 2], [5, 0], 100_000_000, 75],
  ["BNB", [2, 4], [2, 2], 20_000, 75],
  ["ADA", [4, 2], [4, 0], 12_000_000, 50],
  ["AVAX", [2, 3], [3, 1], 200_000, 50],
  ["LINK", [3, 3], [3, 1], 400_000, 50],
  ["DOT", [3, 3], [3, 1], 900_000, 50],
  ["LTC", [2, 4], [2, 2], 70_000, 50],
  ["BCH", [1, 4], [2, 2], 12_000, 50],
  ["TRX", [4, 1], [5, 0], 30_000_000, 50],
  ["NEAR", [3, 2], [3, 1], 1_000_000, 50],
  ["UNI", [3, 3], [3, 1], 700_000, 50],
  ["ATOM", [3, 2], [3, 1], 900_000, 50],
  ["FIL", [3, 2], [3, 1], 1_100_000, 50],
  ["APT", [3, 2], [4, 1], 700_000, 50],
  ["ARB", [4, 1], [4, 0], 7_000_000, 50],
  ["OP", [3, 2], [4, 0], 3_000_000, 50],
  ["SUI", [4, 2], [4, 0], 5_000_000, 50],
  ["INJ", [2, 3], [3, 1], 220_000, 50],
  ["ETC", [2, 3], [3, 1], 220_000, 50],
  ["EOS", [4, 1], [4, 0], 2_000_000, 25],
  ["XLM", [4, 1], [5, 0], 10_000_000, 25],
  ["AAVE", [2, 3], [2, 1], 10_000, 25],
  ["ICP", [3, 2], [3, 0], 130_000, 25],
  ["HBAR", [5, 0], [5, 0], 18_000_000, 25],
  ["VET", [5, 0], [6, 0], 45_000_000, 25],
  ["ALGO", [4, 0], [5, 0], 8_000_000, 25],
  ["GRT", [4, 0], [5, 0], 6_500_000, 25],
  ["SAND", [4, 0], [5, 0], 4_000_000, 25],
  ["MANA", [4, 0], [4, 0], 4_000_000, 25],
  ["AXS", [3, 2], [3, 0], 200_000, 25],
  ["CRV", [4, 1], [4, 0], 3_500_000, 25],
  ["LDO", [3, 2], [4, 0], 1_000_000, 25],
  ["IMX", [4, 2], [4, 0], 900_000, 25],
  ["SEI", [4, 1], [5, 0], 3_500_000, 25],
  ["TIA", [3, 2], [4, 0], 200_000, 25],
  ["JUP", [4, 1], [4, 0], 1_200_000, 25],
  ["PEPE", [8, 0], [8, 0], 300_000_000_000, 25],
  ["SHIB", [8, 0], [8, 0], 100_000_000_000, 25],
  ["WIF", [3, 2], [4, 0], 1_000_000, 25],
  ["BONK", [8, 0], [8, 0], 60_000_000_000, 25],
  ["FET", [4, 1], [4, 0], 1_500_000, 25],
  ["GALA", [5, 0], [5, 0], 60_000_000, 25],
] as const satisfies readonly Row[];

export type TradedCode = (typeof ROWS)[number][0];

export type TradedCoin = {
  readonly base: TradedCode;
  readonly class: CoinClass;
  /** Dollars of a coin at the founding. */
  readonly startPrice: number;
  readonly spot: StepDecimals;
  readonly futures: StepDecimals;
  /** Largest limit order in whole coins. */
  readonly sizeMax: number;
  readonly leverageMax: number;
};

const E8 = 100_000_000;

function fromRow([base, spot, futures, sizeMax, leverageMax]: (typeof ROWS)[number]): TradedCoin {
  const model = modelCoin(base);
  if (model === undefined) throw new RangeError(`${base} has a price in the generated market`);
  return {
    base,
    class: model.class,
    startPrice: model.startE8 / E8,
    spot: { price: spot[0], size: spot[1] },
    futures: { price: futures[0], size: futures[1] },
    sizeMax,
    leverageMax,
  };
}

/** All coins that are traded against dollars; the first is Bitcoin. */
export const TRADED_COINS: readonly TradedCoin[] = ROWS.map(fromRow);

/** Returns the terms of a traded coin; undefined for dollars and practice coins. */
export function tradedCoinOf(code: string): TradedCoin | undefined {
  return TRADED_COINS.find(({ base }) => base === code);
}

/** Coins with markets in the demo realm. */
export const DEMO_CODES: readonly TradedCode[] = [
  ...(["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"] as const),
  ...(["ADA", "AVAX", "LINK", "LTC", "SUI", "PEPE"] as const),
];

/** Returns about as many coins as dollars buy at the founding, with one significant digit. */
export function coinsWorth({ startPrice }: TradedCoin, dollars: number): number {
  return Number((dollars / startPrice).toPrecision(1));
}
