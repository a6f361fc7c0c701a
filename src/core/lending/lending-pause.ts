/** Pause of a lending pool that has lost too much in a clock hour (decision 0042). */

import type { Realm } from "../base/vocabulary.ts";
import { feeRoundedUp, plus } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import type { State } from "../state.ts";
import { NO_POOL_LOSS_SHARE } from "./loan-terms.ts";

/** Loss of a pool in the current hour, and the loss at which it stops lending. */
export type PoolLossRead = {
  readonly lost: Atoms;
  /** Rounded up to an atom; `undefined` without a limit. */
  readonly lostMax: Atoms | undefined;
};

/**
 * Loss of a pool in the current hour and its limit: a share of the pool's size. The size includes
 * what was written off in the hour, so a loss does not lower its own limit.
 */
export function poolLossOf(state: State, realm: Realm, currency: number): PoolLossRead {
  const { poolFunds, poolLosses, rules } = state.lending;
  const { badDebts, writtenOff } = poolLosses.of(realm, currency, state.timeMs);
  const lost = plus(writtenOff, badDebts);
  if (rules.poolLossShare === NO_POOL_LOSS_SHARE) return { lost, lostMax: undefined };
  const size = plus(poolFunds.of(realm, currency), writtenOff);
  return { lost, lostMax: feeRoundedUp(size, rules.poolLossShare) };
}

/** Whether a pool stops lending until the next clock hour. */
export function isLendingPaused(state: State, realm: Realm, currency: number): boolean {
  const { lost, lostMax } = poolLossOf(state, realm, currency);
  return lostMax !== undefined && lost > 0n && lost >= lostMax;
}
