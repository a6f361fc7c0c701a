/** Withdrawals to another user of the exchange: they move at once and cost nothing. */
import { isOutflowFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { collateralStays, outflowRefusal } from "../institutional/unit-refusals.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { hasRecipient } from "./address-book.ts";
import { emitNote } from "./custody-text.ts";
import { depositWalletOf } from "./deposit-wallet.ts";
import { rememberedId, rememberWithdrawal } from "./remember-withdrawal.ts";

type Internal = DraftOf<"withdraw_internally">;

function termsOf({ amount, currency, toUser, wallet }: Internal): string {
  return ["internal", toUser, wallet, currency, amount].join(" ");
}

/**
 * Reason to refuse the request whoever the recipient is. An outcome that depends on the recipient
 * must come later: it would show a sender whether a user exists that is not in the address book.
 */
function requestRefusal(state: State, from: User, command: Internal): Rejection | undefined {
  if (state.currencies[command.currency] === undefined) return "currency_not_found";
  if (!WALLET_TRAITS[command.wallet].opensTo.includes(from.accountKind)) {
    return "wallet_not_allowed";
  }
  if (command.amount <= 0n) return "amount_not_positive";
  return hasRecipient(state, from, command.toUser) ? undefined : "address_not_in_book";
}

/** Reason to refuse a valid request because of the accounts of both users. */
function accountRefusal(
  state: State,
  users: { readonly from: User; readonly to: User },
  command: Internal,
): Rejection | undefined {
  const { amount, currency } = command;
  const { from, to } = users;
  if (isUnderReview(state, from)) return "account_under_review";
  if (from.status === "frozen" || isOutflowFrozen(from)) return "account_frozen";
  const wallet = WALLET_INDEX[command.wallet];
  const target = WALLET_INDEX[depositWalletOf(state, to, currency)];
  const isRunning =
    isAccountLiquidating(state, from.index, wallet, currency) ||
    isAccountLiquidating(state, to.index, target, currency);
  if (isRunning) return "account_liquidating";
  const account = state.ledger.find(from.index, wallet, currency);
  if (spendable(state, from, account) < amount) return "insufficient_available";
  const isWithin = collateralStays(state, from, to);
  return isWithin ? undefined : outflowRefusal(state, from, { currency, amount });
}

/**
 * Emits `funds_moved` into the recipient's deposit wallet, then the records of both users, or
 * `command_rejected`. A repeat under a remembered client id emits nothing and gets the outcome of
 * the first one.
 */
export function withdrawInternally(state: State, command: Internal, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const from = ordinaryUser(state, command.user);
  if (from === undefined) return reject("user_not_found");
  if (from.realm !== "live") return reject("realm_mismatch");
  const known = rememberedId(state, command, termsOf(command));
  if (known === "differs") return reject("duplicate_client_withdrawal_id");
  if (known !== undefined) {
    state.outcome.id = known;
    return;
  }
  const badRequest = requestRefusal(state, from, command);
  if (badRequest !== undefined) return reject(badRequest);
  const to = ordinaryUser(state, command.toUser);
  // The book of a main account, which its sub-accounts share, may have the sender as recipient.
  if (to === undefined || to === from || to.realm !== from.realm) return reject("user_not_found");
  const refusal = accountRefusal(state, { from, to }, command);
  if (refusal !== undefined) return reject(refusal);
  const { amount, clientWithdrawalId, currency } = command;
  const { ledger } = state;
  const source = ledger.account(from.index, WALLET_INDEX[command.wallet], currency);
  const wallet = depositWalletOf(state, to, currency);
  const target = ledger.account(to.index, WALLET_INDEX[wallet], currency);
  const move = { from: source, to: target, amount, clientTransferId: "" };
  moveFunds(state, { ...move, reason: "internal_transfer" }, emit);
  const withdrawalId = nextId(state);
  const depositId = nextId(state);
  state.outcome.id = withdrawalId;
  rememberWithdrawal(state, command, termsOf(command));
  const record = { chain: 0, currency, custodyKind: "internal", confirmations: 0 } as const;
  const { timeMs: createdAtMs } = state;
  emit.write("withdrawal_changed", {
    ...record,
    ...{ withdrawalId, user: from.index, debit: amount, fee: ZERO_ATOMS, status: "confirmed" },
    ...{ toUser: to.index, createdAtMs, transactionId: "" },
  });
  const owner = { recordId: withdrawalId, user: from.index, isDeposit: false };
  emitNote(emit, owner, "client_id", clientWithdrawalId);
  emit.write("deposit_changed", {
    ...record,
    ...{ depositId, user: to.index, amount, status: "credited", wallet },
    ...{ fromUser: from.index, createdAtMs, transactionId: "" },
  });
}
