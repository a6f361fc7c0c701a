import type { Random } from "../../market-model/random.ts";
import type { BookView, InstrumentFacts } from "../market-port.ts";
import type { AgentProfile } from "./agent-profile.ts";
import type { OrderDesk } from "./order-desk.ts";
import { type BeatBudget, type BestQuote, QuotedSide } from "./quoted-side.ts";
import { RefusalPause } from "./refusal-pause.ts";
import { takeUpTo } from "./take.ts";

type MarketMakerOptions = {
  readonly instrument: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly desk: OrderDesk;
  readonly book: BookView;
  readonly random: Random;
  /** The user with the best quotes, and the user with most of the levels behind them. */
  readonly makers: readonly [best: number, second: number];
  /** The user that takes orders of others which the fair price has passed. */
  readonly informed: number;
};

/** The present fair price in fractional ticks, and the volatility, 1 when normal. */
export type FairPrice = { readonly ticks: number; readonly volatility: number };

/** One side of the book. */
type Side = {
  readonly quotes: QuotedSide;
  readonly pause: RefusalPause;
  /** Whether its quotes do not stand where the fair price wants them. */
  isLate: boolean;
};

/** Quotes get wider with this power of the volatility above normal. */
const WIDENING_POWER = 0.7;
/** An order of others is taken when it is this far beyond the fair price. */
const MISPRICED_BP = 0.3;
/** Largest value of one such taker order, in best quotes. */
const INFORMED_QUOTES_MAX = 3;

/**
 * Two makers that quote one instrument. When the fair price moves by more than the tolerance, the
 * quotes on the side that it approaches leave first; then orders of others that the new price has
 * passed are taken; then the quotes on the other side follow. All of it is one frame of the
 * journal. A side whose orders are refused pauses; its quotes that the fair price passes meanwhile
 * are cancelled. The other side goes on: in a fast fall asks at the fair price are below the price
 * band, and bids must follow.
 */
export class MarketMaker {
  readonly #options: MarketMakerOptions;
  readonly #bids: Side;
  readonly #asks: Side;
  /** Fair price at the last change of quotes, in ticks; 0 before the first. */
  #quoted = 0;
  #nowMs = 0;

  constructor(options: MarketMakerOptions) {
    this.#options = options;
    this.#bids = this.#sideOf(true);
    this.#asks = this.#sideOf(false);
  }

  /** Fair price at the last change of quotes, in ticks; 0 before the first. */
  get quoted(): number {
    return this.#quoted;
  }

  /** Follows the fair price, or restores consumed quotes when it has hardly moved. */
  beat(fair: FairPrice, nowMs: number, budget: BeatBudget): void {
    this.#nowMs = nowMs;
    if (fair.ticks <= 0) return;
    const { profile } = this.#options;
    const widening = Math.max(1, fair.volatility) ** WIDENING_POWER;
    const tolerance = (fair.ticks * profile.toleranceBp * widening) / 10_000;
    const isDue = this.#isDue(this.#bids) || this.#isDue(this.#asks);
    if (Math.abs(fair.ticks - this.#quoted) <= tolerance && !isDue) {
      this.#restore(this.#quoted, widening, budget);
      return;
    }
    const { ask, bid } = this.#bestPrices(fair.ticks, widening);
    const isRising = fair.ticks > this.#quoted;
    const [leaving, following] = isRising ? [this.#asks, this.#bids] : [this.#bids, this.#asks];
    const own = leaving.quotes.nearestPrice;
    this.#quoted = fair.ticks;
    this.#follow(leaving, { fair: fair.ticks, price: isRising ? ask : bid }, budget);
    // A taker order has the side of the quotes that follow, and would be refused like them.
    if (!this.#isPaused(following)) this.#takePassed(fair.ticks, isRising, own);
    this.#follow(following, { fair: fair.ticks, price: isRising ? bid : ask }, budget);
  }

  #sideOf(isBuy: boolean): Side {
    const { desk, instrument, makers: users, profile, random } = this.#options;
    const onRefused = (): void => {
      side.pause.begin(this.#nowMs);
      side.isLate = true;
    };
    const terms = { desk, instrument, profile, random, users, onRefused };
    const quotes = new QuotedSide({ ...terms, isBuy });
    const side = { quotes, pause: new RefusalPause(), isLate: false };
    return side;
  }

  #isPaused({ pause }: Side): boolean {
    return pause.isOn(this.#nowMs);
  }

  /** Whether a side has to catch up with the fair price after its pause. */
  #isDue(side: Side): boolean {
    return side.isLate && !this.#isPaused(side);
  }

  #follow(side: Side, quote: BestQuote, budget: BeatBudget): void {
    side.isLate = this.#isPaused(side);
    if (side.isLate) side.quotes.withdrawPassed(quote.fair);
    else side.quotes.requote(quote, budget);
  }

  #restore(fair: number, widening: number, budget: BeatBudget): void {
    const { ask, bid } = this.#bestPrices(fair, widening);
    for (const [side, price] of [
      [this.#asks, ask],
      [this.#bids, bid],
    ] as const) {
      if (this.#isPaused(side) || !side.quotes.isIncomplete) continue;
      side.quotes.restore({ fair, price }, budget);
    }
  }

  #bestPrices(fair: number, widening: number): { bid: number; ask: number } {
    const half = (fair * this.#options.profile.halfSpreadBp * widening) / 10_000;
    const bid = Math.max(1, Math.floor(fair - half));
    return { bid, ask: Math.max(bid + 1, Math.ceil(fair + half)) };
  }

  /** Takes the best order of the other side if it is not an own quote and the price passed it. */
  #takePassed(fair: number, isRising: boolean, own: number): void {
    const { book, desk, informed, instrument, profile } = this.#options;
    const best = isRising ? book.bestAsk() : book.bestBid();
    if (best <= 0 || best === own) return;
    const margin = (fair * MISPRICED_BP) / 10_000;
    const limit = isRising ? Math.floor(fair - margin) : Math.ceil(fair + margin);
    if (isRising ? best > limit : best < limit) return;
    const value = INFORMED_QUOTES_MAX * profile.bestQuoteValue;
    const side = isRising ? "buy" : "sell";
    takeUpTo({ desk, instrument, user: informed }, { side, value, limit });
  }
}
