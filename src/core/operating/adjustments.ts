/**
 * Credits and debits by the operator: from the outside world into a wallet or fund, and back. Above
 * a daily value per person they wait for a second person (decision 0089).
 */
import { exchangeUserOf, FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  ADJUSTMENT_REFERENCE_LENGTH_MAX,
  ADJUSTMENTS_WAITING_MAX,
  CREDIT_ATOMS_MAX,
  FOUR_EYES_USD_MAX,
} from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isCollateralWallet } from "../institutional/unit-figures.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { atoms } from "../money/units.ts";
import { currencyAt, type Emit, nextId, type State } from "../state.ts";
import { isOpenTo, moveFunds } from "../transfers/move-funds.ts";
import type { Adjustment } from "./operating-state.ts";

const DAY_MS = 86_400_000;
const USD_E8 = 100_000_000n;

type Terms = Pick<Adjustment, "user" | "wallet" | "currency" | "amount">;

/** Returns the owner of an adjusted account; `undefined` when there is no such user. */
function ownerOf(state: State, user: number): User | undefined {
  return state.users[user];
}

/** Why the account cannot be adjusted by the amount now, if it cannot. */
function refusalOf(state: State, { amount, currency, user, wallet }: Terms): Rejection | undefined {
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

/** Posts an adjustment that `refusalOf` does not refuse. */
function adjust(state: State, terms: Terms, emit: Emit): void {
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

/** Whether the adjustment needs a second person; counts it for the day of its actor if not. */
function needsApproval(state: State, terms: Terms, actor: string): boolean {
  const { dayUsd, fourEyesUsd } = state.operating.adjusting;
  if (fourEyesUsd === 0) return false;
  const owner = ownerOf(state, terms.user);
  assert(owner !== undefined, "an adjusted account has an owner");
  const coin = currencyAt(state, terms.currency);
  const rate = usdRateOf(state, indexIn(REALMS, owner.realm), coin);
  if (rate.top === 0n) return true;
  const size = terms.amount > 0n ? terms.amount : atoms(-terms.amount);
  const day = Math.floor(state.timeMs / DAY_MS);
  const known = dayUsd.get(actor);
  const usd = (known?.day === day ? known.usd : 0n) + usdUp(rate, size);
  if (usd > BigInt(fourEyesUsd) * USD_E8) return true;
  for (const [name, sum] of dayUsd) if (sum.day !== day) dayUsd.delete(name);
  dayUsd.set(actor, { day, usd });
  return false;
}

/**
 * Emits `funds_moved`, or `adjustment_proposed` when the adjustment waits for a second person, or
 * `command_rejected`. A debit takes only what its user may move out, a withdrawal from a fund what
 * the fund has.
 */
export function adjustBalance(state: State, command: DraftOf<"adjust_balance">, emit: Emit): void {
  const { amount, currency, reference, user, wallet } = command;
  const reject = (reason: Rejection): void => rejectCommand(state, user, reason, emit);
  const { waiting } = state.operating.adjusting;
  if (amount === 0n || reference.length > ADJUSTMENT_REFERENCE_LENGTH_MAX) {
    return reject("adjustment_out_of_bounds");
  }
  const terms = { user, wallet, currency, amount };
  const refusal = refusalOf(state, terms);
  if (refusal !== undefined) return reject(refusal);
  const actor = command.origin?.act?.actor ?? "";
  if (!needsApproval(state, terms, actor)) return adjust(state, terms, emit);
  if (waiting.size >= ADJUSTMENTS_WAITING_MAX) return reject("adjustment_out_of_bounds");
  const id = nextId(state);
  waiting.set(id, { id, ...terms, reference, actor, proposedAtMs: state.timeMs });
  state.outcome.id = id;
  emit.write("adjustment_proposed", { adjustment: id, user, wallet, currency, amount });
}

/** Whether one of two people has issued the token of the other, or of who issued that one. */
function areRelated(state: State, one: string, other: string): boolean {
  const { tokens } = state.operating;
  const isIssuer = (issuer: string, name: string): boolean =>
    tokens.get(name)?.issuers.includes(issuer) ?? false;
  return one === other || isIssuer(one, other) || isIssuer(other, one);
}

/**
 * Approves or declines a waiting adjustment. The proposer cannot approve it, nor can a token that
 * the proposer issued or was issued by. Emits `funds_moved` when approved, then
 * `adjustment_decided`; or `command_rejected`, and the adjustment goes on waiting.
 */
export function decideAdjustment(
  state: State,
  command: DraftOf<"decide_adjustment">,
  emit: Emit,
): void {
  const { adjustment: id, isApproved } = command;
  const { waiting } = state.operating.adjusting;
  const adjustment = waiting.get(id);
  if (adjustment === undefined) return rejectCommand(state, 0, "adjustment_not_found", emit);
  const { user } = adjustment;
  if (isApproved) {
    const actor = command.origin?.act?.actor ?? "";
    const isSecond = actor !== "" && !areRelated(state, actor, adjustment.actor);
    if (!isSecond) return rejectCommand(state, user, "adjustment_needs_another", emit);
    const refusal = refusalOf(state, adjustment);
    if (refusal !== undefined) return rejectCommand(state, user, refusal, emit);
    adjust(state, adjustment, emit);
  }
  waiting.delete(id);
  emit.write("adjustment_decided", { adjustment: id, user, isApproved });
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
