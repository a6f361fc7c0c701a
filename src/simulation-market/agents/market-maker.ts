import { lots, ticks } from "../../core/money/units.ts";
import type { Side } from "../../core/vocabulary.ts";
import type { AgentSeat } from "./agent-seat.ts";
import { lotValue, sizeOfValue } from "./order-size.ts";

/** One rung of the ladder: the order on it, if there is one. */
type Rung = {
  readonly side: Side;
  readonly distanceFactor: number;
  readonly gapFactor: number;
  readonly rank: number;
  orderId: number;
  price: number;
  size: number;
  filled: number;
  remaining: number;
  isBusy: boolean;
  jitter: number;
};

const MOVE_AT_DEVIATION = 0.6;
const REFILL_AT_SHARE = 0.4;
const SIZE_GROWTH_PER_LEVEL = 0.35;
/** At full inventory the fair price is taken to be this many half spreads away. */
const SKEW_HALF_SPREADS = 4;
/** Distance between the first rungs, in half spreads; the last ones lie far apart. */
const GAP_NEAR_TOUCH = 0.9;
/** The half spread is at least this share of what the index moves in a second. */
const HALF_SPREAD_PER_MOVE = 0.6;
const MISPLACED_PER_EXTRA_MOVE = 3;
/** Rest after a refusal: the instrument may be halted. */
const REST_MS = 3_000;

/**
 * Keeps a ladder of post-only orders around the fair price: tight and small near it, wide and large
 * far from it, wider when prices jump about, leaning against its inventory. Each step moves only
 * the few rungs that are most out of place, so that the command rate stays bounded.
 */
export class MarketMaker {
  readonly #seat: AgentSeat;
  readonly #rungs: readonly Rung[];
  #restsUntilMs = 0;

