/**
 * Interest of classic loans: principal × daily rate ÷ 24 for each clock hour that has begun,
 * rounded up per hour; the hour in which a loan is taken is charged at once (trading-rules.md
 * section 6). A late charge gives the same sums as a charge on time, so the sweep may work in
 * pieces.
 */
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE8, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { hourlyInterest } from "./hourly-interest.ts";
import { loanEventFields, termsOfLoan } from "./loan-account.ts";

/** Principal and interest of a loan, with the begun hours that are not charged yet. */
export function owedOf(state: State, row: number): Atoms {
  const { loans } = state.lending;
  const principal = loans.principal.get(row);
  const charged = plus(principal, loans.interest.get(row));
  const hours = hourOf(state.timeMs) - loans.hour.get(row);
  assert(hours >= 0, "no hour of a loan is charged before it begins");
  if (hours === 0) return charged;
  const hourly = hourlyInterest(principal, loans.dailyRate.get(row));
  return plus(charged, atoms(hourly * BigInt(hours)));
}

/**
 * Charges the hours of a loan that have begun since the last charge, at the rate recorded then, and
 * records the present rate for the hours to come. Emits `interest_charged` when there are any.
 */
export function chargeLoanInterest(state: State, row: number, emit: Emit): void {
  const { loans } = state.lending;
  const hour = hourOf(state.timeMs);
  const hours = hour - loans.hour.get(row);
  if (hours === 0) return;
  assert(hours > 0, "no hour of a loan is charged twice");
  const dailyRate = loans.dailyRate.get(row);
  const hourly = hourlyInterest(loans.principal.get(row), dailyRate);
  loans.hour.set(row, hour);
  loans.dailyRate.set(row, termsOfLoan(state, row).dailyRate);
  addInterest(state, row, { amount: atoms(hourly * BigInt(hours)), hours, dailyRate }, emit);
}

/** Charges an amount just borrowed for the current hour. Emits `interest_charged`. */
export function chargeFirstHour(state: State, row: number, amount: Atoms, emit: Emit): void {
  const { dailyRate } = termsOfLoan(state, row);
  const interest = hourlyInterest(amount, dailyRate);
  addInterest(state, row, { amount: interest, hours: 0, dailyRate }, emit);
}

/** Adds interest to a loan; `hours` is 0 for the first hour of an amount just borrowed. */
function addInterest(
  state: State,
  row: number,
  charge: { readonly amount: Atoms; readonly hours: number; readonly dailyRate: RateE8 },
  emit: Emit,
): void {
  const { amount, dailyRate, hours } = charge;
  if (amount === ZERO_ATOMS) return;
  assert(amount > 0n, "interest is never negative");
  const { loans } = state.lending;
  loans.interest.add(row, amount);
  emit.write("interest_charged", {
    interestId: nextId(state),
    ...loanEventFields(state, loans.account.get(row)),
    amount,
    hours: Math.max(1, hours),
    dailyRateE8: dailyRate,
    isFirst: hours === 0,
    principal: loans.principal.get(row),
    interest: loans.interest.get(row),
  });
}
