/** Ledger accounts of loans against a pledge, and the fields by which events name a loan. */

import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLETS, type Wallet, wordAt } from "../base/vocabulary.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { canSpend } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, type State, userAt } from "../state.ts";
import type { PledgedLoan } from "./pledged-loans.ts";

/** Wallet from which a user pledges and repays, and which receives the loan. */
export function pledgingWallet(user: User): number {
  return user.isUnified ? WALLET_INDEX.unified : WALLET_INDEX.spot;
}

/** Account of the user's wallet in a coin. */
export function walletAccount(state: State, user: User, currency: number): number {
  return state.ledger.account(user.index, pledgingWallet(user), currency);
}

/** Account that holds all pledges of a user in a coin. */
export function pledgedAccount(state: State, user: User, currency: number): number {
  return state.ledger.account(user.index, WALLET_INDEX.pledged, currency);
}

/** Why a user cannot pay an amount of a coin out of the wallet, or `undefined`. */
export function payingRefusal(
  state: State,
  user: User,
  currency: number,
  amount: Atoms,
): Rejection | undefined {
  const wallet = pledgingWallet(user);
  if (isAccountLiquidating(state, user.index, wallet, currency)) return "account_liquidating";
  const account = state.ledger.find(user.index, wallet, currency);
  const isCovered = account !== 0 && canSpend(state, user, account, amount);
  if (!isCovered) return "insufficient_available";
  return outflowRefusal(state, user, { currency, amount });
}

/** Records the debts of wallet accounts that a command has changed. */
export function recordDebts(state: State, accounts: readonly number[], emit: Emit): void {
  for (const account of accounts) if (mayOwe(state, account)) recordDebt(state, account, emit);
}

/** Fields of events that name a loan. */
export type LoanNames = {
  readonly loanId: number;
  readonly user: number;
  readonly wallet: Wallet;
  readonly currency: number;
  readonly pledgeCurrency: number;
};

export function namesOf(state: State, loan: PledgedLoan): LoanNames {
  const { currency, id: loanId, pledgeCurrency, user } = loan;
  const wallet = wordAt(WALLETS, pledgingWallet(userAt(state, user)));
  return { loanId, user, wallet, currency, pledgeCurrency };
}
