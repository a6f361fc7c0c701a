/** Reads of the live state: loan terms, loans, risk and possible amounts of margin accounts. */

import { assert } from "../base/assert.ts";
import type { MarginWallet, Realm } from "../base/vocabulary.ts";
import { borrowableOf } from "../borrowing/borrow.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { owedOf } from "../lending/charge-loan-interest.ts";
import type { LoanTerms, MarginRules } from "../lending/loan-terms.ts";
import {
  coinsOf,
  ledgerAccountOf,
  type MarginAccount,
  marginAccount,
} from "../lending/margin-account.ts";
import { figuresOf, type RiskFigures, riskE6Of } from "../lending/margin-account-risk.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, type State, userAt } from "../state.ts";
import { movableOf } from "../transfers/move-funds.ts";

export type LoanTermsRead = LoanTerms;
export type MarginRulesRead = MarginRules;

/** Key of a margin account; `instrument` is `undefined` for the crossed account. */
export type MarginAccountKey = {
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly instrument: Instrument | undefined;
};

function accountAt(state: State, place: MarginAccountKey): MarginAccount | undefined {
  const user = userAt(state, place.user);
  const index = place.instrument === undefined ? 0 : place.instrument.index + 1;
  return marginAccount(state, user, place.wallet, index);
}

/** Loan terms of all coins of an isolated instrument, or of crossed margin in a realm. */
export function readLoanTerms(
  state: State,
  realm: Realm,
  instrument: Instrument | undefined,
): readonly LoanTermsRead[] {
  return state.lending.terms.of(realm, instrument === undefined ? 0 : instrument.index + 1);
}

export function readMarginRules(state: State): MarginRulesRead {
  return state.lending.rules;
}

export type MarginCoinRead = {
  readonly currency: Currency;
  /** Whole balance, hold included. */
  readonly balance: Atoms;
  readonly hold: Atoms;
  readonly available: Atoms;
  readonly principal: Atoms;
  /** Unpaid interest, with the begun hours that are not charged yet. */
  readonly interest: Atoms;
};

/** All coins of an account with their balances and loans; empty without loan terms. */
export function readMarginCoins(state: State, place: MarginAccountKey): MarginCoinRead[] {
  const account = accountAt(state, place);
  if (account === undefined) return [];
  const { ledger, lending } = state;
  return coinsOf(state, account).map(({ currency }) => {
    const money = ledgerAccountOf(state, account, currency);
    const row = lending.loans.find(money);
    const principal = row === 0 ? ZERO_ATOMS : lending.loans.principal.get(row);
    const interest = row === 0 ? ZERO_ATOMS : minus(owedOf(state, row), principal);
    const available = ledger.available(money);
    assert(available >= 0n, "a margin account is never overdrawn");
    assert(interest >= 0n, "interest is never negative");
    return {
      currency: currencyAt(state, currency),
      balance: ledger.balance(money),
      hold: ledger.hold(money),
      available,
      principal,
      interest,
    };
  });
}

export type RiskRead = RiskFigures & { readonly riskE6: number };

/** Risk figures and risk rate of an account; `undefined` while a price is missing. */
export function readRisk(state: State, place: MarginAccountKey): RiskRead | undefined {
  const account = accountAt(state, place);
  const figures = account === undefined ? undefined : figuresOf(state, account);
  return figures === undefined ? undefined : { ...figures, riskE6: riskE6Of(figures) };
}

/** Largest amount of a coin that the account can borrow now. */
export function readBorrowable(state: State, place: MarginAccountKey, currency: Currency): Atoms {
  const account = accountAt(state, place);
  return account === undefined ? ZERO_ATOMS : borrowableOf(state, account, currency.index);
}

/** Largest amount of a coin that can be moved out of the account now. */
export function readMovable(state: State, place: MarginAccountKey, currency: Currency): Atoms {
  const account = accountAt(state, place);
  return account === undefined ? ZERO_ATOMS : movableOf(state, account, currency.index);
}
