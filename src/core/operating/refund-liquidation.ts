/**
 * Refunds of liquidations by the operator: the insurance fund returns a part of what it received
 * from the liquidated user (decision 0093).
 */
import { assert } from "../base/assert.ts";
import { ADJUSTMENT_REFERENCE_LENGTH_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { plus } from "../money/arithmetic.ts";
import { refundableOf } from "../settlement/fund-takes.ts";
import { fundOf } from "../settlement/insurance-fund.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import { isOpenTo, moveFunds } from "../transfers/move-funds.ts";
import { needsApproval, propose } from "./four-eyes.ts";
import type { Correction } from "./operating-state.ts";

type Refund = Extract<Correction, { kind: "refund_liquidation" }>;

/** Why a liquidation cannot be refunded by the amount now, if it cannot. */
export function refundRefusal(state: State, terms: Refund): Rejection | undefined {
  const { amount, currency, liquidationId, wallet } = terms;
  const user = ordinaryUser(state, terms.user);
  if (user === undefined) return "user_not_found";
  if (state.currencies[currency] === undefined) return "currency_not_found";
  if (!isOpenTo(user, wallet)) return "wallet_not_allowed";
  if (amount <= 0n) return "amount_not_positive";
  const take = state.fundTakes.find(terms, state.timeMs);
  if (take === undefined || take.user !== user.index || take.taken <= 0n) {
    return "liquidation_not_refundable";
  }
  const running = state.liquidations.ofUser(user.index);
  if (running.some(({ id }) => id === liquidationId)) return "account_liquidating";
  if (amount > refundableOf(take)) return "refund_too_large";
  const fund = fundOf(state, user.realm, currency);
  return state.ledger.covers(fund, amount) ? undefined : "insufficient_available";
}

/** Posts a refund that `refundRefusal` does not refuse. */
export function refund(state: State, terms: Refund, emit: Emit): void {
  const { amount, currency, liquidationId, user, wallet } = terms;
  const take = state.fundTakes.find(terms, state.timeMs);
  assert(take !== undefined && amount <= refundableOf(take), "a refund is at most what was taken");
  take.refunded = plus(take.refunded, amount);
  const refundable = refundableOf(take);
  emit.write("liquidation_refunded", {
    liquidationId,
    user,
    wallet,
    currency,
    amount,
    refundable,
  });
  const from = fundOf(state, userAt(state, user).realm, currency);
  const to = state.ledger.account(user, WALLET_INDEX[wallet], currency);
  moveFunds(state, { from, to, amount, reason: "liquidation_refund", clientTransferId: "" }, emit);
}

/**
 * Emits `liquidation_refunded` and `funds_moved`, or `adjustment_proposed` when the refund waits
 * for a second person, or `command_rejected`.
 */
export function refundLiquidation(
  state: State,
  command: DraftOf<"refund_liquidation">,
  emit: Emit,
): void {
  const { amount, currency, kind, liquidationId, reference, user, wallet } = command;
  const terms = { kind, user, wallet, currency, liquidationId, amount };
  const refusal =
    reference.length > ADJUSTMENT_REFERENCE_LENGTH_MAX
      ? "correction_out_of_bounds"
      : refundRefusal(state, terms);
  if (refusal !== undefined) return rejectCommand(state, user, refusal, emit);
  const actor = command.origin?.act?.actor ?? "";
  if (!needsApproval(state, terms, actor)) return refund(state, terms, emit);
  propose(state, { user, wallet, currency, amount, correction: terms, reference, actor }, emit);
}
