/** Ends loans that no collateral of their account can repay. */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Realm } from "../base/vocabulary.ts";
import { addLoss, drawLeft } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minAtoms, minus, negated } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { poolAccount } from "./lending-pool.ts";
import { loanEventFields, termsOfLoan } from "./loan-account.ts";

/** Coin of a lending pool. */
type LentCoin = { readonly realm: Realm; readonly currency: number };

/** Parts of a principal that the insurance fund paid and that the pool wrote off. */
type Cover = { readonly fundPaid: Atoms; readonly writtenOff: Atoms };

/**
 * Amount that an insurance fund pays of a principal: at most its available balance and the rest of
 * its limit for the hour. Counts the amount against that limit (decision 0037).
 */
function drawFromFund(state: State, pool: LentCoin, fund: number, principal: Atoms): Atoms {
  const bound = findFund(state.funds, pool.realm, pool.currency);
  const left = bound && drawLeft(bound.draw, bound.drawMax, state.timeMs);
  const payable = minAtoms(principal, state.ledger.available(fund));
  const paid = left === undefined ? payable : minAtoms(payable, left);
  if (bound !== undefined) addLoss(bound.draw, paid, state.timeMs);
  return paid;
}

/**
 * Takes an amount of a principal that no collateral repays out of a pool's claims: the insurance
 * fund pays the pool what it can and may pay in this hour, the pool writes off the rest.
 */
export function coverPrincipal(
  state: State,
  { currency, realm }: LentCoin,
  principal: Atoms,
): Cover {
  const { ledger, lending } = state;
  const fund = ledger.account(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, currency);
  const fundPaid = drawFromFund(state, { realm, currency }, fund, principal);
  assert(fundPaid >= 0n && fundPaid <= principal, "the fund pays at most the principal");
  const writtenOff = minus(principal, fundPaid);
  ledger.post(fund, poolAccount(state, realm, currency), fundPaid);
  lending.poolFunds.add(realm, currency, negated(writtenOff));
  lending.poolLosses.add({ realm, currency, kind: "writtenOff" }, writtenOff, state.timeMs);
  return { fundPaid, writtenOff };
}

/**
 * Ends a loan of an account without collateral: the insurance fund pays the pool what it can and
 * may pay in this hour, the pool writes off the rest of the principal, and unpaid interest is
 * dropped. Emits `loan_covered`.
 */
export function coverLoan(state: State, row: number, emit: Emit): void {
  const { loans } = state.lending;
  const principal = loans.principal.get(row);
  const interest = loans.interest.get(row);
  const { fundPaid, writtenOff } = coverPrincipal(state, termsOfLoan(state, row), principal);
  emit.write("loan_covered", {
    coverId: nextId(state),
    ...loanEventFields(state, loans.account.get(row)),
    fundPaid,
    writtenOff,
    interestDropped: interest,
  });
  loans.remove(row);
}
