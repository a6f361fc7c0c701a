/**
 * Interest: principal × daily rate ÷ 24 for each hour that has begun, rounded up per hour; hours
 * begin on the clock, and the one in which a loan is taken is charged at once (trading-rules.md
 * section 6). Charging late gives the same sums as charging on time, so that pieces may wait.
 */
import { plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE8, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { loanPlaceOf, termsOfLoan } from "./loan-place.ts";

const HOUR_MS = 3_600_000;
/** Hours of a day times the scale of rates. */
const HOURLY_SCALE = 24n * 100_000_000n;

/** The hour that has begun at a time, counted from the Unix epoch. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

/** Interest of one hour, rounded up. */
export function hourlyInterest(principal: Atoms, dailyRate: RateE8): Atoms {
  return atoms((principal * BigInt(dailyRate) + HOURLY_SCALE - 1n) / HOURLY_SCALE);
}

/** What is owed now, hours that have begun and are not yet charged included. */
export function owedOf(state: State, row: number): Atoms {
  const { loans } = state.lending;
  const principal = loans.principal.get(row);
  const charged = plus(principal, loans.interest.get(row));
  const hours = hourOf(state.timeMs) - loans.hour.get(row);
  if (hours === 0) return charged;
  const hourly = hourlyInterest(principal, loans.dailyRate.get(row));
  return plus(charged, atoms(hourly * BigInt(hours)));
}

/**
 * Charges the hours of a loan that have begun since the last one. Emits `interest_charged` when
 * there are any; the rate then agreed holds for the hours to come.
 */
export function chargeInterest(state: State, row: number, emit: Emit): void {
  const { loans } = state.lending;
  const hour = hourOf(state.timeMs);
  const hours = hour - loans.hour.get(row);
  if (hours === 0) return;
  const dailyRate = loans.dailyRate.get(row);
  const hourly = hourlyInterest(loans.principal.get(row), dailyRate);
  loans.hour.set(row, hour);
  loans.dailyRate.set(row, termsOfLoan(state, row).dailyRate);
  addInterest(state, row, { amount: atoms(hourly * BigInt(hours)), hours, dailyRate }, emit);
}

/** Charges the hour in which an amount is borrowed. */
export function chargeFirstHour(state: State, row: number, amount: Atoms, emit: Emit): void {
  const { dailyRate } = termsOfLoan(state, row);
  const interest = hourlyInterest(amount, dailyRate);
  addInterest(state, row, { amount: interest, hours: 0, dailyRate }, emit);
}

/** `hours` is 0 for the first hour of an amount just borrowed. */
function addInterest(
  state: State,
  row: number,
  charge: { readonly amount: Atoms; readonly hours: number; readonly dailyRate: RateE8 },
  emit: Emit,
): void {
  const { amount, dailyRate, hours } = charge;
  if (amount === ZERO_ATOMS) return;
  const { loans } = state.lending;
  loans.interest.add(row, amount);
  emit.write("interest_charged", {
    interestId: nextId(state),
    ...loanPlaceOf(state, loans.account.get(row)),
    amount,
    hours: Math.max(1, hours),
    dailyRateE8: dailyRate,
    isFirst: hours === 0,
    principal: loans.principal.get(row),
    interest: loans.interest.get(row),
  });
}
