/**
 * Money into and out of the insurance funds, one per realm and currency (decision 0032). Positions
 * of the funds are settled by fills like those of users.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { type FundMoveReason, type Realm, WALLETS, wordAt } from "../base/vocabulary.ts";
import { IS_PAID_IN } from "../base/word-traits.ts";
import { addLoss, drawLeft, type FundDraw } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { minAtoms, negated } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, holdingAt, nextId, type State, userAt } from "../state.ts";

/** Returns the ledger account of the fund of a realm and currency; opens it at first use. */
export function fundOf(state: State, realm: Realm, currency: number): number {
  return state.ledger.account(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, currency);
}

type FundMove = {
  readonly reason: FundMoveReason;
  /** The other account. */
  readonly account: number;
  readonly fund: number;
  readonly amount: Atoms;
  readonly liquidationId: number;
};

function moveFund(state: State, move: FundMove, emit: Emit): void {
  const { ledger } = state;
  const { account, amount, fund, liquidationId, reason } = move;
  const isPaidIn = IS_PAID_IN[reason];
  assert(amount > 0n, "a fund moves an amount above zero");
  if (isPaidIn) ledger.post(account, fund, amount);
  else ledger.post(fund, account, amount);
  assert(isPaidIn || ledger.balance(fund) >= 0n, "a fund pays no more than it has");
  emit.write("fund_moved", {
    moveId: nextId(state),
    reason,
    isPaidIn,
    liquidationId,
    user: ledger.userOf(account),
    wallet: wordAt(WALLETS, ledger.walletOf(account)),
    currency: ledger.currencyOf(account),
    amount,
    balance: ledger.balance(account),
    fundBalance: ledger.balance(fund),
  });
  if (liquidationId !== 0) {
    const key = {
      liquidationId,
      user: ledger.userOf(account),
      currency: ledger.currencyOf(account),
    };
    state.fundTakes.add(key, isPaidIn ? amount : -amount, state.timeMs);
  }
  if (mayOwe(state, account)) recordDebt(state, account, emit);
}

function fundBehind(state: State, account: number): number {
  const { realm } = userAt(state, state.ledger.userOf(account));
  return fundOf(state, realm, state.ledger.currencyOf(account));
}

type Remains = {
  readonly left: Atoms;
  readonly liquidationId: number;
  /** Instrument whose position was closed last; `undefined` for an account without positions. */
  readonly instrument: Instrument | undefined;
};

/** Counter of payments for an account and their limit per hour; `undefined` without fund terms. */
function drawFor(
  state: State,
  account: number,
  instrument: Instrument | undefined,
): { readonly draw: FundDraw; readonly drawMax: Atoms } | undefined {
  const { funds, ledger } = state;
  if (instrument === undefined) {
    const { realm } = userAt(state, ledger.userOf(account));
    return findFund(funds, realm, ledger.currencyOf(account));
  }
  const { draw } = holdingAt(state, instrument.index);
  return { draw, drawMax: instrument.lossLimits.fundDrawMax };
}

/**
 * Settles the balance that a liquidation left in a user's account. `left` above zero goes to the
 * fund; below zero the fund pays it, up to its balance and its limit of the hour, and the rest
 * stays on the account. Emits `fund_moved`.
 */
export function settleRemains(state: State, account: number, remains: Remains, emit: Emit): void {
  const { instrument, left, liquidationId } = remains;
  const fund = fundBehind(state, account);
  if (left > 0n) {
    return moveFund(state, { reason: "surplus", account, fund, amount: left, liquidationId }, emit);
  }
  const counted = drawFor(state, account, instrument);
  const allowed = counted && drawLeft(counted.draw, counted.drawMax, state.timeMs);
  const payable = minAtoms(negated(left), state.ledger.balance(fund));
  const amount = allowed === undefined ? payable : minAtoms(payable, allowed);
  if (amount <= 0n) return;
  if (counted !== undefined) addLoss(counted.draw, amount, state.timeMs);
  moveFund(state, { reason: "shortfall", account, fund, amount, liquidationId }, emit);
}

/** Moves fees from an account to the fund of its realm and currency. Emits `fund_moved`. */
export function payFeesIn(state: State, account: number, amount: Atoms, emit: Emit): void {
  const fund = fundBehind(state, account);
  moveFund(state, { reason: "fees", account, fund, amount, liquidationId: 0 }, emit);
}

/**
 * Brings a negative fund back to zero after unforeseen losses: rounding, funding, delivery. The
 * exchange's own account pays. Emits `fund_moved`.
 */
export function backstopFund(state: State, realm: Realm, currency: number, emit: Emit): void {
  const { ledger } = state;
  const fund = fundOf(state, realm, currency);
  const missing = negated(ledger.balance(fund));
  if (missing <= ZERO_ATOMS) return;
  const account = ledger.account(exchangeUserOf(realm), WALLET_INDEX.house, currency);
  moveFund(state, { reason: "backstop", account, fund, amount: missing, liquidationId: 0 }, emit);
}
