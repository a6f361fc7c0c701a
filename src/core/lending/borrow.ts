/** What a loan must keep to, and taking one. */
import { exchangeUserOf } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { maxAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { chargeFirstHour, chargeInterest, hourlyInterest, hourOf } from "./charge-interest.ts";
import { isLendingPaused } from "./lending-pause.ts";
import { loanPlaceOf } from "./loan-place.ts";
import { type LoanTerms, principalMaxOf } from "./loan-terms.ts";
import {
  isLeverageKept,
  isUnwinding,
  ledgerAccountOf,
  type MarginAccount,
  termsOf,
} from "./margin-account.ts";
import { committedFiguresOf } from "./open-loss.ts";

/** A loan that is weighed or taken. */
export type LoanWish = {
  readonly account: MarginAccount;
  readonly currency: number;
  readonly amount: Atoms;
  /** Loss of the order that it is borrowed for, which is not in the book yet. */
  readonly orderLoss?: Atoms;
};

/** The ledger account of a realm's lending pool. */
export function poolOf(state: State, terms: LoanTerms): number {
  const { currency, realm } = terms;
  return state.ledger.account(exchangeUserOf(realm), WALLET_INDEX.lending_pool, currency);
}

/**
 * Why a loan cannot be taken, or `undefined`. It must reach the coin's minimum, stay within the
 * last tier, the pool's funds and what the share of the pool leaves the parent account (`undefined`
 * for no limit), and keep the leverage of its tier, with the open loss of the account's orders and
 * of the one that it is for (decision 0035). A pool that has lost too much in the hour lends
 * nothing (decision 0042).
 */
export function checkBorrow(
  state: State,
  wish: LoanWish,
  shareLeft: Atoms | undefined,
): Rejection | undefined {
  const { account, amount, currency } = wish;
  const terms = termsOf(state, account, currency);
  if (terms === undefined) return "margin_not_supported";
  if (isUnwinding(state, account)) return "account_unwinding";
  if (amount <= 0n) return "amount_not_positive";
  if (amount < terms.amountMin) return "loan_below_minimum";
  const { lending, ledger } = state;
  const row = lending.loans.find(ledgerAccountOf(state, account, currency));
  const principal = row === 0 ? ZERO_ATOMS : lending.loans.principal.get(row);
  if (amount > principalMaxOf(terms) - principal) return "loan_limit_reached";
  if (isLendingPaused(state, terms.realm, currency)) return "lending_paused";
  if (amount > ledger.balance(poolOf(state, terms))) return "lending_pool_exhausted";
  if (shareLeft !== undefined && amount > shareLeft) return "pool_share_reached";
  const interest = hourlyInterest(amount, terms.dailyRate);
  const change = { currency, balance: amount, principal: amount, interest };
  const figures = committedFiguresOf(state, account, change, wish.orderLoss);
  if (figures === undefined) return "collateral_price_missing";
  return isLeverageKept(figures) ? undefined : "collateral_insufficient";
}

/**
 * Takes a loan that `checkBorrow` let pass. Emits `interest_charged` for hours past,
 * `loan_borrowed`, and `interest_charged` for the hour that has begun. Answers the loan's id.
 */
export function takeLoan(state: State, wish: LoanWish, isAuto: boolean, emit: Emit): number {
  const { account, amount, currency } = wish;
  const { ledger, lending } = state;
  const { loans } = lending;
  const terms = termsOf(state, account, currency) as LoanTerms;
  const { user, wallet, instrument } = account;
  const money = ledger.account(user.index, wallet, currency, instrument);
  const known = loans.find(money);
  if (known !== 0) chargeInterest(state, known, emit);
  const id = nextId(state);
  const row = known === 0 ? loans.add(money, id) : known;
  if (known === 0) {
    loans.hour.set(row, hourOf(state.timeMs));
    loans.dailyRate.set(row, terms.dailyRate);
  }
  ledger.post(poolOf(state, terms), money, amount);
  loans.principal.add(row, amount);
  emit.write("loan_borrowed", {
    loanId: id,
    ...loanPlaceOf(state, money),
    amount,
    isAuto,
    principal: loans.principal.get(row),
    interest: loans.interest.get(row),
    balance: ledger.balance(money),
  });
  chargeFirstHour(state, row, amount, emit);
  return id;
}

/** What an order that misses `missing` borrows: at least the coin's minimum. */
export function autoLoanOf(state: State, wish: LoanWish): LoanWish {
  const terms = termsOf(state, wish.account, wish.currency);
  return { ...wish, amount: maxAtoms(wish.amount, terms?.amountMin ?? ZERO_ATOMS) };
}

/** Largest amount between 0 and `most` that passes; `passes` holds up to some amount. */
export function largestAmount(most: Atoms, passes: (amount: Atoms) => boolean): Atoms {
  let low = 0n;
  let high = most > 0n ? (most as bigint) : 0n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (passes(atoms(middle))) low = middle;
    else high = middle - 1n;
  }
  return atoms(low);
}
