/**
 * Interest of loans against a pledge: principal × daily rate ÷ 24 for each clock hour that has
 * begun, rounded up per hour; the hour in which a loan is taken is charged at once. A late charge
 * gives the same sums as a charge on time, as for loans on margin (decision 0068).
 */

import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { hourlyInterest } from "../lending/hourly-interest.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { ofCoin, type PledgedLoan } from "./pledged-loans.ts";

/** Interest of the hours that have begun and are not charged yet. */
function dueInterest(state: State, loan: PledgedLoan): Atoms {
  const hours = hourOf(state.timeMs) - loan.hour;
  assert(hours >= 0, "no hour of a loan is charged before it begins");
  return atoms(hourlyInterest(loan.principal, loan.dailyRate) * BigInt(hours));
}

/** Principal and interest of a loan, with the begun hours that are not charged yet. */
export function pledgedDebtOf(state: State, loan: PledgedLoan): Atoms {
  return plus(plus(loan.principal, loan.interest), dueInterest(state, loan));
}

/**
 * Charges the begun hours of a loan at the rate recorded for them. A flexible loan then takes the
 * present rate, while the coin has terms. Emits `pledged_interest_charged` when there are any.
 */
export function chargePledgedInterest(state: State, loan: PledgedLoan, emit: Emit): void {
  const hour = hourOf(state.timeMs);
  const hours = hour - loan.hour;
  if (hours === 0) return;
  const amount = dueInterest(state, loan);
  const { dailyRate } = loan;
  loan.hour = hour;
  if (loan.expiresAtMs === 0) {
    const terms = ofCoin(state.pledging.loanTerms, loan.realm, loan.currency);
    loan.dailyRate = terms?.dailyRates[loan.period] ?? dailyRate;
  }
  addInterest(state, loan, { amount, hours, dailyRate, isFirst: false }, emit);
}

/** Charges a loan that was just taken for the current hour. */
export function chargeFirstPledgedHour(state: State, loan: PledgedLoan, emit: Emit): void {
  const { dailyRate, principal } = loan;
  const amount = hourlyInterest(principal, dailyRate);
  addInterest(state, loan, { amount, hours: 1, dailyRate, isFirst: true }, emit);
}

type Charge = {
  readonly amount: Atoms;
  readonly hours: number;
  readonly dailyRate: number;
  readonly isFirst: boolean;
};

function addInterest(state: State, loan: PledgedLoan, charge: Charge, emit: Emit): void {
  const { amount, dailyRate, hours, isFirst } = charge;
  if (amount === ZERO_ATOMS) return;
  assert(amount > 0n, "interest is never negative");
  loan.interest = plus(loan.interest, amount);
  const { currency, id: loanId, interest, principal, user } = loan;
  emit.write("pledged_interest_charged", {
    interestId: nextId(state),
    ...{ loanId, user, currency, amount, hours, dailyRateE8: dailyRate, isFirst },
    ...{ principal, interest },
  });
}
