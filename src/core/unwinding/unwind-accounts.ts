/**
 * Timed work on loans, in bounded pieces: a sweep charges interest and starts the liquidation of
 * accounts whose risk rate has reached the liquidation level, and each unwinding advances by steps.
 */

import { assert } from "../base/assert.ts";
import { LOAN_SWEEP_INTERVAL_MS, LOANS_SWEPT_PER_TICK, UNWINDS_PER_TICK } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { chargeLoanInterest } from "../lending/charge-loan-interest.ts";
import type { Unwind } from "../lending/lending-state.ts";
import { marginWalletAt } from "../lending/loan-account.ts";
import {
  coinsOf,
  isUnwinding,
  keyOfAccount,
  ledgerAccountOf,
  type MarginAccount,
  marginAccount,
} from "../lending/margin-account.ts";
import {
  arePricesFresh,
  figuresOf,
  type RiskFigures,
  riskE6Of,
} from "../lending/margin-account-risk.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { stepUnwind } from "./step-unwind.ts";

/** Starts an unwinding and returns its id. Emits `unwind_started`. */
function beginUnwind(
  state: State,
  account: MarginAccount,
  request: {
    readonly isForced: boolean;
    /** Index + 1 of the only coin to be repaid, or 0 for all. */
    readonly currency: number;
    readonly figures: RiskFigures | undefined;
  },
  emit: Emit,
): number {
  const { currency, figures, isForced } = request;
  assert(!isUnwinding(state, account), "an account has at most one unwinding");
  const { instrument, user, wallet } = account;
  const id = nextId(state);
  const unwind: Unwind = {
    id,
    user: user.index,
    wallet,
    instrument,
    currency,
    isForced,
    nextAtMs: state.timeMs,
    misses: 0,
  };
  state.lending.unwinds.set(keyOfAccount(unwind), unwind);
  emit.write("unwind_started", {
    unwindId: id,
    user: user.index,
    wallet: marginWalletAt(wallet),
    instrument,
    currency,
    isForced,
    riskE6: figures === undefined ? 0 : riskE6Of(figures),
    assets: figures?.assets ?? ZERO_ATOMS,
    debts: figures?.debts ?? ZERO_ATOMS,
  });
  return id;
}

/**
 * Starts a flash repayment of one coin or of all. Emits `unwind_started`, or `command_rejected`.
 * The next ticks sell collateral; `unwind_ended` reports whether the loans in scope are repaid.
 */
export function flashRepay(state: State, command: DraftOf<"flash_repay">, emit: Emit): void {
  const { currency, instrument, wallet } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const account = marginAccount(state, user, wallet, instrument);
  if (account === undefined) {
    return rejectCommand(state, user.index, "margin_not_supported", emit);
  }
  if (isUnwinding(state, account)) {
    return rejectCommand(state, user.index, "account_unwinding", emit);
  }
  const hasLoanInScope = coinsOf(state, account).some(({ currency: coin }) => {
    const isInScope = currency === 0 || currency === coin + 1;
    return isInScope && state.lending.loans.find(ledgerAccountOf(state, account, coin)) !== 0;
  });
  if (!hasLoanInScope) return rejectCommand(state, user.index, "loan_not_found", emit);
  const figures = figuresOf(state, account);
  state.outcome.id = beginUnwind(state, account, { isForced: false, currency, figures }, emit);
}

/** Margin account of a loan. */
function accountOfLoan(state: State, row: number): MarginAccount {
  const { ledger, lending } = state;
  const money = lending.loans.account.get(row);
  const user = userAt(state, ledger.userOf(money));
  return { user, wallet: ledger.walletOf(money), instrument: ledger.instrumentOf(money) };
}

/** Charges the hours that have begun, and liquidates the account if its risk rate is too high. */
function visitLoan(state: State, row: number, emit: Emit): void {
  chargeLoanInterest(state, row, emit);
  const account = accountOfLoan(state, row);
  if (isUnwinding(state, account) || !arePricesFresh(state, account)) return;
  const figures = figuresOf(state, account);
  if (figures === undefined) return;
  if (riskE6Of(figures) < state.lending.rules.liquidationRisk) return;
  beginUnwind(state, account, { isForced: true, currency: 0, figures }, emit);
}

/** Visits the next piece of loans in a sweep that starts every `LOAN_SWEEP_INTERVAL_MS`. */
export function sweepLoans(state: State, emit: Emit): void {
  const { lending } = state;
  const { loans } = lending;
  if (loans.cursor === 0) {
    if (state.timeMs - lending.sweptAtMs < LOAN_SWEEP_INTERVAL_MS) return;
    lending.sweptAtMs = state.timeMs;
    loans.cursor = loans.first;
  }
  for (let left = LOANS_SWEPT_PER_TICK; left > 0 && loans.cursor !== 0; left--) {
    const row = loans.cursor;
    loans.cursor = loans.next.get(row);
    visitLoan(state, row, emit);
  }
}

/** Whether the current sweep has loans to visit. */
export function isSweepDue(state: State): boolean {
  return state.lending.loans.cursor !== 0;
}

function isDue(state: State, unwind: Unwind): boolean {
  return unwind.nextAtMs <= state.timeMs;
}

/** Carries the first unwindings that are due one step further each. */
export function stepUnwinds(state: State, emit: Emit): void {
  const { unwinds } = state.lending;
  let left = UNWINDS_PER_TICK;
  for (const unwind of unwinds.values()) {
    if (left === 0) break;
    if (!isDue(state, unwind)) continue;
    left -= 1;
    const user = userAt(state, unwind.user);
    const { instrument, wallet } = unwind;
    stepUnwind(state, { unwind, account: { user, wallet, instrument } }, emit);
  }
}

/** Whether any unwinding is due, so that the next tick is sent at once. */
export function isUnwindDue(state: State): boolean {
  for (const unwind of state.lending.unwinds.values()) if (isDue(state, unwind)) return true;
  return false;
}
