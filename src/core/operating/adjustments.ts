/**
 * Credits and debits by the operator: from the outside world into a wallet or fund, and back. Above
 * a daily value per person they wait for a second person (decision 0089).
 */
import { exchangeUserOf, FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  ADJUSTMENT_REFERENCE_LENGTH_MAX,
  CREDIT_ATOMS_MAX,
  FOUR_EYES_USD_MAX,
} from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isCollateralWallet } from "../institutional/unit-figures.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { atoms } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { isOpenTo, moveFunds } from "../transfers/move-funds.ts";
import { needsApproval, propose } from "./four-eyes.ts";
import type { Adjustment } from "./operating-state.ts";

type Terms = Pick<Adjustment, "user" | "wallet" | "currency" | "amount">;

/** Returns the owner of an adjusted account; `undefined` when there is no such user. */
function ownerOf(state: State, user: number): User | undefined {
  return state.users[user];
}

/** Why the account cannot be adjusted by the amount now, if it cannot. */
export function adjustmentRefusal(
  state: State,
  { amount, currency, user, wallet }: Terms,
): Rejection | undefined {
  const owner = ownerOf(state, user);
  if (owner === undefined) return "user_not_found";
  if (state.currencies[currency] === undefined) return "currency_not_found";
  const isFund = user < FIRST_ORDINARY_USER;
  const isAllowed = isFund ? WALLET_TRAITS[wallet].isEndowed : isOpenTo(owner, wallet);
  if (!isAllowed) return "wallet_not_allowed";
  const { ledger, lending } = state;
  if (amount > 0n) {
    const outside = WALLET_INDEX.outside_world;
    const source = ledger.account(exchangeUserOf(owner.realm), outside, currency);
    return amount - ledger.balance(source) > CREDIT_ATOMS_MAX ? "amount_too_large" : undefined;
  }
  const taken = -amount;
  const account = ledger.find(user, WALLET_INDEX[wallet], currency);
  if (isFund) {
    const isFunded =
      wallet !== "lending_pool" || lending.poolFunds.of(owner.realm, currency) >= taken;
    return isFunded && ledger.covers(account, atoms(taken)) ? undefined : "insufficient_available";
  }
  if (isAccountLiquidating(state, user, WALLET_INDEX[wallet], currency)) {
    return "account_liquidating";
  }
  if (spendable(state, owner, account) < taken) return "insufficient_available";
  if (!isCollateralWallet(WALLET_INDEX[wallet])) return undefined;
  return outflowRefusal(state, owner, { currency, amount: taken });
}

/** Posts an adjustment that `adjustmentRefusal` does not refuse. */
export function adjust(state: State, terms: Terms, emit: Emit): void {
  const { amount, currency, user, wallet } = terms;
  const owner = ownerOf(state, user);
  assert(owner !== undefined, "an adjusted account has an owner");
  const { ledger, lending } = state;
  const exchange = exchangeUserOf(owner.realm);
  const outside = ledger.account(exchange, WALLET_INDEX.outside_world, currency);
  const account = ledger.account(user, WALLET_INDEX[wallet], currency);
  if (wallet === "lending_pool") lending.poolFunds.add(owner.realm, currency, amount);
  const ends = amount > 0n ? { from: outside, to: account } : { from: account, to: outside };
  const reason = amount > 0n ? "credit" : "debit";
  const moved = amount > 0n ? amount : atoms(-amount);
  moveFunds(state, { ...ends, amount: moved, reason, clientTransferId: "" }, emit);
}

/**
 * Emits `funds_moved`, or `adjustment_proposed` when the adjustment waits for a second person, or
 * `command_rejected`. A debit takes only what its user may move out, a withdrawal from a fund what
 * the fund has.
 */
export function adjustBalance(state: State, command: DraftOf<"adjust_balance">, emit: Emit): void {
  const { amount, currency, reference, user, wallet } = command;
  const reject = (reason: Rejection): void => rejectCommand(state, user, reason, emit);
  if (amount === 0n || reference.length > ADJUSTMENT_REFERENCE_LENGTH_MAX) {
    return reject("adjustment_out_of_bounds");
  }
  const terms = { user, wallet, currency, amount };
  const refusal = adjustmentRefusal(state, terms);
  if (refusal !== undefined) return reject(refusal);
  const actor = command.origin?.act?.actor ?? "";
  if (!needsApproval(state, terms, actor)) return adjust(state, terms, emit);
  propose(state, { ...terms, correction: undefined, reference, actor }, emit);
}

/** Emits `adjustment_rules_changed`, or `command_rejected`. */
export function setAdjustmentRules(
  state: State,
  { fourEyesUsd }: DraftOf<"set_adjustment_rules">,
  emit: Emit,
): void {
  if (fourEyesUsd > FOUR_EYES_USD_MAX) {
    return rejectCommand(state, 0, "adjustment_out_of_bounds", emit);
  }
  state.operating.adjusting.fourEyesUsd = fourEyesUsd;
  emit.write("adjustment_rules_changed", { fourEyesUsd });
}
