/** Reads of fees: those of markets, of levels and of users (decision 0094). */
import { chargedRates } from "../fees/charged-rate.ts";
import {
  type FeeLevel,
  type FeeRates,
  marketRates,
  ratesAtLevel,
  type Scheduled,
} from "../fees/fee-state.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type State, userAt } from "../state.ts";

export type { FeeLevel, FeeRates, Scheduled } from "../fees/fee-state.ts";

/** Rates of an instrument for users without a level. */
export function readMarketRates(state: State, instrument: Instrument): FeeRates {
  return marketRates(state.fees, instrument, state.timeMs);
}

/** Rates that a user pays in an instrument now. */
export function readChargedRates(state: State, user: number, instrument: Instrument): FeeRates {
  return chargedRates(state, userAt(state, user), instrument);
}

/** Rates of an instrument at a level; 0 is that of users without one. */
export function readRatesAtLevel(state: State, instrument: Instrument, level: number): FeeRates {
  return ratesAtLevel(state.fees, instrument, level, state.timeMs);
}

/** Levels with their rates, in ascending order. */
export function readFeeLevels({ fees }: State): readonly (readonly [number, FeeLevel])[] {
  return [...fees.levels].sort(([one], [other]) => one - other);
}

/** Present and later rates of an instrument; `undefined` while the listed ones hold. */
export function readFeeSchedule(
  { fees }: State,
  instrument: Instrument,
): Scheduled<FeeRates> | undefined {
  return fees.markets.get(instrument.index);
}

/** Present and later level of a user, which is that of its main account; `undefined` for none. */
export function readFeeGrant(state: State, user: number): Scheduled<number> | undefined {
  return state.fees.grants.get(userAt(state, user).parent);
}

/** Main accounts that have a level or will have one, in the order of their index. */
export function readFeeGrants({ fees }: State): readonly (readonly [number, Scheduled<number>])[] {
  return [...fees.grants].sort(([one], [other]) => one - other);
}
