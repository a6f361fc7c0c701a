/** The rules of lending, and how much one parent account may borrow of a pool. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { fundOf } from "./naive-lending.ts";
import { unifiedCoins } from "./naive-money.ts";
import type { NaiveAccount, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** What a pool has and what it has lent to margin accounts. */
function sizeOfPool(state: NaiveState, realm: NaiveUser["realm"], currency: number): bigint {
  const units = state.units.list.filter(({ account }) => state.userAt(account).realm === realm);
  const unitLoans = units.flatMap(({ loans }) => loans).filter((one) => one.currency === currency);
  const lentToUnits = unitLoans.reduce((sum, one) => sum + one.principal, 0n);
  const loans = [...state.lending.loans, ...state.pledging.loans]
    .filter((loan) => loan.currency === currency && state.userAt(loan.user).realm === realm)
    .reduce(
      (sum, loan) => sum + loan.principal,
      fundOf(state, realm, "lending_pool", currency).balance,
    );
  return loans + lentToUnits;
}

export type NaivePoolLoss = {
  readonly realm: NaiveUser["realm"];
  readonly currency: number;
  readonly atMs: number;
  readonly amount: bigint;
  /** Has left the pool; a bad debt has not. */
  readonly isWrittenOff: boolean;
};

export function writeOff(
  state: NaiveState,
  realm: NaiveUser["realm"],
  currency: number,
  amount: bigint,
): void {
  const atMs = state.timeMs;
  state.lending.poolLosses.push({ realm, currency, atMs, amount, isWrittenOff: true });
}

/** Each debt is lost, as far as it was not when it was looked at last. */
export function loseDebts(state: NaiveState, debts: readonly NaiveAccount[]): void {
  for (const account of debts) {
    const { badDebts, poolLosses } = state.lending;
    const { currency, user } = account;
    const { realm } = state.userAt(user);
    const owed = account.balance < 0n ? -account.balance : 0n;
    const amount = owed - (badDebts.get(account) ?? 0n);
    badDebts.set(account, owed);
    poolLosses.push({ realm, currency, atMs: state.timeMs, amount, isWrittenOff: false });
  }
}

/** What a pool has lost in the hour of the clock, and its size as if nothing were written off. */
export function lossOfHour(
  state: NaiveState,
  realm: NaiveUser["realm"],
  currency: number,
): { readonly lost: bigint; readonly size: bigint } {
  const begunAtMs = state.timeMs - (state.timeMs % 3_600_000);
  const recent = state.lending.poolLosses.filter(
    (one) => one.realm === realm && one.currency === currency && one.atMs >= begunAtMs,
  );
  const sumOf = (losses: readonly NaivePoolLoss[]): bigint =>
    losses.reduce((sum, { amount }) => sum + amount, 0n);
  const writtenOff = sumOf(recent.filter((one) => one.isWrittenOff));
  return { lost: sumOf(recent), size: sizeOfPool(state, realm, currency) + writtenOff };
}

/** Whether a pool has lost its share in that hour, and so lends no more. */
export function isPaused(state: NaiveState, realm: NaiveUser["realm"], currency: number): boolean {
  const { poolLossShareE6 } = state.lending;
  if (poolLossShareE6 === 1_000_000) return false;
  const { lost, size } = lossOfHour(state, realm, currency);
  return lost > 0n && lost * 1_000_000n >= size * BigInt(poolLossShareE6);
}

/** What a user has borrowed of a coin, and would when all orders of it fill. */
function borrowedBy(state: NaiveState, user: NaiveUser, currency: number): bigint {
  if (user.accountKind === "classic") {
    return state.lending.loans
      .filter((loan) => loan.user === user.index && loan.currency === currency)
      .reduce((sum, loan) => sum + loan.principal, 0n);
  }
  const coin = unifiedCoins(state, user).find((one) => one.currency === currency);
  if (coin === undefined) return 0n;
  const missing = coin.hold - (coin.balance + coin.due + coin.unrealised);
  return missing > 0n ? missing : 0n;
}

/** What users have borrowed of a coin against pledges. */
function pledgedBy(state: NaiveState, users: readonly NaiveUser[], currency: number): bigint {
  return state.pledging.loans
    .filter((one) => one.currency === currency && users.some(({ index }) => index === one.user))
    .reduce((sum, { principal }) => sum + principal, 0n);
}

/** Whether a user who has borrowed `wanted` of a coin then passes the share of the parent. */
export function judgePoolShare(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  wanted: bigint,
): Rejection | undefined {
  const { poolShareE6 } = state.lending;
  if (poolShareE6 === 1_000_000) return undefined;
  const family = state.users.filter((one) => one.parent === user.parent);
  const others = family
    .filter((one) => one !== user)
    .reduce(
      (sum, one) => sum + borrowedBy(state, one, currency),
      pledgedBy(state, family, currency),
    );
  const most = sizeOfPool(state, user.realm, currency) * BigInt(poolShareE6);
  return (others + wanted) * 1_000_000n > most ? "pool_share_reached" : undefined;
}

/** The same for a user who borrows so much more, as a loan. */
export function judgeLoanShare(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): Rejection | undefined {
  return judgePoolShare(state, user, currency, borrowedBy(state, user, currency) + amount);
}

export function setMarginRules(state: NaiveState, command: CommandOf<"set_margin_rules">): void {
  const { haircutE6, liquidationFeeE6, liquidationRiskE6, warningRiskE6 } = command;
  const { poolLossShareE6, poolShareE6, repaymentHourlyUsd, repaymentSpreadE6 } = command;
  if (
    warningRiskE6 === 0 ||
    warningRiskE6 >= liquidationRiskE6 ||
    liquidationRiskE6 > 2_000_000 ||
    liquidationFeeE6 >= 1_000_000 ||
    haircutE6 >= 1_000_000 ||
    repaymentSpreadE6 >= 1_000_000 ||
    repaymentHourlyUsd > 10_000_000_000 ||
    poolShareE6 > 1_000_000 ||
    poolLossShareE6 > 1_000_000
  ) {
    return state.rejectCommand(0, "loan_terms_out_of_bounds");
  }
  state.lending.warningE6 = warningRiskE6;
  state.lending.liquidationE6 = liquidationRiskE6;
  state.lending.feeE6 = liquidationFeeE6;
  state.lending.haircutE6 = haircutE6;
  state.lending.spreadE6 = repaymentSpreadE6;
  state.lending.hourlyUsd = repaymentHourlyUsd;
  state.lending.poolShareE6 = poolShareE6;
  state.lending.poolLossShareE6 = poolLossShareE6;
  const pools = { poolShareE6, poolLossShareE6 };
  const shares = { liquidationFeeE6, haircutE6, repaymentSpreadE6, ...pools };
  const rules = { warningRiskE6, liquidationRiskE6, ...shares, repaymentHourlyUsd };
  state.emit("margin_rules_changed", rules);
}
