import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { flatten, type Strategy, type StrategyContext, takeDollars } from "./strategy.ts";
import type { Trader } from "./trader.ts";

const SAMPLE_MS = 1_000;
const ORDER_DOLLARS = 50_000;
const SLIPPAGE = 0.000_5;
/** Samples by which the deviation of a return is known. */
const SAMPLES_MIN = 300;

export type DirectionalTerms = {
  readonly title: "momentum" | "mean reversion";
  readonly instrument: InstrumentFacts;
  /** Time over which the return is measured, and time of holding, in seconds. */
  readonly lookBack: number;
  readonly hold: number;
};

/** Goes with a return of more than two deviations, or against it, and closes after a time. */
export class Directional implements Strategy {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #terms: DirectionalTerms;
  readonly #trader: Trader;
  readonly #logs: number[] = [];
  #sampledAtMs = 0;
  #squares = 0;
  #count = 0;
  #closeAtMs = 0;

  constructor(context: StrategyContext, terms: DirectionalTerms) {
    this.name = `${terms.title} ${terms.instrument.symbol} ${terms.lookBack} s`;
    this.#context = context;
    this.#terms = terms;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    if (nowMs - this.#sampledAtMs < SAMPLE_MS) return;
    this.#sampledAtMs = nowMs;
    const { market } = this.#context;
    const { instrument, title, lookBack, hold } = this.#terms;
    const middle = market.middle(instrument);
    if (middle === 0) return;
    this.#logs.push(Math.log(middle));
    if (this.#logs.length <= lookBack) return;
    const change = Math.log(middle) - (this.#logs.shift() ?? 0);
    this.#squares += change * change;
    this.#count += 1;
    if (this.#closeAtMs > 0) {
      if (nowMs < this.#closeAtMs) return;
      flatten(market, this.#trader, instrument);
      if (this.#trader.held(instrument) === 0) this.#closeAtMs = 0;
      return;
    }
    const deviation = Math.sqrt(this.#squares / this.#count);
    if (this.#count < SAMPLES_MIN || Math.abs(change) < 2 * deviation) return;
    const isBuy = change > 0 === (title === "momentum");
    const order = { instrument, isBuy, dollars: ORDER_DOLLARS, slippage: SLIPPAGE };
    takeDollars(market, this.#trader, order);
    this.#closeAtMs = nowMs + hold * 1_000;
  }
}
