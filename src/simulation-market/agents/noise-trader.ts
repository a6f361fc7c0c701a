import type { Side } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { AgentContext } from "./agent-context.ts";
import { sizeOfValue } from "./order-size.ts";

const INSIDE_ODDS = 0.35;
const BEHIND_HALF_SPREADS = 4;
const LIFETIME_MEAN_MS = 9_000;
const LIFETIME_MIN_MS = 500;
const VALUE_MEAN = 1_200;

/**
 * Places limit orders inside the spread or behind the touch and cancels them shortly afterwards.
 */
export class NoiseTrader {
  readonly #context: AgentContext;
  #open = 0;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  delayMs(): number {
    const { signals, profile, random } = this.#context;
    return random.exponential(profile.noiseMeanMs / (0.5 + 0.5 * signals.volatilityRatio()));
  }

  arrive(): void {
    const { random, profile, instrument, user, desk } = this.#context;
    if (this.#open >= profile.noiseOrdersMax) return;
    const side = random.chance(0.5) ? "buy" : "sell";
    const price = this.#price(side);
    if (price <= 0) return;
    const value = random.exponential(VALUE_MEAN);
    const size = lots(sizeOfValue(instrument, { value, price }));
    const order = {
      user,
      instrument: instrument.index,
      side,
      price: ticks(price),
      size,
    } as const;
    this.#open += 1;
    let orderId = 0;
    const end = (): void => {
      orderId = -1;
      this.#open -= 1;
    };
    const isSent = desk.place(order, {
      accepted: (id) => {
        orderId = id;
        this.#cancelLater(() => orderId);
      },
      filled: () => undefined,
      closed: end,
      refused: end,
    });
    if (!isSent) this.#open -= 1;
  }

  /**
   * Cancels the order after a random delay. Retries while the exchange accepts no commands: a
   * forgotten order would rest indefinitely.
   */
  #cancelLater(orderIdOf: () => number): void {
    const { random, schedule, desk, user } = this.#context;
    schedule(Math.max(LIFETIME_MIN_MS, random.exponential(LIFETIME_MEAN_MS)), () => {
      const orderId = orderIdOf();
      if (orderId > 0 && !desk.cancel(user, orderId)) this.#cancelLater(orderIdOf);
    });
  }

  #price(side: Side): number {
    const { book, random, signals, profile, nowMs } = this.#context;
    const bid = book.bestBid();
    const ask = book.bestAsk();
    if (bid <= 0 || ask <= 0) return 0;
    const ticksInside = ask - bid - 1;
    if (ticksInside > 0 && random.chance(INSIDE_ODDS))
      return bid + 1 + Math.floor(random.uniform() * ticksInside);
    const half = (signals.fair(nowMs()) * profile.halfSpreadBp) / 10_000;
    const distance = Math.floor(random.exponential(BEHIND_HALF_SPREADS * half));
    return side === "buy" ? bid - distance : ask + distance;
  }
}
