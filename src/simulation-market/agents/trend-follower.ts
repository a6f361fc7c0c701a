import type { AgentSeat } from "./agent-seat.ts";
import { lotValue } from "./order-size.ts";
import { takeValue } from "./taker.ts";

/** A trend counts when it is this many ordinary index moves. */
const TREND_MOVES_MIN = 1.2;
const VALUE_SHARE = 0.01;
const STRENGTH_MAX = 3;

/** Pushes the way the price has been going, and closes when it turns. */
export class TrendFollower {
  readonly #seat: AgentSeat;

  constructor(seat: AgentSeat) {
    this.#seat = seat;
  }

  delayMs(): number {
    return this.#seat.random.exponential(this.#seat.profile.trendMeanMs);
  }

  arrive(): void {
    const { signals, desk, user, instrument, profile, nowMs } = this.#seat;
    const move = signals.moveBp();
    const fair = signals.fair(nowMs());
    if (move <= 0 || fair <= 0) return;
    const strength = signals.trendBp() / move;
    const held = desk.inventory(user, instrument.index) * lotValue(instrument, fair);
    const side = strength > 0 ? "buy" : "sell";
    const isAgainst = held * strength < 0;
    if (isAgainst && Math.abs(held) > profile.takerValueMin) {
      takeValue(this.#seat, { side, value: Math.abs(held) / 2, isMarket: false });
      return;
    }
    if (Math.abs(strength) < TREND_MOVES_MIN) return;
    const value =
      VALUE_SHARE * profile.inventoryValueMax * Math.min(STRENGTH_MAX, Math.abs(strength));
    if (Math.abs(held) + value > profile.inventoryValueMax / 2) return;
    takeValue(this.#seat, {
      side,
      value: value * this.#seat.random.between(0.1, 1),
      isMarket: false,
    });
  }
}
