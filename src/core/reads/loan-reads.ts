/** What may be read of lending off the live state: terms, what is owed, risk, what is possible. */

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

/** A margin account as it is named: `instrument` is `undefined` for the crossed one. */
export type MarginPlace = {
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly instrument: Instrument | undefined;
};

function accountAt(state: State, place: MarginPlace): MarginAccount | undefined {
  const user = userAt(state, place.user);
  const index = place.instrument === undefined ? 0 : place.instrument.index + 1;
  return marginAccount(state, user, place.wallet, index);
}

/** The terms of all coins of an isolated instrument, or of crossed margin in a realm. */
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
  /** Owed up to now, hours that have begun and are not yet charged included. */
  readonly interest: Atoms;
};

/** The coins of an account, also those that it never held; none where nothing is lent. */
export function readMarginCoins(state: State, place: MarginPlace): MarginCoinRead[] {
  const account = accountAt(state, place);
  if (account === undefined) return [];
  const { ledger, lending } = state;
  return coinsOf(state, account).map(({ currency }) => {
    const money = ledgerAccountOf(state, account, currency);
    const row = lending.loans.find(money);
    const principal = row === 0 ? ZERO_ATOMS : lending.loans.principal.get(row);
    return {
      currency: currencyAt(state, currency),
      balance: ledger.balance(money),
      hold: ledger.hold(money),
      available: ledger.available(money),
      principal,
      interest: row === 0 ? ZERO_ATOMS : minus(owedOf(state, row), principal),
    };
  });
}

export type RiskRead = RiskFigures & { readonly riskE6: number };

/** Values and risk rate of an account; `undefined` while a price is missing. */
export function readRisk(state: State, place: MarginPlace): RiskRead | undefined {
  const account = accountAt(state, place);
  const figures = account === undefined ? undefined : figuresOf(state, account);
  return figures === undefined ? undefined : { ...figures, riskE6: riskE6Of(figures) };
}

/** The most of a coin that the account can borrow now. */
export function readBorrowable(state: State, place: MarginPlace, currency: Currency): Atoms {
  const account = accountAt(state, place);
  return account === undefined ? ZERO_ATOMS : borrowableOf(state, account, currency.index);
}

/** The most of a coin that may be moved out of the account now. */
export function readMovable(state: State, place: MarginPlace, currency: Currency): Atoms {
  const account = accountAt(state, place);
  return account === undefined ? ZERO_ATOMS : movableOf(state, account, currency.index);
}