  constructor(seat: AgentSeat) {
    this.#seat = seat;
    const { levelsPerSide, halfSpreadBp, depthBp } = seat.profile;
    const last = levelsPerSide - 1;
    const wide = depthBp / halfSpreadBp - 1 - GAP_NEAR_TOUCH * last;
    const distanceOf = (rank: number): number =>
      1 + GAP_NEAR_TOUCH * rank + Math.max(0, wide) * (rank / last) ** 3;
    this.#rungs = Array.from({ length: 2 * levelsPerSide }, (_, place) => {
      const rank = place >> 1;
      const distanceFactor = distanceOf(rank);
      return {
        side: place % 2 === 0 ? "buy" : "sell",
        distanceFactor,
        gapFactor: distanceOf(rank + 1) - distanceFactor,
        rank,
        orderId: 0,
        price: 0,
        size: 0,
        filled: 0,
        remaining: 0,
        isBusy: false,
        jitter: seat.random.between(-0.3, 0.3),
      };
    });
  }

  step(): void {
    const { profile, nowMs } = this.#seat;
    const fair = nowMs() < this.#restsUntilMs ? 0 : this.#leanedFair();
    if (fair <= 0) return;
    const half = this.#halfSpread(fair);
    let misplaced = 0;
    for (const rung of this.#rungs) {
      if (rung.orderId === 0 || intrusionOf(rung, fair, half) > 0) misplaced += 1;
    }
    // A swept or overrun ladder is put right faster than a good one is adjusted.
    let moves = profile.makerMovesPerStep + Math.ceil(misplaced / MISPLACED_PER_EXTRA_MOVE);
    for (; moves > 0; moves--) {
      const rung = this.#mostUrgent(fair, half);
      if (rung === undefined) return;
      this.#settle(rung, this.#wanted(rung, fair, half));
    }
  }

  /** Fair price in ticks, moved away from the side the maker has too much of. */
  #leanedFair(): number {
    const { signals, desk, user, instrument, profile, nowMs } = this.#seat;
    const fair = signals.fair(nowMs());
    if (fair <= 0) return 0;
    const held = desk.inventory(user, instrument.index) * lotValue(instrument, fair);
    const lean = Math.max(-1, Math.min(1, held / profile.inventoryValueMax));
    return fair * (1 - (lean * SKEW_HALF_SPREADS * profile.halfSpreadBp) / 10_000);
  }

  #halfSpread(fair: number): number {
    const { signals, profile } = this.#seat;
    const usual = profile.halfSpreadBp * (0.6 + 0.4 * signals.volatilityRatio());
    return (fair * Math.max(usual, HALF_SPREAD_PER_MOVE * signals.moveBp())) / 10_000;
  }

  #mostUrgent(fair: number, half: number): Rung | undefined {
    let best: Rung | undefined;
    let highest = 0;
    for (const rung of this.#rungs) {
      const urgency = rung.isBusy ? 0 : this.#urgency(rung, fair, half);
      if (urgency <= highest) continue;
      highest = urgency;
      best = rung;
    }
    return best;
  }

  /** 0 when the rung may stay; highest when its order is offered through the fair price. */
  #urgency(rung: Rung, fair: number, half: number): number {
    const wanted = this.#wanted(rung, fair, half);
    // Spreads are so wide after a run of the index that a far bid has no price: it stays.
    if (wanted === 0) return 0;
    if (rung.orderId === 0) return 3 - rung.rank / 100;
    const intrusion = intrusionOf(rung, fair, half);
    if (intrusion > 0 && rung.price !== wanted) return 4 + intrusion;
    const gap = Math.max(1, rung.gapFactor * half);
    const deviation = Math.abs(rung.price - wanted) / gap;
    if (deviation > MOVE_AT_DEVIATION) return Math.min(2.9, deviation) - rung.rank / 100;
    return rung.remaining < REFILL_AT_SHARE * rung.size ? 0.5 : 0;
  }

  /** The rung's price in ticks, kept off the other side of the book; 0 when there is none. */
  #wanted(rung: Rung, fair: number, half: number): number {
    const distance = half * (rung.distanceFactor + rung.jitter * rung.gapFactor);
    const { book } = this.#seat;
    if (rung.side === "buy") {
      const ask = book.bestAsk();
      const price = Math.floor(fair - distance);
      return Math.max(0, ask > 0 ? Math.min(price, ask - 1) : price);
    }
    return Math.max(Math.ceil(fair + distance), book.bestBid() + 1);
  }

  #settle(rung: Rung, price: number): void {
    const { random, profile, instrument, user, desk } = this.#seat;
    const growth = 1 + SIZE_GROWTH_PER_LEVEL * rung.rank;
    const value = profile.topLevelValue * growth * Math.exp(0.5 * random.normal());
    rung.jitter = random.between(-0.3, 0.3);
    const size = sizeOfValue(instrument, { value, price });
    rung.isBusy = true;
    if (rung.orderId === 0) {
      rung.isBusy = this.#place(rung, price, size);
      return;
    }
    // As events tell it: between `size` and `remaining` a fill may lie that an amendment overtook.
    const whole = rung.filled + size;
    const terms = { price: price === rung.price ? 0 : price, size: whole };
    const isSent = desk.amend({ user, orderId: rung.orderId }, terms, () => {
      rung.isBusy = false;
    });
    if (!isSent) {
      rung.isBusy = false;
      return;
    }
    rung.price = price;
    rung.size = whole;
    rung.remaining = size;
  }

  #place(rung: Rung, price: number, size: number): boolean {
    const { user, instrument, desk } = this.#seat;
    const terms = { user, instrument: instrument.index, side: rung.side, price: ticks(price) };
    const order = { ...terms, size: lots(size), timeInForce: "post_only" } as const;
    return desk.place(order, {
      accepted: (orderId) => {
        Object.assign(rung, { orderId, price, size, filled: 0, remaining: size, isBusy: false });
      },
      filled: ({ filled, remaining }) => {
        Object.assign(rung, { filled, remaining });
      },
      closed: () => {
        rung.orderId = 0;
        rung.isBusy = false;
      },
      refused: () => {
        rung.isBusy = false;
        this.#restsUntilMs = this.#seat.nowMs() + REST_MS;
      },
    });
  }
}

/** Above 0 when an order is too near the fair price, or through it; in half spreads. */
function intrusionOf(rung: Rung, fair: number, half: number): number {
  const sign = rung.side === "buy" ? 1 : -1;
  return (sign * (rung.price - fair)) / half + 0.5;
}
