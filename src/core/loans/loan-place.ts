/** Where a loan is owed: the account, its terms, and how events name it. */
import type { User } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Emit, State } from "../state.ts";
import type { LoanTerms } from "./loan-terms.ts";

/** Terms of a loan that is owed; they are changed but never taken away. */
export function termsOfLoan(state: State, row: number): LoanTerms {
  const { ledger, lending } = state;
  const account = lending.loans.account.get(row);
  const { realm } = state.users[ledger.userOf(account)] as User;
  const terms = lending.terms.find(realm, ledger.instrumentOf(account), ledger.currencyOf(account));
  return terms as LoanTerms;
}

/** Index of a ledger wallet among the margin wallets. */
export function marginWalletIndex(wallet: number): number {
  return wallet === WALLET_INDEX.crossed_margin ? 0 : 1;
}

/** Writes user, wallet, instrument and currency of a ledger account of a margin wallet. */
export function writePlace(state: State, account: number, emit: Emit): void {
  const { ledger } = state;
  emit.num(ledger.userOf(account));
  emit.num(marginWalletIndex(ledger.walletOf(account)));
  emit.num(ledger.instrumentOf(account));
  emit.num(ledger.currencyOf(account));
}
