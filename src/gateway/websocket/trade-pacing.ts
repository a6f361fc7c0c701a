/** Held orders of one user that are handled in one turn of the event loop. */
const ORDERS_PER_TURN = 64;

/** A connection with trade messages that are held. */
export interface HeldTrades {
  /** Handles the oldest message; returns its number of orders, or 0 if none is held. */
  handleNext(): number;
}

/** Trade messages of one user in progress, over all connections. */
export class UserPace {
  readonly #unansweredMax: number;
  /** Connections with held messages; the first has the next turn. */
  readonly #held = new Set<HeldTrades>();
  #unanswered = 0;
  #isTurnPlanned = false;

  constructor(unansweredMax: number) {
    this.#unansweredMax = unansweredMax;
  }

  /** Orders that were handled and not yet answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Whether messages must be held: too many orders are in progress, or others wait already. */
  get isFull(): boolean {
    return this.#unanswered >= this.#unansweredMax || this.#held.size > 0;
  }

  /** Records that orders of a message are handled now. */
  began(orders: number): void {
    this.#unanswered += orders;
  }

  /** Records that orders were answered, and schedules held messages. */
  ended(orders: number): void {
    this.#unanswered -= orders;
    this.#plan();
  }

  /** Adds a connection with held messages: they are handled in turn as answers are sent. */
  hold(trades: HeldTrades): void {
    this.#held.add(trades);
    this.#plan();
  }

  /** Removes a closed connection with all its held messages. */
  forget(trades: HeldTrades): void {
    this.#held.delete(trades);
  }

  /** Runs in a turn of its own, because answers are sent while the sequencer reports outcomes. */
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
      // Moves the connection to the end of the turns, where this loop reaches it again.
      this.#held.delete(trades);
      if (orders > 0) this.#held.add(trades);
    }
    this.#plan();
  }
}

/**
 * Paces users who send trade messages faster than they are executed: messages beyond a number of
 * unanswered orders are held, and the connection is not read. The exchange thus spends only a small
 * part of a turn on one user, and no received message is refused because of it.
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
