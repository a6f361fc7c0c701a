/** The rules of lending, and what one parent account may borrow of a pool: all sums taken anew. */
import type { CommandOf } from "../../../src/core/commands.ts";
import type { Rejection } from "../../../src/core/rejections.ts";
import { fundOf } from "./naive-lending.ts";
import { unifiedCoins } from "./naive-money.ts";
import type { NaiveState, NaiveUser } from "./naive-state.ts";

/** What a pool has and what it has lent to margin accounts. */
function sizeOfPool(state: NaiveState, realm: NaiveUser["realm"], currency: number): bigint {
  return state.lending.loans
    .filter((loan) => loan.currency === currency && state.userAt(loan.user).realm === realm)
    .reduce(
      (sum, loan) => sum + loan.principal,
      fundOf(state, realm, "lending_pool", currency).balance,
    );
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

/** Whether a user who has borrowed `wanted` of a coin then passes the share of the parent. */
export function judgePoolShare(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  wanted: bigint,
): Rejection | undefined {
  const { poolShareE6 } = state.lending;
  if (poolShareE6 === 1_000_000) return undefined;
  const family = state.users.filter(
    (one) => one.parent === user.parent && one.index !== user.index,
  );
  const others = family.reduce((sum, one) => sum + borrowedBy(state, one, currency), 0n);
  const most = sizeOfPool(state, user.realm, currency) * BigInt(poolShareE6);
  return (others + wanted) * 1_000_000n > most ? "pool_share_reached" : undefined;
}

/** The same for a classic user who borrows so much more. */
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
  const { poolShareE6, repaymentHourlyUsd, repaymentSpreadE6 } = command;
  if (
    warningRiskE6 === 0 ||
    warningRiskE6 >= liquidationRiskE6 ||
    liquidationRiskE6 > 2_000_000 ||
    liquidationFeeE6 >= 1_000_000 ||
    haircutE6 >= 1_000_000 ||
    repaymentSpreadE6 >= 1_000_000 ||
    repaymentHourlyUsd > 10_000_000_000 ||
    poolShareE6 > 1_000_000
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
  const shares = { liquidationFeeE6, haircutE6, repaymentSpreadE6, poolShareE6 };
  const rules = { warningRiskE6, liquidationRiskE6, ...shares, repaymentHourlyUsd };
  state.emit("margin_rules_changed", rules);
}
