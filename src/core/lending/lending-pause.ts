/** When the losses of a clock hour stop a lending pool from lending (decision 0042). */

import type { Realm } from "../base/vocabulary.ts";
import { feeRoundedUp, plus } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import type { State } from "../state.ts";
import { NO_POOL_LOSS_SHARE } from "./loan-terms.ts";

/** The loss of a pool in the present hour, and the loss at which it stops lending. */
export type PoolLossRead = {
  readonly lost: Atoms;
  /** Rounded up to an atom; `undefined` without a limit. */
  readonly lostMax: Atoms | undefined;
};

/**
 * The loss of a pool in the present hour and its limit: the share of the pool's size, which is its
 * funds with what the hour has written off, so that the loss itself does not lower the limit.
 */
export function poolLossOf(state: State, realm: Realm, currency: number): PoolLossRead {
  const { poolFunds, poolLosses, rules } = state.lending;
  const { badDebts, writtenOff } = poolLosses.of(realm, currency, state.timeMs);
  const lost = plus(writtenOff, badDebts);
  if (rules.poolLossShare === NO_POOL_LOSS_SHARE) return { lost, lostMax: undefined };
  const size = plus(poolFunds.of(realm, currency), writtenOff);
  return { lost, lostMax: feeRoundedUp(size, rules.poolLossShare) };
}

/** Whether a pool lends nothing more before the next clock hour. */
export function isLendingPaused(state: State, realm: Realm, currency: number): boolean {
  const { lost, lostMax } = poolLossOf(state, realm, currency);
  return lostMax !== undefined && lost > 0n && lost >= lostMax;
}
