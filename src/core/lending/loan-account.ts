/** Terms and event fields of a loan, found by the ledger account that owes it. */

import type { MarginWallet } from "../base/vocabulary.ts";
import type { EventFields } from "../events/event-buffer.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type State, userAt } from "../state.ts";
import type { LoanTerms } from "./loan-terms.ts";

/** Current terms of an open loan. Terms can change but are never removed. */
export function termsOfLoan(state: State, row: number): LoanTerms {
  const { ledger, lending } = state;
  const account = lending.loans.account.get(row);
  const { realm } = userAt(state, ledger.userOf(account));
  const terms = lending.terms.find(realm, ledger.instrumentOf(account), ledger.currencyOf(account));
  return terms as LoanTerms;
}

/** Name of a margin wallet, from its index among all wallets. */
export function marginWalletAt(wallet: number): MarginWallet {
  return wallet === WALLET_INDEX.crossed_margin ? "crossed_margin" : "isolated_margin";
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
