import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { flatten, type Strategy, type StrategyContext, takeDollars } from "./strategy.ts";
import type { Trader } from "./trader.ts";

const SLIPPAGE = 0.000_5;
const CARRY_DOLLARS = 200_000;
const ENTER_BEFORE_MS = 5 * 60_000;
const LEAVE_AFTER_MS = 60_000;

type Pair = { readonly spot: InstrumentFacts; readonly perpetual: InstrumentFacts };

/** Collects funding: spot against the perpetual from before each settlement until after it. */
export class FundingCarry implements Strategy {
  readonly name = "collect funding";
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #pair: Pair;
  readonly #trader: Trader;
  #leaveAtMs = 0;

  constructor(context: StrategyContext, pair: Pair) {
    this.#context = context;
    this.#pair = pair;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    const { market } = this.#context;
    const { spot, perpetual } = this.#pair;
    if (this.#leaveAtMs > 0) {
      if (nowMs < this.#leaveAtMs) return;
      flatten(market, this.#trader, spot);
      flatten(market, this.#trader, perpetual);
      const isFlat = this.#trader.held(spot) === 0 && this.#trader.held(perpetual) === 0;
      if (isFlat) this.#leaveAtMs = 0;
      return;
    }
    const { rate, nextAtMs } = market.funding(perpetual);
    const leftMs = nextAtMs - nowMs;
    if (rate === 0 || leftMs <= 0 || leftMs > ENTER_BEFORE_MS) return;
    const isSpotBought = rate > 0;
    const terms = { dollars: CARRY_DOLLARS, slippage: SLIPPAGE };
    takeDollars(market, this.#trader, { instrument: spot, isBuy: isSpotBought, ...terms });
    takeDollars(market, this.#trader, { instrument: perpetual, isBuy: !isSpotBought, ...terms });
    this.#leaveAtMs = nextAtMs + LEAVE_AFTER_MS;
  }
}

const BASIS_WEIGHT = 1 / 3_000;
const BASIS_BEATS_MIN = 3_000;
const OPEN_AT = 0.000_3;
const CLOSE_AT = 0.000_05;
const BASIS_DOLLARS = 50_000;

/** Buys the cheap one of spot and perpetual against the other when their distance is unusual. */
export class BasisArbitrage implements Strategy {
  readonly name = "basis arbitrage";
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #pair: Pair;
  readonly #trader: Trader;
  #average = 0;
  #beats = 0;
  /** 1 when the perpetual was bought, -1 when it was sold, 0 without a position. */
  #direction = 0;

  constructor(context: StrategyContext, pair: Pair) {
    this.#context = context;
    this.#pair = pair;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(): void {
    const { market } = this.#context;
    const { spot, perpetual } = this.#pair;
    const [spotMiddle, middle] = [market.middle(spot), market.middle(perpetual)];
    if (spotMiddle === 0 || middle === 0) return;
    const tick = ({ priceDecimals, tickStep }: InstrumentFacts): number =>
      tickStep / 10 ** priceDecimals;
    const basis = (middle * tick(perpetual)) / (spotMiddle * tick(spot)) - 1;
    const deviation = basis - this.#average;
    this.#beats += 1;
    this.#average += Math.max(BASIS_WEIGHT, 1 / this.#beats) * deviation;
    if (this.#beats < BASIS_BEATS_MIN) return;
    if (this.#direction !== 0) {
      if (-this.#direction * deviation > CLOSE_AT) return;
      flatten(market, this.#trader, spot);
      flatten(market, this.#trader, perpetual);
      const isFlat = this.#trader.held(spot) === 0 && this.#trader.held(perpetual) === 0;
      if (isFlat) this.#direction = 0;
      return;
    }
    if (Math.abs(deviation) < OPEN_AT) return;
    this.#direction = deviation > 0 ? -1 : 1;
    const isPerpetualBought = this.#direction > 0;
    const terms = { dollars: BASIS_DOLLARS, slippage: SLIPPAGE };
    takeDollars(market, this.#trader, { instrument: spot, isBuy: !isPerpetualBought, ...terms });
    takeDollars(market, this.#trader, {
      instrument: perpetual,
      isBuy: isPerpetualBought,
      ...terms,
    });
  }
}
