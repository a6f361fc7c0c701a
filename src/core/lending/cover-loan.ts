/** Ends loans that no collateral of their account can repay. */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { addLoss, drawLeft } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minAtoms, minus, negated } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { poolAccount } from "./lending-pool.ts";
import { loanEventFields, termsOfLoan } from "./loan-account.ts";
import type { LoanTerms } from "./loan-terms.ts";

/**
 * Amount that an insurance fund pays of a principal: at most its available balance and the rest of
 * its limit for the hour. Counts the amount against that limit (decision 0037).
 */
function drawFromFund(state: State, terms: LoanTerms, fund: number, principal: Atoms): Atoms {
  const bound = findFund(state.funds, terms.realm, terms.currency);
  const left = bound && drawLeft(bound.draw, bound.drawMax, state.timeMs);
  const payable = minAtoms(principal, state.ledger.available(fund));
  const paid = left === undefined ? payable : minAtoms(payable, left);
  if (bound !== undefined) addLoss(bound.draw, paid, state.timeMs);
  return paid;
}

/**
 * Ends a loan of an account without collateral: the insurance fund pays the pool what it can and
 * may pay in this hour, the pool writes off the rest of the principal, and unpaid interest is
 * dropped. Emits `loan_covered`.
 */
export function coverLoan(state: State, row: number, emit: Emit): void {
  const { ledger, lending } = state;
  const { loans } = lending;
  const terms = termsOfLoan(state, row);
  const { currency, realm } = terms;
  const fund = ledger.account(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, currency);
  const principal = loans.principal.get(row);
  const interest = loans.interest.get(row);
  const fundPaid = drawFromFund(state, terms, fund, principal);
  assert(fundPaid >= 0n && fundPaid <= principal, "the fund pays at most the principal");
  const writtenOff = minus(principal, fundPaid);
  ledger.post(fund, poolAccount(state, realm, currency), fundPaid);
  lending.poolFunds.add(realm, currency, negated(writtenOff));
  lending.poolLosses.add({ realm, currency, kind: "writtenOff" }, writtenOff, state.timeMs);
  emit.write("loan_covered", {
    coverId: nextId(state),
    ...loanEventFields(state, loans.account.get(row)),
    fundPaid,
    writtenOff,
    interestDropped: interest,
  });
  loans.remove(row);
}
