/** Takes a loan out of a lending pool against a pledge (decision 0068). */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { HOUR_MS, hourOf } from "../base/clock-hour.ts";
import { PLEDGE_INDEX_AGE_MS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Realm } from "../base/vocabulary.ts";
import { borrowedWith } from "../borrowing/borrowed-amount.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { poolShareLeft } from "../borrowing/pool-share.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isLendingPaused } from "../lending/lending-pause.ts";
import { poolAccount, poolBalance } from "../lending/lending-pool.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import {
  namesOf,
  payingRefusal,
  pledgedAccount,
  recordDebts,
  walletAccount,
} from "./pledge-accounts.ts";
import { beyondLine, debtWithin, grantingRates, pledgeWithin } from "./pledge-rate.ts";
import { chargeFirstPledgedHour } from "./pledged-interest.ts";
import {
  ofCoin,
  type PledgedLoan,
  type PledgedLoanTerms,
  type PledgeTerms,
  type Pledging,
} from "./pledged-loans.ts";

type TakeLoan = DraftOf<"take_pledged_loan">;

type Terms = { readonly loan: PledgedLoanTerms; readonly pledge: PledgeTerms };

/** Amounts of a loan and its pledge. */
export type PledgedAmounts = { readonly amount: Atoms; readonly pledge: Atoms };

/** Coins and requested amounts of a loan; an amount of 0 follows from the other one. */
export type PledgedRequest = PledgedAmounts & {
  readonly currency: number;
  readonly pledgeCurrency: number;
};

function termsFor(
  { loanTerms, pledgeTerms }: Pledging,
  realm: Realm,
  { currency, pledgeCurrency }: PledgedRequest,
): Terms | Rejection {
  const loan = ofCoin(loanTerms, realm, currency);
  if (loan === undefined) return "pledged_loan_not_offered";
  const pledge = ofCoin(pledgeTerms, realm, pledgeCurrency);
  // A coin that secures its own loan secures nothing: both lose their value together.
  if (pledge === undefined || pledgeCurrency === currency) return "pledge_not_accepted";
  return { loan, pledge };
}

/** Number of open loans of a coin that a main account and its sub-accounts have. */
function openLoans(state: State, user: User, currency: number): number {
  let count = 0;
  for (let index = user.parent; index !== 0; index = userAt(state, index).familyNext) {
    const own = state.pledging.loans.ofUser(index);
    count += own.filter((loan) => loan.currency === currency).length;
  }
  return count;
}

/** Whether an amount is outside the bounds of its terms, or `undefined`. */
function boundsRefusal(
  { loan, pledge }: Terms,
  amount: bigint,
  held: bigint,
): Rejection | undefined {
  if (amount < loan.amountMin) return "pledged_loan_below_minimum";
  if (amount > loan.amountMax) return "pledged_loan_above_maximum";
  if (held < pledge.amountMin) return "pledge_below_minimum";
  return held > pledge.amountMax ? "pledge_above_maximum" : undefined;
}

/**
 * Amounts of a requested loan within the terms of its coins and the initial line, or why there are
 * none. Changes nothing; the interface shows the result before a loan is taken.
 */
export function pledgedAmountsOf(
  state: State,
  realm: Realm,
  request: PledgedRequest,
): PledgedAmounts | Rejection {
  const terms = termsFor(state.pledging, realm, request);
  if (typeof terms === "string") return terms;
  const { amount, pledge } = request;
  if (amount < 0n || pledge < 0n || (amount === 0n && pledge === 0n)) return "amount_not_positive";
  const { currency, pledgeCurrency } = request;
  const pair = { realm, currency, pledgeCurrency };
  const rates = grantingRates(state, pair, PLEDGE_INDEX_AGE_MS_MAX);
  if (rates === undefined) return "collateral_price_missing";
  const { initial } = terms.pledge.lines;
  const lent = amount === 0n ? debtWithin(rates, pledge, initial) : amount;
  const held = pledge === 0n ? pledgeWithin(rates, amount, initial) : pledge;
  const refusal = boundsRefusal(terms, lent, held);
  if (refusal !== undefined) return refusal;
  if (beyondLine(rates, { debt: lent, pledge: held }, initial) > 0n) return "pledge_rate_exceeded";
  return { amount: atoms(lent), pledge: atoms(held) };
}

