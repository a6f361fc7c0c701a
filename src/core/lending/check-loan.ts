/** Conditions of a new classic loan. */
import type { Rejection } from "../base/rejections.ts";
import { maxAtoms } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import type { State } from "../state.ts";
import { hourlyInterest } from "./hourly-interest.ts";
import { isLendingPaused } from "./lending-pause.ts";
import { poolBalance } from "./lending-pool.ts";
import { type LoanTerms, principalMaxOf } from "./loan-terms.ts";
import { isUnwinding, ledgerAccountOf, type MarginAccount, termsOf } from "./margin-account.ts";
import { isLeverageKept } from "./margin-account-risk.ts";
import { committedFiguresOf } from "./spot-open-loss.ts";

/** A loan to be checked or taken. */
export type LoanRequest = {
  readonly account: MarginAccount;
  readonly currency: number;
  readonly amount: Atoms;
  /** Open loss of the order that the loan pays for, while the order is not in the book yet. */
  readonly orderLoss?: Atoms;
};

/** Draw on a lending pool, in atoms of its coin. */
type PoolDraw = {
  /** Principal, or debt, after the draw. */
  readonly borrowed: bigint;
  /** Amount that must be left in the pool, and what is left. */
  readonly drawn: bigint;
  readonly lendable: Atoms;
};

/**
 * Why a lending pool does not lend an amount, or `undefined`: the borrower stays within the last
 * tier of the coin, the pool has not lost too much in this hour (decision 0042), and it has enough
 * left.
 */
export function poolRefusal(
  state: State,
  terms: LoanTerms,
  { borrowed, drawn, lendable }: PoolDraw,
): Rejection | undefined {
  if (borrowed > principalMaxOf(terms)) return "loan_limit_reached";
  if (isLendingPaused(state, terms.realm, terms.currency)) return "lending_paused";
  return drawn > lendable ? "lending_pool_exhausted" : undefined;
}

/**
 * Why a loan cannot be taken, or `undefined`. The amount reaches the coin's minimum, passes the
 * limits of the pool and does not exceed `shareLeft`, the rest of the parent account's pool share
 * (`undefined` for no limit). The account keeps the leverage of its tiers after the open loss of
 * its orders and of the order that the loan pays for (decision 0035).
 */
export function checkLoan(
  state: State,
  request: LoanRequest,
  shareLeft: Atoms | undefined,
): Rejection | undefined {
  const { account, amount, currency } = request;
  const terms = termsOf(state, account, currency);
  if (terms === undefined) return "margin_not_supported";
  if (isUnwinding(state, account)) return "account_unwinding";
  if (amount <= 0n) return "amount_not_positive";
  if (amount < terms.amountMin) return "loan_below_minimum";
  const { loans } = state.lending;
  const row = loans.find(ledgerAccountOf(state, account, currency));
  const borrowed = (row === 0 ? 0n : loans.principal.get(row)) + amount;
  const lendable = poolBalance(state, terms.realm, currency);
  const refusal = poolRefusal(state, terms, { borrowed, drawn: amount, lendable });
  if (refusal !== undefined) return refusal;
  if (shareLeft !== undefined && amount > shareLeft) return "pool_share_reached";
  const interest = hourlyInterest(amount, terms.dailyRate);
  const change = { currency, balance: amount, principal: amount, interest };
  const figures = committedFiguresOf(state, account, change, request.orderLoss);
  if (figures === undefined) return "collateral_price_missing";
  return isLeverageKept(figures) ? undefined : "collateral_insufficient";
}

/** The same request, raised to the smallest loan of the coin. */
export function raisedToMinimum(state: State, request: LoanRequest): LoanRequest {
  const terms = termsOf(state, request.account, request.currency);
  return { ...request, amount: maxAtoms(request.amount, terms?.amountMin ?? ZERO_ATOMS) };
}
