/**
 * Interest of institutional loans: principal × daily rate ÷ 24 for each clock hour that has begun,
 * rounded up per hour; the hour in which a loan is issued is charged at once (decision 0067).
 */
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { pendingInterest, type RiskUnit, type UnitLoan } from "../institutional/risk-unit.ts";
import { plus } from "../money/arithmetic.ts";
import type { Emit, State } from "../state.ts";

/** Charges the hours that have begun. Emits `unit_interest_charged` when there are any. */
export function chargeUnitInterest(state: State, unit: RiskUnit, loan: UnitLoan, emit: Emit): void {
  const hours = hourOf(state.timeMs) - loan.hour;
  const amount = pendingInterest(loan, state.timeMs);
  loan.hour = hourOf(state.timeMs);
  if (amount === 0n) return;
  assert(hours > 0, "no hour of a loan is charged twice");
  loan.interest = plus(loan.interest, amount);
  const { currency, id: loanId, interest, principal } = loan;
  const charged = { loanId, unit: unit.user, currency, amount, hours, principal, interest };
  emit.write("unit_interest_charged", charged);
}