/** Why the exchange does not lend the amount for the pledge now, or `undefined`. */
function lenderRefusal(
  state: State,
  user: User,
  request: PledgedRequest,
  { amount, pledge }: PledgedAmounts,
): Rejection | undefined {
  const { currency, pledgeCurrency } = request;
  const { realm } = user;
  const { loans, loanTerms, pledgeTerms } = state.pledging;
  const loansMax = ofCoin(loanTerms, realm, currency)?.accountLoansMax ?? 0;
  if (openLoans(state, user, currency) >= loansMax) return "pledged_loans_limit_reached";
  const heldMax = ofCoin(pledgeTerms, realm, pledgeCurrency)?.heldMax ?? ZERO_ATOMS;
  if (loans.heldOf(realm, pledgeCurrency) + pledge > heldMax) return "pledge_limit_reached";
  if (isLendingPaused(state, realm, currency)) return "lending_paused";
  if (amount > poolBalance(state, realm, currency)) return "lending_pool_exhausted";
  const left = poolShareLeft(state, user, currency);
  if (left === undefined) return undefined;
  const own = user.isUnified ? borrowedWith(state, user, currency, ZERO_ATOMS) : ZERO_ATOMS;
  return amount > left - own ? "pool_share_reached" : undefined;
}

function newLoan(
  state: State,
  user: User,
  command: TakeLoan,
  amounts: PledgedAmounts,
): PledgedLoan {
  const { currency, period, pledgeCurrency } = command;
  const { loanTerms, pledgeTerms } = state.pledging;
  const terms = ofCoin(loanTerms, user.realm, currency);
  const pledgeLines = ofCoin(pledgeTerms, user.realm, pledgeCurrency)?.lines;
  assert(terms !== undefined && pledgeLines !== undefined, "a loan has terms when it is taken");
  const hours = terms.hours[period];
  return {
    id: nextId(state),
    user: user.index,
    realm: user.realm,
    ...{ currency, pledgeCurrency, period },
    takenAtMs: state.timeMs,
    expiresAtMs: hours === 0 ? 0 : state.timeMs + hours * HOUR_MS,
    lines: pledgeLines,
    principal: amounts.amount,
    interest: ZERO_ATOMS,
    pledge: amounts.pledge,
    hour: hourOf(state.timeMs),
    dailyRate: terms.dailyRates[period],
  };
}

/**
 * Pledges the one coin and lends the other. Emits `pledged_loan_taken`, then interest of the
 * current hour, or `command_rejected`.
 */
export function takePledgedLoan(state: State, command: TakeLoan, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const amounts = pledgedAmountsOf(state, user.realm, command);
  if (typeof amounts === "string") return rejectCommand(state, user.index, amounts, emit);
  const refusal =
    lenderRefusal(state, user, command, amounts) ??
    payingRefusal(state, user, command.pledgeCurrency, amounts.pledge);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  // From here on the loan must succeed: nothing below may reject.
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  const { ledger, pledging } = state;
  const { currency, pledgeCurrency } = command;
  const payer = walletAccount(state, user, pledgeCurrency);
  const payee = walletAccount(state, user, currency);
  const pool = poolAccount(state, user.realm, currency);
  ledger.post(payer, pledgedAccount(state, user, pledgeCurrency), amounts.pledge);
  ledger.post(pool, payee, amounts.amount);
  assert(ledger.balance(pool) >= 0n, "a pool lends no more than it has");
  const loan = newLoan(state, user, command, amounts);
  pledging.loans.add(loan);
  state.outcome.id = loan.id;
  emit.write("pledged_loan_taken", {
    ...namesOf(state, loan),
    amount: amounts.amount,
    balance: ledger.balance(payee),
    pledge: amounts.pledge,
    pledgeBalance: ledger.balance(payer),
    period: loan.period,
    dailyRateE8: loan.dailyRate,
    initialE6: loan.lines.initial,
    supplementE6: loan.lines.supplement,
    forcedE6: loan.lines.forced,
    expiresAtMs: loan.expiresAtMs,
  });
  chargeFirstPledgedHour(state, loan, emit);
  recordDebts(state, [payer, payee], emit);
}
