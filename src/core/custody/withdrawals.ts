/**
 * Withdrawals on chains: requested and held, approved, signed, broadcast, and confirmed or refunded
 * (decision 0062). What is held lies in the wallet `withdrawing` of its user, which nothing else
 * draws on, until it leaves for the outside world or goes back to the wallet that paid.
 */
import { areWithdrawalsFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CREDIT_ATOMS_MAX, DAY_MS, OPEN_WITHDRAWALS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { WithdrawalStatus } from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import type { ChainTerms } from "../instruments/chain-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { feeRoundedUp, minus, plus } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { hasAddress } from "./address-book.ts";
import { coinKeyOf } from "./coin-key.ts";
import type { Withdrawal } from "./custody-state.ts";
import { emitNote, isName, isNote } from "./custody-text.ts";
import { chainAt } from "./deposits.ts";
import { rememberedId, rememberWithdrawal } from "./remember-withdrawal.ts";

type Request = DraftOf<"request_withdrawal">;

/** What a withdrawal costs its user, and the fee in it. */
type Cost = { readonly debit: Atoms; readonly fee: Atoms };

/** Returns the cost of a size: with an invoice the fee comes on top, else it is deducted. */
export function withdrawalCost(terms: ChainTerms, size: Atoms): Cost {
  const fee = plus(terms.withdrawFee, feeRoundedUp(size, terms.extraFee));
  return { debit: terms.isByInvoice ? plus(size, fee) : size, fee };
}

function sizeRefusal(state: State, terms: ChainTerms, size: Atoms): Rejection | undefined {
  if (size <= 0n) return "amount_not_positive";
  if (size > CREDIT_ATOMS_MAX / 4n) return "amount_too_large";
  const decimals = state.currencies[terms.currency]?.decimals ?? 0;
  const increment = 10n ** BigInt(decimals - terms.withdrawDecimals);
  if (size % increment !== 0n) return "amount_off_step";
  if (terms.withdrawStep > 0n && size % terms.withdrawStep !== 0n) return "amount_off_step";
  if (size < terms.withdrawMin) return "amount_below_minimum";
  const { debit, fee } = withdrawalCost(terms, size);
  return debit <= fee ? "amount_below_fee" : undefined;
}

function addressRefusal(
  state: State,
  user: User,
  terms: ChainTerms,
  command: Request,
): Rejection | undefined {
  const { address, remark, tag } = command;
  if (!isName(address) || !isName(tag) || !isNote(remark)) return "address_out_of_bounds";
  if (terms.needsTag && tag === "") return "tag_missing";
  return hasAddress(state, user, terms, command) ? undefined : "address_not_in_book";
}

function openOf(state: State, user: number): number {
  let count = 0;
  for (const one of state.custody.withdrawals.values()) if (one.user === user) count += 1;
  return count;
}

function requestRefusal(
  state: State,
  user: User,
  terms: ChainTerms,
  command: Request,
): Rejection | undefined {
  if (!terms.isWithdrawable) return "withdrawals_closed";
  if (!WALLET_TRAITS[command.wallet].opensTo.includes(user.accountKind)) {
    return "wallet_not_allowed";
  }
  const refusal =
    sizeRefusal(state, terms, command.size) ?? addressRefusal(state, user, terms, command);
  if (refusal !== undefined) return refusal;
  if (isUnderReview(state, user)) return "account_under_review";
  if (areWithdrawalsFrozen(user)) return "account_frozen";
  if (openOf(state, user.index) >= OPEN_WITHDRAWALS_MAX) return "withdrawals_limit_reached";
  const wallet = WALLET_INDEX[command.wallet];
  const { currency } = terms;
  if (isAccountLiquidating(state, user.index, wallet, currency)) return "account_liquidating";
  const account = state.ledger.find(user.index, wallet, currency);
  const { debit } = withdrawalCost(terms, command.size);
  if (spendable(state, user, account) < debit) return "insufficient_available";
  return outflowRefusal(state, user, { currency, amount: debit });
}

/** Sets the status of a withdrawal and emits `withdrawal_changed`. */
export function emitWithdrawal(
  state: State,
  withdrawal: Withdrawal,
  status: WithdrawalStatus,
  emit: Emit,
): void {
  withdrawal.status = status;
  const { chain, confirmations, createdAtMs, debit, fee, id, transactionId, user } = withdrawal;
  emit.write("withdrawal_changed", {
    withdrawalId: id,
    user,
    chain: chain + 1,
    currency: chainAt(state, chain).currency,
    debit,
    fee,
    status,
    custodyKind: "on_chain",
    confirmations,
    toUser: 0,
    createdAtMs,
    transactionId,
  });
}

/**
 * Whether the day's unattended withdrawals of the main account leave room for another; if so,
 * counts it. Splitting a withdrawal therefore avoids no approval.
 */
function takesUnattended(state: State, user: User, terms: ChainTerms, debit: Atoms): boolean {
  const key = coinKeyOf(user.parent, terms.currency);
  const day = Math.floor(state.timeMs / DAY_MS);
  const known = state.custody.unattended.get(key);
  const sum = (known?.day === day ? known.sum : 0n) + debit;
  if (sum > terms.unattendedMax) return false;
  state.custody.unattended.set(key, { day, sum });
  return true;
}

/** Text of all that a repeat under a client id must agree with. */
function termsOf({ address, chain, size, tag, wallet }: Request): string {
  return [chain, wallet, size, address, tag].join(" ");
}

/**
 * Emits `funds_moved` into the wallet `withdrawing` and `withdrawal_changed`, or
 * `command_rejected`. A repeat under a remembered client id emits nothing and gets the outcome of
 * the first withdrawal.
 */
export function requestWithdrawal(state: State, command: Request, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (user.realm !== "live") return reject("realm_mismatch");
  const known = rememberedId(state, command, termsOf(command));
  if (known === "differs") return reject("duplicate_client_withdrawal_id");
  if (known !== undefined) {
    state.outcome.id = known;
    return;
  }
  const terms = state.chains[command.chain];
  if (terms === undefined) return reject("chain_not_found");
  const refusal = requestRefusal(state, user, terms, command);
  if (refusal !== undefined) return reject(refusal);
  const { address, chain, clientWithdrawalId: clientId, remark, tag } = command;
  const wallet = WALLET_INDEX[command.wallet];
  const { debit, fee } = withdrawalCost(terms, command.size);
  const from = state.ledger.account(user.index, wallet, terms.currency);
  const to = state.ledger.account(user.index, WALLET_INDEX.withdrawing, terms.currency);
  const move = { from, to, amount: debit, clientTransferId: "" };
  moveFunds(state, { ...move, reason: "withdrawal_hold" }, emit);
  const id = nextId(state);
  const withdrawal: Withdrawal = {
    ...{ id, user: user.index, chain, wallet, debit, fee, address, tag, clientId, remark },
    ...{ createdAtMs: state.timeMs, status: "review", confirmations: 0, transactionId: "" },
    rawTransaction: new Uint8Array(),
  };
  state.custody.withdrawals.set(id, withdrawal);
  state.outcome.id = id;
  rememberWithdrawal(state, command, termsOf(command));
  const isUnattended = takesUnattended(state, user, terms, debit);
  emitWithdrawal(state, withdrawal, isUnattended ? "approved" : "review", emit);
  const record = { recordId: id, user: user.index, isDeposit: false };
  emitNote(emit, record, "address", address);
  emitNote(emit, record, "tag", tag);
  emitNote(emit, record, "client_id", clientId);
}

/** Ends a withdrawal without effect: its debit goes back to the wallet that paid. */
function refund(state: State, withdrawal: Withdrawal, status: WithdrawalStatus, emit: Emit): void {
  const { debit, id, user, wallet } = withdrawal;
  const { currency } = chainAt(state, withdrawal.chain);
  const from = state.ledger.account(user, WALLET_INDEX.withdrawing, currency);
  const to = state.ledger.account(user, wallet, currency);
  state.custody.withdrawals.delete(id);
  const move = { from, to, amount: debit, clientTransferId: "" };
  moveFunds(state, { ...move, reason: "withdrawal_refund" }, emit);
  state.outcome.id = id;
  emitWithdrawal(state, withdrawal, status, emit);
}

function ownWithdrawal(
  state: State,
  command: DraftOf<"cancel_withdrawal">,
): Withdrawal | undefined {
  const { clientWithdrawalId, user, withdrawal } = command;
  const remembered = state.custody.remembered.get(user)?.get(clientWithdrawalId);
  const id = withdrawal === 0 ? (remembered?.id ?? 0) : withdrawal;
  const found = state.custody.withdrawals.get(id);
  return found?.user === user ? found : undefined;
}

/**
 * Emits `funds_moved` and `withdrawal_changed`, or `command_rejected`. Only a withdrawal that is
 * not signed can be cancelled; another user's is not found.
 */
export function cancelWithdrawal(
  state: State,
  command: DraftOf<"cancel_withdrawal">,
  emit: Emit,
): void {
  const withdrawal = ownWithdrawal(state, command);
  if (withdrawal === undefined) {
    return rejectCommand(state, command.user, "withdrawal_not_found", emit);
  }
  const { status } = withdrawal;
  if (status !== "review" && status !== "approved") {
    return rejectCommand(state, command.user, "withdrawal_status_blocked", emit);
  }
  refund(state, withdrawal, "cancelled", emit);
}

/** Returns the open withdrawal with one of the statuses, or rejects the command. */
function openWithdrawal(
  state: State,
  id: number,
  statuses: readonly WithdrawalStatus[],
  emit: Emit,
): Withdrawal | undefined {
  const found = state.custody.withdrawals.get(id);
  if (found === undefined) {
    rejectCommand(state, 0, "withdrawal_not_found", emit);
    return undefined;
  }
  if (statuses.includes(found.status)) return found;
  rejectCommand(state, found.user, "withdrawal_status_blocked", emit);
  return undefined;
}

/**
 * Emits the decision of the operator on a withdrawal in review, or `command_rejected`. An address
 * that was removed from the book since the request is not approved.
 */
export function reviewWithdrawal(
  state: State,
  command: DraftOf<"review_withdrawal">,
  emit: Emit,
): void {
  const withdrawal = openWithdrawal(state, command.withdrawal, ["review"], emit);
  if (withdrawal === undefined) return;
  if (!command.isApproved) return refund(state, withdrawal, "rejected", emit);
  const user = userAt(state, withdrawal.user);
  if (!hasAddress(state, user, chainAt(state, withdrawal.chain), withdrawal)) {
    return rejectCommand(state, user.index, "address_not_in_book", emit);
  }
  state.outcome.id = withdrawal.id;
  emitWithdrawal(state, withdrawal, "approved", emit);
}

/**
 * Emits `withdrawal_changed`, or `command_rejected`. Keeps the signed transaction before it leaves:
 * from now on only these bytes are sent, and the withdrawal cannot be cancelled. Users under review
 * and frozen users do not withdraw, even if the withdrawal was approved before.
 */
export function signWithdrawal(
  state: State,
  command: DraftOf<"sign_withdrawal">,
  emit: Emit,
): void {
  const withdrawal = openWithdrawal(state, command.withdrawal, ["approved"], emit);
  if (withdrawal === undefined) return;
  const { rawTransaction, transactionId } = command;
  if (transactionId === "" || !isName(transactionId) || rawTransaction.length === 0) {
    return rejectCommand(state, withdrawal.user, "transaction_out_of_bounds", emit);
  }
  if (isUnderReview(state, userAt(state, withdrawal.user))) {
    return rejectCommand(state, withdrawal.user, "account_under_review", emit);
  }
  if (areWithdrawalsFrozen(userAt(state, withdrawal.user))) {
    return rejectCommand(state, withdrawal.user, "account_frozen", emit);
  }
  withdrawal.transactionId = transactionId;
  withdrawal.rawTransaction = rawTransaction;
  state.outcome.id = withdrawal.id;
  emitWithdrawal(state, withdrawal, "signed", emit);
}

/** Posts what has left: the credited amount to the outside world, the fee to the exchange. */
function complete(state: State, withdrawal: Withdrawal, emit: Emit): void {
  const { debit, fee, id } = withdrawal;
  const { currency } = chainAt(state, withdrawal.chain);
  const { ledger } = state;
  const from = ledger.account(withdrawal.user, WALLET_INDEX.withdrawing, currency);
  const exchange = exchangeUserOf(userAt(state, withdrawal.user).realm);
  const outside = ledger.account(exchange, WALLET_INDEX.outside_world, currency);
  const sent = minus(debit, fee);
  assert(sent > 0n, "a withdrawal sends more than nothing");
  state.custody.withdrawals.delete(id);
  const move = { from, clientTransferId: "" };
  moveFunds(state, { ...move, to: outside, amount: sent, reason: "withdrawal" }, emit);
  if (fee > 0n) {
    const fees = ledger.account(exchange, WALLET_INDEX.fees, currency);
    moveFunds(state, { ...move, to: fees, amount: fee, reason: "withdrawal_fee" }, emit);
  }
}

/**
 * Emits `withdrawal_changed`, or `command_rejected`: what the chain says about the transaction.
 * `accepted` counts its confirmations and completes the withdrawal with the last; `refused` refunds
 * it, which is possible only while the chain has never accepted it.
 */
export function reportWithdrawal(
  state: State,
  command: DraftOf<"report_withdrawal">,
  emit: Emit,
): void {
  const isRefused = command.report === "refused";
  const statuses = isRefused ? (["signed"] as const) : (["signed", "broadcast"] as const);
  const withdrawal = openWithdrawal(state, command.withdrawal, statuses, emit);
  if (withdrawal === undefined) return;
  if (isRefused) return refund(state, withdrawal, "failed", emit);
  const { withdrawConfirmations } = chainAt(state, withdrawal.chain);
  const isFinal = command.confirmations >= withdrawConfirmations;
  withdrawal.confirmations = command.confirmations;
  if (isFinal) complete(state, withdrawal, emit);
  state.outcome.id = withdrawal.id;
  emitWithdrawal(state, withdrawal, isFinal ? "confirmed" : "broadcast", emit);
}
