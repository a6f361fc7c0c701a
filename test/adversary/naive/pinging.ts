import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { flatten, type Strategy, type StrategyContext, takeDollars } from "./strategy.ts";
import type { Trader } from "./trader.ts";

const PERIOD_MS = 20_000;
const REACTION_MS = 2_000;
const PING_DOLLARS = 500;
const FOLLOW_DOLLARS = 100_000;
const SLIPPAGE = 0.000_5;
const WEIGHT = 0.05;
const PINGS_TO_LEARN = 30;

/**
 * Sends a small order and measures how the price goes on afterwards. When it has learned the
 * reaction, it sends a large order in the direction that the reaction favours with each ping.
 */
export class Ping implements Strategy {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #instrument: InstrumentFacts;
  readonly #trader: Trader;
  #pingedAtMs: number;
  #middle = 0;
  #isBuy = false;
  #pings = 0;
  /** Average move in the direction of the ping, as a share of the price. */
  #reaction = 0;
  #isMeasured = true;

  constructor(context: StrategyContext, instrument: InstrumentFacts) {
    this.name = `ping ${instrument.symbol} ${instrument.category}`;
    this.#context = context;
    this.#instrument = instrument;
    this.#pingedAtMs = context.startMs;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    const { market } = this.#context;
    const middle = market.middle(this.#instrument);
    if (middle === 0) return;
    const elapsed = nowMs - this.#pingedAtMs;
    if (!this.#isMeasured && elapsed >= REACTION_MS) {
      const move = (middle / this.#middle - 1) * (this.#isBuy ? 1 : -1);
      this.#reaction += WEIGHT * (move - this.#reaction);
      this.#isMeasured = true;
      flatten(market, this.#trader, this.#instrument);
    }
    if (elapsed < PERIOD_MS) {
      if (this.#isMeasured) flatten(market, this.#trader, this.#instrument);
      return;
    }
    this.#pingedAtMs = nowMs;
    this.#middle = middle;
    this.#isBuy = !this.#isBuy;
    this.#isMeasured = false;
    this.#pings += 1;
    this.#send(this.#isBuy, PING_DOLLARS);
    if (this.#pings < PINGS_TO_LEARN) return;
    this.#send(this.#isBuy === this.#reaction > 0, FOLLOW_DOLLARS);
  }

  #send(isBuy: boolean, dollars: number): void {
    const order = { instrument: this.#instrument, isBuy, dollars, slippage: SLIPPAGE };
    takeDollars(this.#context.market, this.#trader, order);
  }
}
