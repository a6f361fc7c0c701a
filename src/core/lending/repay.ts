/** Paying loans back: interest first, then principal (trading-rules.md section 6). */

import { exchangeUserOf } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { RepaymentKind } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { addLoss, drawLeft } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { poolOf } from "./borrow.ts";
import { chargeInterest } from "./charge-interest.ts";
import { loanPlaceOf, termsOfLoan } from "./loan-place.ts";
import type { LoanTerms } from "./loan-terms.ts";
import { isUnwinding, ledgerAccountOf, marginAccount, termsOf } from "./margin-account.ts";

/** Takes a loan out of the table when nothing of it is owed. */
function endIfRepaid(state: State, row: number): void {
  const { loans } = state.lending;
  if (loans.principal.get(row) === 0n && loans.interest.get(row) === 0n) loans.remove(row);
}

/**
 * Repays up to `most` of a loan from the account that owes it, which has that much available.
 * Emits `interest_charged` for hours past, then `loan_repaid`. Answers what was repaid.
 */
export function repayLoan(
  state: State,
  row: number,
  terms: { readonly most: Atoms; readonly kind: RepaymentKind },
  emit: Emit,
): Atoms {
  const { ledger, lending } = state;
  const { loans } = lending;
  chargeInterest(state, row, emit);
  const interestPart = minAtoms(terms.most, loans.interest.get(row));
  const principalPart = minAtoms(minus(terms.most, interestPart), loans.principal.get(row));
  const account = loans.account.get(row);
  const currency = ledger.currencyOf(account);
  const { realm } = userAt(state, ledger.userOf(account));
  const exchange = exchangeUserOf(realm);
  const income = ledger.account(exchange, WALLET_INDEX.interest_income, currency);
  ledger.post(account, income, interestPart);
  ledger.post(account, poolOf(state, termsOfLoan(state, row)), principalPart);
  loans.interest.add(row, negated(interestPart));
  loans.principal.add(row, negated(principalPart));
  emit.write("loan_repaid", {
    repayId: nextId(state),
    ...loanPlaceOf(state, account),
    repayment: terms.kind,
    interestPart,
    principalPart,
    principal: loans.principal.get(row),
    interest: loans.interest.get(row),
    balance: ledger.balance(account),
  });
  endIfRepaid(state, row);
  return plus(interestPart, principalPart);
}

/**
 * What the fund pays of a principal: what it has, and what its bound of the hour leaves. Counts it
 * in that hour (decision 0037).
 */
function drawFor(state: State, terms: LoanTerms, fund: number, principal: Atoms): Atoms {
  const bound = findFund(state.funds, terms.realm, terms.currency);
  const left = bound && drawLeft(bound.draw, bound.drawMax, state.timeMs);
  const payable = minAtoms(principal, state.ledger.available(fund));
  const paid = left === undefined ? payable : minAtoms(payable, left);
  if (bound !== undefined) addLoss(bound.draw, paid, state.timeMs);
  return paid;
}

/**
 * Ends a loan that nothing is left to repay from: the insurance fund pays the pool what it can and
 * may in the hour, the pool bears the rest of the principal, interest owed is dropped. Emits
 * `loan_covered`.
 */
export function coverLoan(state: State, row: number, emit: Emit): void {
  const { ledger, lending } = state;
  const { loans } = lending;
  const terms = termsOfLoan(state, row);
  const { currency, realm } = terms;
  const fund = ledger.account(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, currency);
  const principal = loans.principal.get(row);
  const interest = loans.interest.get(row);
  const fundPaid = drawFor(state, terms, fund, principal);
  const writtenOff = minus(principal, fundPaid);
  ledger.post(fund, poolOf(state, terms), fundPaid);
  lending.poolFunds.add(realm, currency, negated(writtenOff));
  lending.poolLosses.add({ realm, currency, kind: "writtenOff" }, writtenOff, state.timeMs);
  emit.write("loan_covered", {
    coverId: nextId(state),
    ...loanPlaceOf(state, loans.account.get(row)),
    fundPaid,
    writtenOff,
    interestDropped: interest,
  });
  loans.remove(row);
}

/** Repays the loan in a coin that an order of `auto_repay` has just brought in. */
export function repayFromFill(state: State, account: number, received: Atoms, emit: Emit): void {
  const row = state.lending.loans.find(account);
  if (row === 0) return;
  const most = minAtoms(received, state.ledger.available(account));
  if (most > ZERO_ATOMS) repayLoan(state, row, { most, kind: "auto" }, emit);
}

/** Emits `loan_repaid`, or `command_rejected`. */
export function repay(state: State, command: DraftOf<"repay">, emit: Emit): void {
  const { amount, currency, instrument, wallet } = command;
  const user = ordinaryUser(state, command.user);
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  if (user === undefined) return reject("user_not_found");
  const account = marginAccount(state, user, wallet, instrument);
  if (account === undefined || termsOf(state, account, currency) === undefined) {
    return reject("margin_not_supported");
  }
  if (isUnwinding(state, account)) return reject("account_unwinding");
  if (amount <= 0n) return reject("amount_not_positive");
  const money = ledgerAccountOf(state, account, currency);
  const row = state.lending.loans.find(money);
  if (row === 0) return reject("loan_not_found");
  if (amount > state.ledger.available(money)) return reject("insufficient_available");
  repayLoan(state, row, { most: amount, kind: "manual" }, emit);
  state.outcome.id = state.lastId;
}
