/** What the interface and the operator see of loans against a pledge. */

import type { Rejection } from "../base/rejections.ts";
import { indexIn, type LoanPeriod, REALMS, type Realm } from "../base/vocabulary.ts";
import { usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { hourlyInterest } from "../lending/hourly-interest.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { reportedRateE6 } from "../pledging/pledge-rate.ts";
import { pledgedDebtOf } from "../pledging/pledged-interest.ts";
import {
  ofCoin,
  type PledgedLoan,
  type PledgedLoanTerms,
  type PledgeTerms,
} from "../pledging/pledged-loans.ts";
import { pledgedAmountsOf } from "../pledging/take-pledged-loan.ts";
import { currencyAt, type State } from "../state.ts";

/** An open loan with its debt and its loan-to-value ratio in millionths; 0 without prices. */
export type PledgedLoanRead = {
  readonly loan: PledgedLoan;
  readonly debt: Atoms;
  readonly rateE6: number;
};

function readLoan(state: State, loan: PledgedLoan): PledgedLoanRead {
  const debt = pledgedDebtOf(state, loan);
  return { loan, debt, rateE6: reportedRateE6(state, loan, { debt, pledge: loan.pledge }) };
}

/** Open loans of a user, the newest first. */
export function readPledgedLoans(state: State, user: number): PledgedLoanRead[] {
  return state.pledging.loans
    .ofUser(user)
    .map((loan) => readLoan(state, loan))
    .reverse();
}

/** Open loans of all users whose ratio is at the supplementary line or above. */
export function readCalledLoans(state: State): PledgedLoanRead[] {
  return state.pledging.loans.all
    .map((loan) => readLoan(state, loan))
    .filter(({ loan, rateE6 }) => rateE6 >= loan.lines.supplement);
}

/** Terms of a coin in a realm, and the amount of it that is pledged there. */
export type PledgeTermsRead = {
  readonly loan: PledgedLoanTerms | undefined;
  readonly pledge: PledgeTerms | undefined;
  readonly held: Atoms;
};

export function readPledgeTerms(state: State, realm: Realm, currency: number): PledgeTermsRead {
  const { loans, loanTerms, pledgeTerms } = state.pledging;
  return {
    loan: ofCoin(loanTerms, realm, currency),
    pledge: ofCoin(pledgeTerms, realm, currency),
    held: loans.heldOf(realm, currency),
  };
}

/** Coins, pledge and period of a loan that a user considers. */
export type PledgeAsked = {
  readonly currency: number;
  readonly pledgeCurrency: number;
  readonly pledge: Atoms;
  readonly period: LoanPeriod;
};

/** Largest loan for a pledge now, and the interest of its first hour; or why there is none. */
export function readPledgeEstimate(
  state: State,
  realm: Realm,
  asked: PledgeAsked,
): { readonly amount: Atoms; readonly hourly: Atoms } | Rejection {
  const amounts = pledgedAmountsOf(state, realm, { ...asked, amount: ZERO_ATOMS });
  if (typeof amounts === "string") return amounts;
  const terms = ofCoin(state.pledging.loanTerms, realm, asked.currency);
  const { amount } = amounts;
  const hourly = terms && hourlyInterest(amount, terms.dailyRates[asked.period]);
  return { amount, hourly: hourly ?? ZERO_ATOMS };
}

/** Value of an amount in 10^-8 US dollars at present prices; 0 without a price. */
export function readUsdValue(state: State, realm: Realm, currency: number, amount: Atoms): bigint {
  return usdDown(usdRateOf(state, indexIn(REALMS, realm), currencyAt(state, currency)), amount);
}
