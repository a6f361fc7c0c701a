/** Fees that users pay, as in `LiveAccounts`. Rates are in millionths. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import {
  type FeeLevel,
  type FeeRates,
  readChargedRates,
  readFeeGrant,
  readFeeGrants,
  readFeeLevels,
  readFeeSchedule,
  readMarketRates,
  readRatesAtLevel,
  type Scheduled,
} from "../../core/reads/fee-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveFees {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Rates of an instrument for users without a level. */
  ofMarket(instrument: Instrument): FeeRates {
    return readMarketRates(this.#state, instrument);
  }

  /** Rates that a user pays in an instrument. */
  ofUser(user: number, instrument: Instrument): FeeRates {
    return readChargedRates(this.#state, user, instrument);
  }

  /** Rates of an instrument at a level, 0 for users without one. */
  atLevel(instrument: Instrument, level: number): FeeRates {
    return readRatesAtLevel(this.#state, instrument, level);
  }

  /** Levels from 1, ascending. */
  levels(): readonly (readonly [number, FeeLevel])[] {
    return readFeeLevels(this.#state);
  }

  /** Changed rates of an instrument; `undefined` while the listed ones hold. */
  schedule(instrument: Instrument): Scheduled<FeeRates> | undefined {
    return readFeeSchedule(this.#state, instrument);
  }

  /** Level of a user's main account; `undefined` for none. */
  grant(user: number): Scheduled<number> | undefined {
    return readFeeGrant(this.#state, user);
  }

  /** Levels of all main accounts that have one. */
  grants(): readonly (readonly [number, Scheduled<number>])[] {
    return readFeeGrants(this.#state);
  }
}
