import type { Side } from "../../core/base/vocabulary.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import type { AgentContext } from "./agent-context.ts";
import { lotValue, sizeOfValue } from "./order-size.ts";

const SAME_SIDE_ODDS = 0.6;
const INVENTORY_TILT = 0.4;
const MARKET_ODDS = 0.55;
/**
 * Orders larger than this many top levels carry a limit price, so that they do not sweep the book.
 */
const MARKET_LEVELS_MAX = 8;
const TAIL_ALPHA = 1.15;
const SLIPPAGE_BP_MAX = 4;
/** Deviation of a quote beyond the fair price, in basis points, at which it is taken at once. */
const MISPRICED_BP = 0.3;

/**
 * Takes `value` dollars from the book, with a market order or an IOC order slightly beyond the
 * touch.
 */
export function takeValue(
  context: AgentContext,
  take: { readonly side: Side; readonly value: number; readonly isMarket: boolean },
): void {
  const { user, instrument, book, desk, random } = context;
  const { side, value, isMarket } = take;
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
  // Spot market buys are sized in quote: the notional of the size, in whole hundredths.
  const cents = BigInt(Math.ceil(size * lotValue(instrument, touch) * 100));
  const scale = instrument.quoteDecimals - 2;
  const quoteAmount = scale >= 0 ? cents * 10n ** BigInt(scale) : cents / 10n ** BigInt(-scale);
  desk.place({ ...market, quoteAmount: atoms(quoteAmount) });
}

/**
 * Sends taker orders at random times, more often in moving markets and after trades, with
 * heavy-tailed sizes.
 */
export class Taker {
  readonly #context: AgentContext;
  #side: Side = "buy";

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** Returns the time until the next arrival, in ms. */
  delayMs(): number {
    const { signals, random, profile, nowMs } = this.#context;
    const rateFactor = (0.3 + 0.7 * signals.volatilityRatio()) * (1 + signals.excitement(nowMs()));
    return random.exponential(profile.takerMeanMs / rateFactor);
  }

  arrive(): void {
    const { random, profile } = this.#context;
    this.#side = this.#mispricedSide() ?? this.#drawSide();
    const value = random.pareto(TAIL_ALPHA, profile.takerValueMin, profile.takerValueMax);
    const isMarket =
      value < MARKET_LEVELS_MAX * profile.topLevelValue && random.chance(MARKET_ODDS);
    takeValue(this.#context, { side: this.#side, value, isMarket });
  }

  #mispricedSide(): Side | undefined {
    const { signals, book, nowMs } = this.#context;
    const fair = signals.fair(nowMs());
    const margin = (fair * MISPRICED_BP) / 10_000;
    const ask = book.bestAsk();
    if (ask > 0 && ask < fair - margin) return "buy";
    return book.bestBid() > fair + margin ? "sell" : undefined;
  }

  #drawSide(): Side {
    const { random, desk, user, instrument, profile, signals, nowMs } = this.#context;
    const inventory = desk.inventory(user, instrument.index);
    const value = inventory * lotValue(instrument, Math.max(1, signals.fair(nowMs())));
    const skew = Math.max(-1, Math.min(1, value / profile.inventoryValueMax));
    const same = this.#side === "buy" ? SAME_SIDE_ODDS : 1 - SAME_SIDE_ODDS;
    return random.chance(same - INVENTORY_TILT * skew) ? "buy" : "sell";
  }
}
