/** Repays institutional loans: interest first, then principal (decision 0067). */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { convertedWallet } from "../converting/convert.ts";
import { pendingInterest, type RiskUnit, type UnitLoan } from "../institutional/risk-unit.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { poolAccount } from "../lending/lending-pool.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { minAtoms, minus, plus } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { chargeUnitInterest } from "./charge-unit-interest.ts";

/** Who repays how much of which loan; forced where the exchange repays in a liquidation. */
export type UnitRepayment = {
  readonly unit: RiskUnit;
  readonly loan: UnitLoan;
  readonly user: User;
  readonly amount: Atoms;
  readonly isForced: boolean;
};

/** Principal and interest of a loan, with the begun hours that are not charged yet. */
export function unitLoanOwed(state: State, loan: UnitLoan): Atoms {
  return plus(plus(loan.principal, loan.interest), pendingInterest(loan, state.timeMs));
}

/** The parts of an amount that repay interest and principal of a loan. */
export function partsOf(
  loan: UnitLoan,
  amount: Atoms,
): { readonly interestPart: Atoms; readonly principalPart: Atoms } {
  const interestPart = minAtoms(amount, loan.interest);
  const principalPart = minus(amount, interestPart);
  assert(principalPart <= loan.principal, "no more is repaid than is owed");
  return { interestPart, principalPart };
}

/** Lowers a loan by an amount that was paid; removes it when it is repaid. */
export function lowerLoan(state: State, repayment: UnitRepayment, emit: Emit): void {
  const { amount, isForced, loan, unit, user } = repayment;
  const { interestPart, principalPart } = partsOf(loan, amount);
  loan.interest = minus(loan.interest, interestPart);
  loan.principal = minus(loan.principal, principalPart);
  const { currency, id: loanId, interest, principal } = loan;
  if (principal === 0n && interest === 0n) unit.loans.splice(unit.loans.indexOf(loan), 1);
  const repayId = nextId(state);
  state.outcome.id = repayId;
  emit.write("unit_loan_repaid", {
    ...{ repayId, loanId, unit: unit.user, user: user.index, currency, isForced },
    ...{ principalPart, interestPart, principal, interest },
  });
}

/** Pays interest to the exchange and principal to the pool, out of an account that has both. */
export function payFrom(state: State, from: number, repayment: UnitRepayment, emit: Emit): void {
  const { amount, loan, user } = repayment;
  const { interestPart, principalPart } = partsOf(loan, amount);
  const { interest_income: incomeWallet } = WALLET_INDEX;
  const income = state.ledger.account(exchangeUserOf(user.realm), incomeWallet, loan.currency);
  const pool = poolAccount(state, user.realm, loan.currency);
  const move = { from, reason: "unit_repayment", clientTransferId: "" } as const;
  if (interestPart > 0n) moveFunds(state, { ...move, to: income, amount: interestPart }, emit);
  if (principalPart > 0n) moveFunds(state, { ...move, to: pool, amount: principalPart }, emit);
  lowerLoan(state, repayment, emit);
}

/**
 * Repays at most what is owed, from the main wallet of a user of the unit. Emits
 * `unit_interest_charged` for hours past, `funds_moved` and `unit_loan_repaid`, or
 * `command_rejected`; a loan of another unit is not found.
 */
export function repayUnitLoan(state: State, command: DraftOf<"repay_unit_loan">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const unit = state.institutional.ofUser(user.index);
  const loan = unit?.loans.find(({ id }) => id === command.loan);
  if (unit === undefined || loan === undefined) return reject("loan_not_found");
  if (command.amount <= 0n) return reject("amount_not_positive");
  const wallet = convertedWallet(user);
  const { currency } = loan;
  if (isAccountLiquidating(state, user.index, wallet, currency)) {
    return reject("account_liquidating");
  }
  const amount = minAtoms(command.amount, unitLoanOwed(state, loan));
  const from = state.ledger.find(user.index, wallet, currency);
  if (spendable(state, user, from) < amount) return reject("insufficient_available");
  chargeUnitInterest(state, unit, loan, emit);
  payFrom(state, from, { unit, loan, user, amount, isForced: false }, emit);
}
