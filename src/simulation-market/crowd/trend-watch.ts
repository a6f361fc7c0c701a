import { MODEL_COINS, type ModelCoin } from "../../market-model/coins.ts";
import type { OutsideMarket } from "../../market-model/outside-market.ts";

const SAMPLE_MS = 10_000;
const FAST_MS = 10 * 60_000;
const SLOW_MS = 3 * 3_600_000;
const YEAR_MS = 365.25 * 86_400_000;

type Averages = { readonly coin: ModelCoin; fast: number; slow: number };

/** Moving averages of the outside prices, sampled every ten seconds. */
export class TrendWatch {
  readonly #outside: OutsideMarket;
  readonly #averages = new Map<string, Averages>();
  #sampledAtMs = 0;

  constructor(outside: OutsideMarket) {
    this.#outside = outside;
  }

  observe(nowMs: number): void {
    const elapsedMs = nowMs - this.#sampledAtMs;
    if (elapsedMs < SAMPLE_MS) return;
    this.#sampledAtMs = nowMs;
    for (const coin of MODEL_COINS) this.#sample(coin, elapsedMs);
  }

  /**
   * Returns the fast average relative to the slow one, in deviations of an ordinary return of the
   * slow average's time: positive after a rise, 0 at the start.
   */
  trend(code: string): number {
    const averages = this.#averages.get(code);
    if (averages === undefined) return 0;
    const deviation = averages.coin.yearlyVolatility * Math.sqrt(SLOW_MS / YEAR_MS);
    return (averages.fast - averages.slow) / deviation;
  }

  #sample(coin: ModelCoin, elapsedMs: number): void {
    const price = this.#outside.price(coin.code);
    if (price === undefined || price <= 0) return;
    const logPrice = Math.log(price);
    const known = this.#averages.get(coin.code);
    if (known === undefined) {
      this.#averages.set(coin.code, { coin, fast: logPrice, slow: logPrice });
      return;
    }
    known.fast += (1 - Math.exp(-elapsedMs / FAST_MS)) * (logPrice - known.fast);
    known.slow += (1 - Math.exp(-elapsedMs / SLOW_MS)) * (logPrice - known.slow);
  }
}
