/**
 * Timed work on loans against a pledge, in bounded pieces: a sweep charges interest and ends, by
 * force, loans at the forced line and loans whose period is over (decision 0068).
 */

import {
  INDEX_AGE_MS_MAX,
  PLEDGED_LOANS_SWEPT_PER_TICK,
  PLEDGED_SWEEP_INTERVAL_MS,
} from "../base/limits.ts";
import type { Emit, State } from "../state.ts";
import { forcePledgedLoan } from "./force-pledged-loan.ts";
import { beyondLine, freshRates } from "./pledge-rate.ts";
import { chargePledgedInterest } from "./pledged-interest.ts";
import type { PledgedLoan } from "./pledged-loans.ts";

/** Charges a loan and ends it if it must end. A stale price of one of its coins delays the end. */
function visit(state: State, loan: PledgedLoan, emit: Emit): void {
  chargePledgedInterest(state, loan, emit);
  const rates = freshRates(state, loan, INDEX_AGE_MS_MAX);
  if (rates === undefined) return;
  const { expiresAtMs, interest, lines, pledge, principal } = loan;
  const isAtLine = beyondLine(rates, { debt: principal + interest, pledge }, lines.forced) >= 0n;
  const isExpired = expiresAtMs !== 0 && expiresAtMs <= state.timeMs;
  if (!isAtLine && !isExpired) return;
  forcePledgedLoan(state, loan, { rates, reason: isAtLine ? "line" : "expired" }, emit);
}

/** Visits a bounded number of loans; begins a sweep when the interval has passed. */
export function sweepPledgedLoans(state: State, emit: Emit): void {
  const { pledging } = state;
  if (pledging.sweepFrom === 0) {
    if (state.timeMs - pledging.sweptAtMs < PLEDGED_SWEEP_INTERVAL_MS) return;
    pledging.sweptAtMs = state.timeMs;
    pledging.sweepFrom = 1;
  }
  for (let left = PLEDGED_LOANS_SWEPT_PER_TICK; left > 0; left--) {
    const loan = pledging.loans.firstFrom(pledging.sweepFrom);
    if (loan === undefined) break;
    pledging.sweepFrom = loan.id + 1;
    visit(state, loan, emit);
  }
  if (pledging.loans.firstFrom(pledging.sweepFrom) === undefined) pledging.sweepFrom = 0;
}

/** Whether the current sweep has loans to visit. */
export function isPledgedSweepDue(state: State): boolean {
  return state.pledging.sweepFrom !== 0;
}
