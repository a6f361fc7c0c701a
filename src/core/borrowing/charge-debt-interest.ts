/**
 * Interest of unified accounts (trading-rules.md section 8). At each full hour an account pays, for
 * the hour that begins, ceil(base × daily rate ÷ 24) with
 *
 *   debt = −(balance + funding due + unrealised profit and loss) where that is above zero
 *   base = debt − min(unrealised loss, interest-free limit of the coin)
 *
 * Marks and rates are recorded when the hour begins. Users are charged in pieces, each before any
 * change of its balances, so that the order of the pieces does not change any amount (decision
 * 0019).
 */

import { exchangeUserOf, FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { INTEREST_USERS_PER_TICK } from "../base/limits.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { HourTerms } from "../lending/debt-state.ts";
import { hourlyInterest } from "../lending/hourly-interest.ts";
import { debtOf, noteDebt } from "../lending/record-debt.ts";
import { unrealisedOfRowAt } from "../margin/margin.ts";
import { minAtoms, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, NO_PRICE, ZERO_ATOMS } from "../money/units.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { type Emit, instrumentOfRow, nextId, type State, userAt } from "../state.ts";

/** Amount of a coin that bears interest, in atoms. */
export function interestBase(balance: Atoms, profit: Atoms, interestFree: Atoms): Atoms {
  assert(interestFree >= 0n, "an interest-free amount is never negative");
  const equity = plus(balance, profit);
  if (equity >= 0n) return ZERO_ATOMS;
  const loss = profit < 0n ? atoms(-profit) : ZERO_ATOMS;
  const free = minAtoms(loss, interestFree);
  const debt = atoms(-equity);
  return debt > free ? minus(debt, free) : ZERO_ATOMS;
}

/** Balance of a coin with funding due, and its unrealised profit at the marks of the hour. */
function coinAtHour(
  state: State,
  user: User,
  currency: number,
): { readonly balance: Atoms; readonly profit: Atoms } {
  const { debts, ledger, positions } = state;
  const account = ledger.find(user.index, WALLET_INDEX.unified, currency);
  let balance = ledger.balance(account);
  let profit = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const { index, settle } = instrumentOfRow(state, row);
    if (settle !== currency) continue;
    const mark = debts.marks[index] ?? NO_PRICE;
    balance = plus(balance, dueFundingOf(state, row));
    profit = plus(profit, unrealisedOfRowAt(state, row, mark));
  }
  return { balance, profit };
}

/** Charges the recorded hours of one coin. Emits `debt_interest_charged` when there is interest. */
function chargeCoin(state: State, user: User, terms: HourTerms, emit: Emit): void {
  const { debts, ledger } = state;
  const { currency, dailyRate, interestFree } = terms;
  const { balance, profit } = coinAtHour(state, user, currency);
  const base = interestBase(balance, profit, interestFree);
  const amount = atoms(hourlyInterest(base, dailyRate) * BigInt(debts.hours));
  if (amount === 0n) return;
  const account = ledger.account(user.index, WALLET_INDEX.unified, currency);
  const owner = exchangeUserOf(user.realm);
  ledger.post(account, ledger.account(owner, WALLET_INDEX.interest_income, currency), amount);
  noteDebt(state, account);
  emit.write("debt_interest_charged", {
    interestId: nextId(state),
    user: user.index,
    currency,
    base,
    hours: debts.hours,
    dailyRateE8: dailyRate,
    amount,
    debt: debtOf(state, account),
    balance: ledger.balance(account),
  });
}

/**
 * Charges a user for the recorded hour, at most once. While users are being charged, every change
 * of a user's balances calls it first. Emits `debt_interest_charged`.
 */
export function chargeDebtInterest(state: State, user: User, emit: Emit): void {
  const { debts } = state;
  if (!user.isUnified || user.interestHour === debts.hour) return;
  assert(user.interestHour < debts.hour, "a user is charged for recorded hours only");
  user.interestHour = debts.hour;
  if (user.positionsFirst === 0 && !debts.table.hasDebt(user.index)) return;
  const realm = indexIn(REALMS, user.realm);
  for (const terms of debts.terms) {
    if (terms.realm === realm) chargeCoin(state, user, terms, emit);
  }
}

/** Records the current hour with its marks and rates. The first recorded hour is not charged. */
function recordHour(state: State, hour: number): void {
  const { debts, lending, prices } = state;
  assert(debts.terms.length === 0, "all users are charged before the next hour is recorded");
  const isFirst = debts.hour === 0;
  debts.hours = hour - debts.hour;
  debts.hour = hour;
  if (isFirst) return;
  for (const terms of lending.terms.crossed()) {
    const { currency, dailyRate, interestFree } = terms;
    debts.terms.push({ realm: indexIn(REALMS, terms.realm), currency, dailyRate, interestFree });
  }
  for (const { mark } of prices) debts.marks.push(mark);
  debts.nextUser = FIRST_ORDINARY_USER;
}

/** Charges the next users for the recorded hour, and forgets its marks and rates after the last. */
function chargePiece(state: State, emit: Emit): void {
  const { debts, users } = state;
  assert(debts.nextUser >= FIRST_ORDINARY_USER, "only ordinary users pay interest");
  const end = Math.min(users.length, debts.nextUser + INTEREST_USERS_PER_TICK);
  for (; debts.nextUser < end; debts.nextUser++) {
    chargeDebtInterest(state, userAt(state, debts.nextUser), emit);
  }
  if (debts.nextUser < users.length) return;
  debts.nextUser = 0;
  debts.marks.length = 0;
  debts.terms.length = 0;
}

/**
 * Charges a piece of the users, or records an hour that has begun when all are charged. Emits
 * `debt_interest_charged`.
 */
export function runDebtInterest(state: State, emit: Emit): void {
  const { debts } = state;
  if (debts.nextUser !== 0) chargePiece(state, emit);
  const hour = hourOf(state.timeMs);
  if (debts.nextUser === 0 && hour > debts.hour) recordHour(state, hour);
}

/** Whether users remain to be charged for the recorded hour. */
export function isDebtInterestDue(state: State): boolean {
  return state.debts.nextUser !== 0;
}
