/** Repays classic loans: interest first, then principal (trading-rules.md section 6). */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { RepaymentKind } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { chargeLoanInterest } from "./charge-loan-interest.ts";
import { poolAccount } from "./lending-pool.ts";
import { loanEventFields } from "./loan-account.ts";
import { isUnwinding, ledgerAccountOf, marginAccount, termsOf } from "./margin-account.ts";

type Repayment = { readonly most: Atoms; readonly kind: RepaymentKind };

/**
 * Repays up to `most` of a loan from its ledger account, which has that much available. Emits
 * `interest_charged` for hours past, then `loan_repaid`. Returns the amount repaid.
 */
export function repayLoan(state: State, row: number, repayment: Repayment, emit: Emit): Atoms {
  const { ledger, lending } = state;
  const { loans } = lending;
  const { kind, most } = repayment;
  assert(most > 0n, "a repayment is above zero");
  chargeLoanInterest(state, row, emit);
  const interestPart = minAtoms(most, loans.interest.get(row));
  const principalPart = minAtoms(minus(most, interestPart), loans.principal.get(row));
  const account = loans.account.get(row);
  assert(ledger.available(account) >= principalPart + interestPart, "a repayment is available");
  const currency = ledger.currencyOf(account);
  const { realm } = userAt(state, ledger.userOf(account));
  const income = ledger.account(exchangeUserOf(realm), WALLET_INDEX.interest_income, currency);
  ledger.post(account, income, interestPart);
  ledger.post(account, poolAccount(state, realm, currency), principalPart);
  loans.interest.add(row, negated(interestPart));
  loans.principal.add(row, negated(principalPart));
  const principal = loans.principal.get(row);
  const interest = loans.interest.get(row);
  assert(principalPart === 0n || interest === 0n, "interest is repaid before principal");
  assert(principal >= 0n, "no more principal is repaid than was borrowed");
  emit.write("loan_repaid", {
    repayId: nextId(state),
    ...loanEventFields(state, account),
    repayment: kind,
    interestPart,
    principalPart,
    principal,
    interest,
    balance: ledger.balance(account),
  });
  if (principal === 0n && interest === 0n) loans.remove(row);
  return plus(interestPart, principalPart);
}

/** Repays the loan in a coin from the proceeds of a fill of an `auto_repay` order. */
export function repayFromFill(state: State, account: number, received: Atoms, emit: Emit): void {
  const row = state.lending.loans.find(account);
  if (row === 0) return;
  const most = minAtoms(received, state.ledger.available(account));
  if (most > ZERO_ATOMS) repayLoan(state, row, { most, kind: "auto" }, emit);
}

/** Repays a loan at its user's command. Emits `loan_repaid`, or `command_rejected`. */
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
