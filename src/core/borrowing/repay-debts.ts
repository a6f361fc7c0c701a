/** Repays debts of a unified account with its other coins (trading-rules.md section 8). */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { REPAYMENT_COINS_MAX, REPAYMENT_INDEX_AGE_MS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isUsdRateFresh, usdDown, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtOf } from "../lending/record-debt.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { currencyAt, type Emit, ordinaryUser, type State } from "../state.ts";
import { chargeDebtInterest } from "./charge-debt-interest.ts";
import { type DealTerms, dealFor, type Exchange, exchange } from "./exchange-debt.ts";

/** One US dollar in units of 10^-8. */
const USD = 100_000_000n;

function refusalOf(
  state: State,
  user: User,
  { debts, payments }: DraftOf<"repay_debts">,
): Rejection | undefined {
  if (!user.isUnified) return "account_not_unified";
  for (const list of [debts, payments]) {
    const isGood = list.length > 0 && list.length <= REPAYMENT_COINS_MAX;
    if (!isGood || new Set(list).size !== list.length) return "repayment_coins_out_of_bounds";
    if (list.some((coin) => state.currencies[coin] === undefined)) return "currency_not_found";
  }
  const wallet = WALLET_INDEX.unified;
  if (isAccountLiquidating(state, user.index, wallet, 0)) return "account_liquidating";
  const { ledger } = state;
  const hasDebt = (coin: number): boolean =>
    debtOf(state, ledger.find(user.index, WALLET_INDEX.unified, coin)) > 0n;
  if (!debts.some(hasDebt)) return "loan_not_found";
  const realm = indexIn(REALMS, user.realm);
  const isPriced = (coin: number): boolean =>
    isUsdRateFresh(state, realm, currencyAt(state, coin), REPAYMENT_INDEX_AGE_MS_MAX);
  if (![...debts, ...payments].every(isPriced)) return "collateral_price_missing";
  return usdLeft(state, user) > 0n ? undefined : "repayment_limit_reached";
}

/**
 * Rest of the parent account's hourly limit for repayments with other coins at index prices, in
 * 10^-8 US dollars.
 */
export function usdLeft(state: State, user: User): bigint {
  const { repaid, repaidHour } = state.debts;
  const done = repaidHour === hourOf(state.timeMs) ? (repaid.get(user.parent) ?? 0n) : 0n;
  return BigInt(state.lending.rules.repaymentHourlyUsd) * USD - done;
}

/** Counts a repayment against the limit of the current hour, and forgets earlier hours. */
export function noteRepaid(state: State, user: User, usd: bigint): void {
  const { debts } = state;
  assert(usd >= 0n, "a repayment has no negative value");
  const hour = hourOf(state.timeMs);
  if (debts.repaidHour !== hour) debts.repaid.clear();
  debts.repaidHour = hour;
  debts.repaid.set(user.parent, (debts.repaid.get(user.parent) ?? 0n) + usd);
}

/** Terms of a repayment by the user's command, with the rest of the hourly limit. */
function dealTerms(state: State, user: User): DealTerms {
  return { fee: state.lending.rules.repaymentSpread, usdMax: usdLeft(state, user) };
}

/**
 * Repays the debts with the paying coins, both in the order of the command, at fresh index prices
 * plus the repayment spread and within the hourly limit of the parent account (decision 0035).
 * Emits `debt_exchanged` and `debt_changed` for each exchange, or `command_rejected`, also when no
 * coin can pay anything.
 */
export function repayDebts(state: State, command: DraftOf<"repay_debts">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = refusalOf(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  const pairs = command.debts.flatMap((debt) =>
    command.payments.map((payment): Exchange => ({ debt, payment })),
  );
  if (pairs.every((pair) => dealFor(state, user, pair, dealTerms(state, user)) === undefined)) {
    return rejectCommand(state, user.index, "insufficient_available", emit);
  }
  // At least one pair can be exchanged: nothing below may reject.
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  const realm = indexIn(REALMS, user.realm);
  for (const pair of pairs) {
    const deal = dealFor(state, user, pair, dealTerms(state, user));
    if (deal === undefined) continue;
    exchange(state, user, pair, { deal, liquidationId: 0 }, emit);
    const rate = usdRateOf(state, realm, currencyAt(state, pair.debt));
    noteRepaid(state, user, usdUp(rate, deal.give));
    state.outcome.repaidUsd += usdDown(rate, deal.give);
  }
  state.outcome.id = state.lastId;
}
