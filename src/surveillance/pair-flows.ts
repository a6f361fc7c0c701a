/** Sums of trades over two windows, by pair of users and by user, per instrument. */
import { INSTRUMENTS_MAX, USERS_MAX } from "../core/limits.ts";
import { makeRoom } from "./make-room.ts";
import { PAIR_FLOWS_MAX, USER_FLOWS_MAX } from "./surveillance-limits.ts";

/** Seen from the user with the lower index. */
class PairSums {
  trades = 0;
  valueUsd = 0;
  turns = 0;
  boughtLots = 0;
  soldLots = 0;
  boughtWorth = 0;
  soldWorth = 0;

  clear(): void {
    this.trades = 0;
    this.valueUsd = 0;
    this.turns = 0;
    this.boughtLots = 0;
    this.soldLots = 0;
    this.boughtWorth = 0;
    this.soldWorth = 0;
  }

  copy(other: PairSums): void {
    this.trades = other.trades;
    this.valueUsd = other.valueUsd;
    this.turns = other.turns;
    this.boughtLots = other.boughtLots;
    this.soldLots = other.soldLots;
    this.boughtWorth = other.boughtWorth;
    this.soldWorth = other.soldWorth;
  }
}

/** What two users traded with each other in an instrument: this window and the one before. */
export class PairFlow {
  readonly low: number;
  readonly high: number;
  readonly instrument: number;
  window: number;
  readonly #present = new PairSums();
  readonly #past = new PairSums();
  /** Direction of the last trade: whether the lower user bought; `undefined` before the first. */
  #isLowBuyer: boolean | undefined;
  /** Not judged again before this time. */
  judgeAtMs = 0;
  /** How the two are linked, and at which version of the links that was found. */
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
    if (window === this.window + 1) this.#past.copy(this.#present);
    else this.#past.clear();
    this.#present.clear();
    this.window = window;
    // Links by address may have ended meanwhile.
    this.linksVersion = -1;
  }

  add(isLowBuyer: boolean, trade: { size: number; worth: number; valueUsd: number }): void {
    const sums = this.#present;
    sums.trades += 1;
    sums.valueUsd += trade.valueUsd;
    if (this.#isLowBuyer !== undefined && this.#isLowBuyer !== isLowBuyer) sums.turns += 1;
    this.#isLowBuyer = isLowBuyer;
    if (isLowBuyer) {
      sums.boughtLots += trade.size;
      sums.boughtWorth += trade.worth;
    } else {
      sums.soldLots += trade.size;
      sums.soldWorth += trade.worth;
    }
  }

  get trades(): number {
    return this.#present.trades + this.#past.trades;
  }

  get valueUsd(): number {
    return this.#present.valueUsd + this.#past.valueUsd;
  }

  get turns(): number {
    return this.#present.turns + this.#past.turns;
  }

  get boughtLots(): number {
    return this.#present.boughtLots + this.#past.boughtLots;
  }

  get soldLots(): number {
    return this.#present.soldLots + this.#past.soldLots;
  }

  get boughtWorth(): number {
    return this.#present.boughtWorth + this.#past.boughtWorth;
  }

  get soldWorth(): number {
    return this.#present.soldWorth + this.#past.soldWorth;
  }
}

export class PairFlows {
  readonly #flows: Map<number, PairFlow>[] = [];

  /** The flow of two users, rolled to the window; a new one takes the place of the oldest. */
  of(pair: { low: number; high: number }, instrument: number, window: number): PairFlow {
    const { high, low } = pair;
    const flows = this.#of(instrument);
    const key = low * USERS_MAX + high;
    const known = flows.get(key);
    if (known !== undefined) {
      known.roll(window);
      return known;
    }
    makeRoom(flows, PAIR_FLOWS_MAX);
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
  present = 0;
  past = 0;

  constructor(window: number) {
    this.window = window;
  }

  roll(window: number): void {
    if (window === this.window) return;
    this.past = window === this.window + 1 ? this.present : 0;
    this.present = 0;
    this.window = window;
  }
}

/** Value that each user traded in each instrument, in US dollars. */
export class UserFlows {
  readonly #flows = new Map<number, UserFlow>();

  add(user: number, instrument: number, window: number, valueUsd: number): void {
    const key = user * INSTRUMENTS_MAX + instrument;
    let flow = this.#flows.get(key);
    if (flow === undefined) {
      makeRoom(this.#flows, USER_FLOWS_MAX);
      flow = new UserFlow(window);
      this.#flows.set(key, flow);
    }
    flow.roll(window);
    flow.present += valueUsd;
  }

  valueUsd(user: number, instrument: number, window: number): number {
    const flow = this.#flows.get(user * INSTRUMENTS_MAX + instrument);
    if (flow === undefined) return 0;
    flow.roll(window);
    return flow.present + flow.past;
  }
}
