/** An outside market whose coins move by a seeded random walk of constant volatility. */
import { MODEL_COINS } from "../../src/market-model/coins.ts";
import type { OutsideMarket, Product } from "../../src/market-model/outside-market.ts";
import type { Random } from "../../src/market-model/random.ts";
import { seededRandom } from "../../src/market-model/seeded-random.ts";

const STEP_MS = 1_000;
const YEAR_MS = 365.25 * 86_400_000;

export class RandomWalkOutside implements OutsideMarket {
  readonly #random: Random;
  readonly #factor: number;
  readonly #logPrices = new Map<string, number>();
  #steppedAtMs: number;

  /** `volatility` multiplies the yearly volatility of every coin. */
  constructor(terms: {
    readonly seed: number;
    readonly nowMs: number;
    readonly volatility: number;
  }) {
    this.#random = seededRandom(terms.seed, "random walk");
    this.#factor = terms.volatility;
    this.#steppedAtMs = terms.nowMs;
    for (const { code, startE8 } of MODEL_COINS) this.#logPrices.set(code, Math.log(startE8 / 1e8));
  }

  advance(nowMs: number): readonly string[] {
    if (nowMs - this.#steppedAtMs < STEP_MS) return [];
    const deviation = this.#factor * Math.sqrt((nowMs - this.#steppedAtMs) / YEAR_MS);
    this.#steppedAtMs = nowMs;
    const shared = this.#random.normal();
    return MODEL_COINS.map(({ code, marketShare, yearlyVolatility }) => {
      const own = Math.sqrt(1 - marketShare ** 2) * this.#random.normal();
      const step = deviation * yearlyVolatility * (marketShare * shared + own);
      this.#logPrices.set(code, (this.#logPrices.get(code) ?? 0) + step);
      return code;
    });
  }

  price(code: string): number | undefined {
    const logPrice = this.#logPrices.get(code);
    if (logPrice !== undefined) return Math.exp(logPrice);
    return ["USD", "USDT", "USDC"].includes(code) ? 1 : undefined;
  }

  volatility(): number {
    return this.#factor;
  }

  activity(): number {
    return this.#factor;
  }

  basis(_code: string, _product: Product): number {
    return 0;
  }

  outsidersBought(): void {}
}
