/** Sums of trades over two windows, by pair of users and by user, per instrument. */
import { INSTRUMENTS_MAX, USERS_MAX } from "../core/base/limits.ts";
import { evictOldest } from "./evict-oldest.ts";
import { PAIR_FLOWS_MAX, USER_FLOWS_MAX } from "./surveillance-limits.ts";

/** Sums from the perspective of the user with the lower index. */
class PairSums {
  trades = 0;
  valueUsd = 0;
  turns = 0;
  boughtLots = 0;
  soldLots = 0;
  boughtNotional = 0;
  soldNotional = 0;

  clear(): void {
    this.trades = 0;
    this.valueUsd = 0;
    this.turns = 0;
    this.boughtLots = 0;
    this.soldLots = 0;
    this.boughtNotional = 0;
    this.soldNotional = 0;
  }

  copy(other: PairSums): void {
    this.trades = other.trades;
    this.valueUsd = other.valueUsd;
    this.turns = other.turns;
    this.boughtLots = other.boughtLots;
    this.soldLots = other.soldLots;
    this.boughtNotional = other.boughtNotional;
    this.soldNotional = other.soldNotional;
  }
}

/** Trades of two users with each other in an instrument, in the current and the previous window. */
export class PairFlow {
  readonly low: number;
  readonly high: number;
  readonly instrument: number;
  window: number;
  readonly #current = new PairSums();
  readonly #previous = new PairSums();
  /** Direction of the last trade: whether the lower user bought; `undefined` before the first. */
  #isLowBuyer: boolean | undefined;
  /** Time from which the detectors may run again, in ms. */
  nextCheckMs = 0;
  /** Links of the two users, found at version `linksVersion` of the links. */
  linkedBy: readonly string[] | undefined;
  linksVersion = -1;

  constructor(low: number, high: number, instrument: number, window: number) {
    this.low = low;
    this.high = high;
    this.instrument = instrument;
    this.window = window;
  }

  roll(window: number): void {
    if (window === this.window) return;
    if (window === this.window + 1) this.#previous.copy(this.#current);
    else this.#previous.clear();
    this.#current.clear();
    this.window = window;
    // Links by address may have expired.
    this.linksVersion = -1;
  }

  add(isLowBuyer: boolean, trade: { size: number; notional: number; valueUsd: number }): void {
    const sums = this.#current;
    sums.trades += 1;
    sums.valueUsd += trade.valueUsd;
    if (this.#isLowBuyer !== undefined && this.#isLowBuyer !== isLowBuyer) sums.turns += 1;
    this.#isLowBuyer = isLowBuyer;
    if (isLowBuyer) {
      sums.boughtLots += trade.size;
      sums.boughtNotional += trade.notional;
    } else {
      sums.soldLots += trade.size;
      sums.soldNotional += trade.notional;
    }
  }

  get trades(): number {
    return this.#current.trades + this.#previous.trades;
  }

  get valueUsd(): number {
    return this.#current.valueUsd + this.#previous.valueUsd;
  }

  get turns(): number {
    return this.#current.turns + this.#previous.turns;
  }

  get boughtLots(): number {
    return this.#current.boughtLots + this.#previous.boughtLots;
  }

  get soldLots(): number {
    return this.#current.soldLots + this.#previous.soldLots;
  }

  get boughtNotional(): number {
    return this.#current.boughtNotional + this.#previous.boughtNotional;
  }

  get soldNotional(): number {
    return this.#current.soldNotional + this.#previous.soldNotional;
  }
}

export class PairFlows {
  readonly #flows: Map<number, PairFlow>[] = [];

  /**
   * Returns the flow of two users, advanced to the window; a new flow replaces the oldest when
   * there are too many.
   */
  of(pair: { low: number; high: number }, instrument: number, window: number): PairFlow {
    const { high, low } = pair;
    const flows = this.#of(instrument);
    const key = low * USERS_MAX + high;
    const known = flows.get(key);
    if (known !== undefined) {
      known.roll(window);
      return known;
    }
    evictOldest(flows, PAIR_FLOWS_MAX);
    const flow = new PairFlow(low, high, instrument, window);
    flows.set(key, flow);
    return flow;
  }

  #of(instrument: number): Map<number, PairFlow> {
    let flows = this.#flows[instrument];
    if (flows === undefined) {
      flows = new Map();
      this.#flows[instrument] = flows;
    }
    return flows;
  }
}

class UserFlow {
  window: number;
  current = 0;
  previous = 0;

  constructor(window: number) {
    this.window = window;
  }

  roll(window: number): void {
    if (window === this.window) return;
    this.previous = window === this.window + 1 ? this.current : 0;
    this.current = 0;
    this.window = window;
  }
}

/** Traded value of each user in each instrument, in US dollars. */
export class UserFlows {
  readonly #flows = new Map<number, UserFlow>();

  add(user: number, instrument: number, window: number, valueUsd: number): void {
    const key = user * INSTRUMENTS_MAX + instrument;
    let flow = this.#flows.get(key);
    if (flow === undefined) {
      evictOldest(this.#flows, USER_FLOWS_MAX);
      flow = new UserFlow(window);
      this.#flows.set(key, flow);
    }
    flow.roll(window);
    flow.current += valueUsd;
  }

  valueUsd(user: number, instrument: number, window: number): number {
    const flow = this.#flows.get(user * INSTRUMENTS_MAX + instrument);
    if (flow === undefined) return 0;
    flow.roll(window);
    return flow.current + flow.previous;
  }
}
