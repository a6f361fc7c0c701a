/** Terms and event fields of a loan, found by its ledger account. */

import { assert } from "../base/assert.ts";
import { MARGIN_WALLETS, type MarginWallet, WALLETS } from "../base/vocabulary.ts";
import type { EventFields } from "../events/event-buffer.ts";
import { type State, userAt } from "../state.ts";
import type { LoanTerms } from "./loan-terms.ts";

/** Current terms of an open loan. Terms can change but are never removed. */
export function termsOfLoan(state: State, row: number): LoanTerms {
  const { ledger, lending } = state;
  const account = lending.loans.account.get(row);
  const { realm } = userAt(state, ledger.userOf(account));
  const terms = lending.terms.find(realm, ledger.instrumentOf(account), ledger.currencyOf(account));
  assert(terms !== undefined, "a coin with an open loan keeps its terms");
  return terms;
}

/** By index of the wallet: its name where it is a margin wallet. */
const MARGIN_WALLET_AT: readonly (MarginWallet | undefined)[] = WALLETS.map((wallet) =>
  MARGIN_WALLETS.find((marginWallet) => marginWallet === wallet),
);

/** Name of a margin wallet, from its index among all wallets. */
export function marginWalletAt(wallet: number): MarginWallet {
  const name = MARGIN_WALLET_AT[wallet];
  assert(name !== undefined, "a loan belongs to a margin wallet");
  return name;
}

/** Event fields that identify the ledger account of a loan. */
export type LoanEventFields = Pick<
  EventFields<"loan_borrowed">,
  "user" | "wallet" | "instrument" | "currency"
>;

/** User, wallet, instrument and currency of a ledger account of a margin wallet. */
export function loanEventFields(state: State, account: number): LoanEventFields {
  const { ledger } = state;
  return {
    user: ledger.userOf(account),
    wallet: marginWalletAt(ledger.walletOf(account)),
    instrument: ledger.instrumentOf(account),
    currency: ledger.currencyOf(account),
  };
}
