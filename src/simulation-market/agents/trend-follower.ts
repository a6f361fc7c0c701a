import type { AgentContext } from "./agent-context.ts";
import { lotValue } from "./order-size.ts";
import { takeValue } from "./taker.ts";

/** Minimum strength of a trend, in typical index moves. */
const TREND_MOVES_MIN = 1.2;
const VALUE_SHARE = 0.01;
const STRENGTH_MAX = 3;

/**
 * Trades in the direction of the recent price trend, and reduces its position when the trend turns.
 */
export class TrendFollower {
  readonly #context: AgentContext;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  delayMs(): number {
    return this.#context.random.exponential(this.#context.profile.trendMeanMs);
  }

  arrive(): void {
    const { signals, desk, user, instrument, profile, nowMs } = this.#context;
    const move = signals.moveBp();
    const fair = signals.fair(nowMs());
    if (move <= 0 || fair <= 0) return;
    const strength = signals.trendBp() / move;
    const inventoryValue = desk.inventory(user, instrument.index) * lotValue(instrument, fair);
    const side = strength > 0 ? "buy" : "sell";
    const isAgainst = inventoryValue * strength < 0;
    if (isAgainst && Math.abs(inventoryValue) > profile.takerValueMin) {
      takeValue(this.#context, { side, value: Math.abs(inventoryValue) / 2, isMarket: false });
      return;
    }
    if (Math.abs(strength) < TREND_MOVES_MIN) return;
    const value =
      VALUE_SHARE * profile.inventoryValueMax * Math.min(STRENGTH_MAX, Math.abs(strength));
    if (Math.abs(inventoryValue) + value > profile.inventoryValueMax / 2) return;
    takeValue(this.#context, {
      side,
      value: value * this.#context.random.between(0.1, 1),
      isMarket: false,
    });
  }
}
