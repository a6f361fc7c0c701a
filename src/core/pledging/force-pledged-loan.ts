/**
 * Ends a loan with its pledge (decision 0068). The lending pool takes of the pledge what pays the
 * loan at index prices with the liquidation fee, and the rest returns to the user. What the pledge
 * does not pay of the principal is paid by the insurance fund or written off.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { PledgeForceReason } from "../base/vocabulary.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { coverPrincipal } from "../lending/cover-loan.ts";
import { poolAccount } from "../lending/lending-pool.ts";
import { minAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, rateE6 as toRateE6 } from "../money/units.ts";
import { type Emit, nextId, type State, userAt } from "../state.ts";
import { namesOf, pledgedAccount, recordDebts, walletAccount } from "./pledge-accounts.ts";
import { type PledgeRates, paidBy, pledgeFor, rateE6Of } from "./pledge-rate.ts";
import type { PledgedLoan } from "./pledged-loans.ts";

const NO_FEE = toRateE6(0);

/** How the pledge pays the loan: principal first, so that the pool loses as little as possible. */
type Sale = {
  readonly pledgeUsed: Atoms;
  readonly pledgeAsInterest: Atoms;
  readonly fee: Atoms;
  readonly principalPart: Atoms;
  readonly interestPart: Atoms;
};

function saleOf(state: State, loan: PledgedLoan, rates: PledgeRates): Sale {
  const { liquidationFee } = state.lending.rules;
  const debt = plus(loan.principal, loan.interest);
  const needed = pledgeFor(rates, debt, liquidationFee);
  const isEnough = needed <= loan.pledge;
  const pledgeUsed = isEnough ? atoms(needed) : loan.pledge;
  const paid = isEnough ? debt : atoms(paidBy(rates, loan.pledge, liquidationFee));
  const principalPart = minAtoms(loan.principal, paid);
  const interestPart = minus(paid, principalPart);
  const pledgeAsInterest = paid === 0n ? paid : atoms((pledgeUsed * interestPart) / paid);
  const fee = minus(pledgeUsed, atoms(pledgeFor(rates, paid, NO_FEE)));
  assert(fee >= 0n && interestPart <= loan.interest, "a sale pays no more than the debt");
  return { pledgeUsed, pledgeAsInterest, fee, principalPart, interestPart };
}

/** Emits `pledged_loan_forced`. */
export function forcePledgedLoan(
  state: State,
  loan: PledgedLoan,
  { rates, reason }: { readonly rates: PledgeRates; readonly reason: PledgeForceReason },
  emit: Emit,
): void {
  const { ledger, lending, pledging } = state;
  const { currency, pledgeCurrency, realm } = loan;
  const user = userAt(state, loan.user);
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  const rateE6 = rateE6Of(rates, { debt: loan.principal + loan.interest, pledge: loan.pledge });
  const sale = saleOf(state, loan, rates);
  const { fee, interestPart, pledgeAsInterest, pledgeUsed, principalPart } = sale;
  const released = minus(loan.pledge, pledgeUsed);
  const toPool = minus(pledgeUsed, pledgeAsInterest);
  const held = pledgedAccount(state, user, pledgeCurrency);
  const own = walletAccount(state, user, pledgeCurrency);
  const income = ledger.account(
    exchangeUserOf(realm),
    WALLET_INDEX.interest_income,
    pledgeCurrency,
  );
  ledger.post(held, income, pledgeAsInterest);
  ledger.post(held, poolAccount(state, realm, pledgeCurrency), toPool);
  ledger.post(held, own, released);
  lending.poolFunds.add(realm, pledgeCurrency, toPool);
  lending.poolFunds.add(realm, currency, negated(principalPart));
  const rest = minus(loan.principal, principalPart);
  const { fundPaid, writtenOff } = coverPrincipal(state, loan, rest);
  emit.write("pledged_loan_forced", {
    forceId: nextId(state),
    ...namesOf(state, loan),
    ...{ reason, rateE6, interestPart, principalPart },
    interestDropped: minus(loan.interest, interestPart),
    ...{ fundPaid, writtenOff, pledgeUsed, pledgeAsInterest, fee, released },
    pledgeBalance: ledger.balance(own),
  });
  pledging.loans.changePledge(loan, negated(loan.pledge));
  pledging.loans.remove(loan);
  recordDebts(state, [own], emit);
}
