/** Borrowing on classic margin: the user's command, and the largest loan that is possible. */

import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { checkLoan, type LoanRequest } from "../lending/check-loan.ts";
import { largestAmount } from "../lending/largest-amount.ts";
import { principalMaxOf } from "../lending/loan-terms.ts";
import { type MarginAccount, marginAccount, termsOf } from "../lending/margin-account.ts";
import { takeLoan } from "../lending/take-loan.ts";
import { maxAtoms } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { poolShareLeft } from "./pool-share.ts";

/** Why a loan cannot be taken, or `undefined`; counts the loans of the whole parent account. */
export function loanRefusal(state: State, request: LoanRequest): Rejection | undefined {
  return checkLoan(state, request, poolShareLeft(state, request.account.user, request.currency));
}

/**
 * Takes a loan. Emits `loan_borrowed` and `interest_charged` for the first hour, or
 * `command_rejected`.
 */
export function borrow(state: State, command: DraftOf<"borrow">, emit: Emit): void {
  const { amount, currency, instrument, wallet } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const account = marginAccount(state, user, wallet, instrument);
  if (account === undefined) {
    return rejectCommand(state, user.index, "margin_not_supported", emit);
  }
  const request = { account, currency, amount };
  const refusal = loanRefusal(state, request);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  state.outcome.id = takeLoan(state, request, false, emit);
}

/** Largest amount of a coin that the account can borrow now; 0 where it cannot borrow the coin. */
export function borrowableOf(state: State, account: MarginAccount, currency: number): Atoms {
  const terms = termsOf(state, account, currency);
  if (terms === undefined) return ZERO_ATOMS;
  const shareLeft = poolShareLeft(state, account.user, currency);
  const isPossible = (amount: Atoms): boolean => {
    const request = { account, currency, amount: maxAtoms(amount, terms.amountMin) };
    return checkLoan(state, request, shareLeft) === undefined;
  };
  const amount = largestAmount(principalMaxOf(terms), isPossible);
  return amount < terms.amountMin ? ZERO_ATOMS : amount;
}
