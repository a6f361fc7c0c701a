/**
 * Impact of outsiders on the outside price (decisions 0081, 0083). Positions are counted in coins:
 * the permanent part is a function of the position alone, so that a sequence of trades that ends
 * flat leaves none, at whatever prices it traded. A large position moves the price by the square
 * root of its share of the turnover, a small one in proportion: always by less than what it costs
 * to take the position out of the agents' books and to give it back, fees included.
 */
import type { ModelCoin } from "./coins.ts";

const DAYS_PER_YEAR = 365.25;
const HALF_LIFE_MS = 3 * 60_000;
/** Volatility a day beyond which a coin's impact does not grow. */
const VOLATILITY_MAX = 0.025;

/** Coefficients of both parts of an impact. */
type ImpactTerms = {
  readonly permanent: number;
  readonly decaying: number;
  /** Share of the turnover of a day below which the impact is proportional to the position. */
  readonly proportionalShare: number;
};

const USUAL: ImpactTerms = { permanent: 0.5, decaying: 0.3, proportionalShare: 0.000_3 };
/** Books of major coins have less depth for their turnover, and a smaller share empties them. */
const MAJOR: ImpactTerms = { permanent: 0.75, decaying: 0.45, proportionalShare: 0.000_07 };

/** Turnover of all products of a coin, relative to the one of its USDT perpetual. */
const ALL_PRODUCTS = 1.5;

/** Returns the turnover a day in coins over all products, at the coin's first price. */
export function dailyTurnoverCoins({ dailyTurnover, startE8 }: ModelCoin): number {
  return (ALL_PRODUCTS * dailyTurnover * 1e8) / startE8;
}

export class Impact {
  /** Coins that outsiders hold in all products; negative when they are short. */
  heldCoins = 0;
  /** Coins that outsiders bought, forgotten with a half-life of three minutes. */
  recentCoins = 0;
  readonly #terms: ImpactTerms;
  readonly #turnoverCoins: number;
  readonly #dailyVolatility: number;

  constructor(coin: ModelCoin) {
    this.#terms = coin.class === "major" ? MAJOR : USUAL;
    this.#turnoverCoins = dailyTurnoverCoins(coin);
    const dailyVolatility = coin.yearlyVolatility / Math.sqrt(DAYS_PER_YEAR);
    this.#dailyVolatility = Math.min(VOLATILITY_MAX, dailyVolatility);
  }

  bought(coins: number): void {
    this.heldCoins += coins;
    this.recentCoins += coins;
  }

  pass(stepMs: number): void {
    this.recentCoins *= 2 ** (-stepMs / HALF_LIFE_MS);
  }

  /** Logarithmic offset of the price while outsiders hold their coins. */
  permanent(): number {
    return this.#offset(this.#terms.permanent, this.heldCoins);
  }

  /** Logarithmic offset of the price by recent trades. */
  decaying(): number {
    return this.#offset(this.#terms.decaying, this.recentCoins);
  }

  #offset(coefficient: number, coins: number): number {
    const share = Math.abs(coins) / this.#turnoverCoins;
    const root = share / Math.sqrt(share + this.#terms.proportionalShare);
    return Math.sign(coins) * coefficient * this.#dailyVolatility * root;
  }
}
