import { atoms, lots, ticks } from "../../core/money/units.ts";
import type { Side } from "../../core/vocabulary.ts";
import type { AgentSeat } from "./agent-seat.ts";
import { lotValue, sizeOfValue } from "./order-size.ts";

const SAME_SIDE_ODDS = 0.6;
const INVENTORY_TILT = 0.4;
const MARKET_ODDS = 0.55;
/** Larger orders name a limit: nobody sweeps a book blindly. */
const MARKET_LEVELS_MAX = 8;
const TAIL_ALPHA = 1.15;
const SLIPPAGE_BP_MAX = 4;
/** A quote this far on the wrong side of the fair price is taken at once. */
const MISPRICED_BP = 0.3;

/** Takes `value` dollars from the book: a market order, or an IOC a little through the touch. */
export function takeValue(
  seat: AgentSeat,
  terms: { readonly side: Side; readonly value: number; readonly isMarket: boolean },
): void {
  const { user, instrument, book, desk, random } = seat;
  const { side, value, isMarket } = terms;
  const touch = side === "buy" ? book.bestAsk() : book.bestBid();
  if (touch <= 0) return;
  const size = lots(sizeOfValue(instrument, { value, price: touch, isMarket }));
  const order = { user, instrument: instrument.index, side } as const;
  if (!isMarket) {
    const slippage = (touch * random.between(0, SLIPPAGE_BP_MAX)) / 10_000;
    const price = ticks(
      side === "buy" ? Math.floor(touch + slippage) : Math.ceil(touch - slippage),
    );
    desk.place({ ...order, timeInForce: "ioc", price, size });
    return;
  }
  const market = { ...order, orderType: "market", timeInForce: "ioc" } as const;
  if (instrument.category !== "spot" || side === "sell") {
    desk.place({ ...market, size });
    return;
  }
  // Spot market buys are given in quote: the size's worth, in whole hundredths.
  const cents = BigInt(Math.ceil(size * lotValue(instrument, touch) * 100));
  const scale = instrument.quoteDecimals - 2;
  const quoteAmount = scale >= 0 ? cents * 10n ** BigInt(scale) : cents / 10n ** BigInt(-scale);
  desk.place({ ...market, quoteAmount: atoms(quoteAmount) });
}

/** Arrives at random, more often in a moving market and after trades, with heavy-tailed sizes. */
export class Taker {
  readonly #seat: AgentSeat;
  #side: Side = "buy";

  constructor(seat: AgentSeat) {
    this.#seat = seat;
  }

  /** Time until the next arrival, in ms. */
  delayMs(): number {
    const { signals, random, profile, nowMs } = this.#seat;
    const haste = (0.3 + 0.7 * signals.volatilityRatio()) * (1 + signals.excitement(nowMs()));
    return random.exponential(profile.takerMeanMs / haste);
  }

  arrive(): void {
    const { random, profile } = this.#seat;
    this.#side = this.#mispricedSide() ?? this.#drawSide();
    const value = random.pareto(TAIL_ALPHA, profile.takerValueMin, profile.takerValueMax);
    const isMarket =
      value < MARKET_LEVELS_MAX * profile.topLevelValue && random.chance(MARKET_ODDS);
    takeValue(this.#seat, { side: this.#side, value, isMarket });
  }

  #mispricedSide(): Side | undefined {
    const { signals, book, nowMs } = this.#seat;
    const fair = signals.fair(nowMs());
    const margin = (fair * MISPRICED_BP) / 10_000;
    const ask = book.bestAsk();
    if (ask > 0 && ask < fair - margin) return "buy";
    return book.bestBid() > fair + margin ? "sell" : undefined;
  }

  #drawSide(): Side {
    const { random, desk, user, instrument, profile, signals, nowMs } = this.#seat;
    const held = desk.inventory(user, instrument.index);
    const value = held * lotValue(instrument, Math.max(1, signals.fair(nowMs())));
    const lean = Math.max(-1, Math.min(1, value / profile.inventoryValueMax));
    const same = this.#side === "buy" ? SAME_SIDE_ODDS : 1 - SAME_SIDE_ODDS;
    return random.chance(same - INVENTORY_TILT * lean) ? "buy" : "sell";
  }
}
