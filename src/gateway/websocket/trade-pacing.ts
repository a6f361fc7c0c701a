/** Held orders of one user that are handled in one turn of the event loop. */
const ORDERS_PER_TURN = 64;

/** A connection with trade messages that are held. */
export interface HeldTrades {
  /** Handles the oldest one; answers how many orders it had, or 0 when nothing is left. */
  handleNext(): number;
}

/** The trade messages of one user on their way, over all connections. */
export class UserPace {
  readonly #unansweredMax: number;
  /** Connections with held messages; the first has the next turn. */
  readonly #held = new Set<HeldTrades>();
  #unanswered = 0;
  #isTurnPlanned = false;

  constructor(unansweredMax: number) {
    this.#unansweredMax = unansweredMax;
  }

  /** Orders that are handled and not answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Whether messages have to be held: too much is under way, or others wait already. */
  get isFull(): boolean {
    return this.#unanswered >= this.#unansweredMax || this.#held.size > 0;
  }

  /** A message with so many orders is handled now. */
  began(orders: number): void {
    this.#unanswered += orders;
  }

  /** It is answered. */
  ended(orders: number): void {
    this.#unanswered -= orders;
    this.#plan();
  }

  /** The connection holds messages: they are handled in turn as answers go out. */
  hold(trades: HeldTrades): void {
    this.#held.add(trades);
    this.#plan();
  }

  /** The connection is gone, with all that it held. */
  forget(trades: HeldTrades): void {
    this.#held.delete(trades);
  }

  /** In a turn of its own: answers go out while the sequencer tells outcomes. */
  #plan(): void {
    const isWaiting = this.#held.size > 0 && this.#unanswered < this.#unansweredMax;
    if (!isWaiting || this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnPlanned = false;
    let left = ORDERS_PER_TURN;
    for (const trades of this.#held) {
      if (left <= 0 || this.#unanswered >= this.#unansweredMax) break;
      const orders = trades.handleNext();
      left -= orders;
      // To the end of the turns, where this loop meets it again.
      this.#held.delete(trades);
      if (orders > 0) this.#held.add(trades);
    }
    this.#plan();
  }
}

/**
 * Paces users who send trade messages faster than they are carried out: what goes beyond a number
 * of unanswered orders is held, and the connection is not read. So the exchange never spends more
 * than a small part of a turn on one user, and nothing of what was read is refused for it.
 */
export class TradePacing {
  readonly #unansweredMax: number;
  readonly #paces = new Map<string, UserPace>();

  constructor(unansweredMax: number) {
    this.#unansweredMax = unansweredMax;
  }

  of(uid: string): UserPace {
    const known = this.#paces.get(uid);
    if (known !== undefined) return known;
    const pace = new UserPace(this.#unansweredMax);
    this.#paces.set(uid, pace);
    return pace;
  }
}
