/** Withdrawals on chains and between users, by the written rule. */

import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Wallet, WithdrawalStatus } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { NaiveChain } from "./naive-chains.ts";
import {
  coinOf,
  hasSpacesAtMost,
  isWord,
  type Mover,
  type NaiveWithdrawal,
  networkOf,
  outside,
  receivingWallet,
  tellNote,
  walletsOf,
} from "./naive-deposits.ts";
import { hasFreeze } from "./naive-freezes.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

const OPEN_MAX = 20;
const REMEMBERED_MAX = 1_000;
const DAY = 86_400_000;

/** How much of a coin a user may move out of a wallet, and whether a liquidation stops it. */
export type Judges = {
  readonly spendable: (user: NaiveUser, wallet: Wallet, currency: number) => bigint;
  readonly isFrozen: (user: number, wallet: Wallet, currency: number) => boolean;
  readonly isHeld: (user: NaiveUser) => boolean;
};

function tellWithdrawal(state: NaiveState, withdrawal: NaiveWithdrawal): void {
  state.outcome.id = withdrawal.id;
  state.emit("withdrawal_changed", {
    withdrawalId: withdrawal.id,
    user: withdrawal.user,
    chain: withdrawal.chain + 1,
    currency: coinOf(state, withdrawal.chain),
    debit: withdrawal.debit,
    fee: withdrawal.fee,
    status: withdrawal.status,
    custodyKind: "on_chain",
    confirmations: withdrawal.confirmations,
    toUser: 0,
    createdAtMs: withdrawal.createdAtMs,
    transactionId: withdrawal.transactionId,
  });
}

const ENDED: readonly WithdrawalStatus[] = ["confirmed", "cancelled", "rejected", "failed"];

export function openWithdrawals(state: NaiveState): NaiveWithdrawal[] {
  return state.custody.withdrawals.filter((one) => !ENDED.includes(one.status));
}

function namedBefore(state: NaiveState, user: number, clientId: string) {
  const own = state.custody.named.filter((one) => one.user === user).slice(-REMEMBERED_MAX);
  return own.find((one) => one.clientId === clientId);
}

function costOf(terms: NaiveChain, size: bigint): { debit: bigint; fee: bigint } {
  const share = size * BigInt(terms.extraFeeE6);
  const extra = share / 1_000_000n + (share % 1_000_000n === 0n ? 0n : 1n);
  const fee = terms.withdrawFee + extra;
  return { fee, debit: terms.isByInvoice ? size + fee : size };
}

function judgeSize(state: NaiveState, terms: NaiveChain, size: bigint): Rejection | undefined {
  if (size <= 0n) return "amount_not_positive";
  if (size * 4n > CREDIT_ATOMS_MAX) return "amount_too_large";
  const places = (state.currencies[terms.currency]?.decimals ?? 0) - terms.withdrawDecimals;
  if (size % 10n ** BigInt(places) !== 0n) return "amount_off_step";
  if (terms.withdrawStep !== 0n && size % terms.withdrawStep !== 0n) return "amount_off_step";
  if (size < terms.withdrawMin) return "amount_below_minimum";
  const { debit, fee } = costOf(terms, size);
  return debit - fee <= 0n ? "amount_below_fee" : undefined;
}

function isInBook(
  state: NaiveState,
  user: NaiveUser,
  command: { readonly chain: number; readonly address: string; readonly tag: string },
): boolean {
  return state.custody.addresses.some((one) => {
    if (one.owner !== user.parent || one.addressKind === "internal") return false;
    const isSame = one.address === command.address && one.tag === command.tag;
    if (one.addressKind === "regular") return isSame && one.chain === command.chain;
    return isSame && networkOf(state, one.chain) === networkOf(state, command.chain);
  });
}

function judgeRequest(
  state: NaiveState,
  user: NaiveUser,
  command: CommandOf<"request_withdrawal">,
  judges: Judges,
): Rejection | undefined {
  const terms = state.chains[command.chain];
  if (terms === undefined) return "chain_not_found";
  const { address, remark, size, tag, wallet } = command;
  if (!terms.isWithdrawable) return "withdrawals_closed";
  if (!walletsOf(user).includes(wallet)) return "wallet_not_allowed";
  const bySize = judgeSize(state, terms, size);
  if (bySize !== undefined) return bySize;
  if (!isWord(address) || !isWord(tag) || !hasSpacesAtMost(remark)) {
    return "address_out_of_bounds";
  }
  if (terms.needsTag && tag.length === 0) return "tag_missing";
  if (!isInBook(state, user, command)) return "address_not_in_book";
  if (judges.isHeld(user)) return "account_under_review";
  const isShut = state.frozen.has(user.index) || hasFreeze(state, user.index, "withdrawals");
  if (isShut) return "account_frozen";
  const open = openWithdrawals(state).filter((one) => one.user === user.index);
  if (open.length >= OPEN_MAX) return "withdrawals_limit_reached";
  if (judges.isFrozen(user.index, wallet, terms.currency)) return "account_liquidating";
  const isCovered = judges.spendable(user, wallet, terms.currency) >= costOf(terms, size).debit;
  if (!isCovered) return "insufficient_available";
  const moved = { wallet, currency: terms.currency, amount: costOf(terms, size).debit };
  return judgeLeavingUnit(state, user.index, undefined, moved);
}

export function request(
  state: NaiveState,
  command: CommandOf<"request_withdrawal">,
  tools: { readonly move: Mover; readonly judges: Judges },
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  if (user.realm === "demo") return state.rejectCommand(user.index, "realm_mismatch");
  const { address, chain, clientWithdrawalId: clientId, size, tag, wallet } = command;
  const wanted = JSON.stringify([chain, wallet, `${size}`, address, tag]);
  const known = namedBefore(state, user.index, clientId);
  if (known !== undefined && known.terms !== wanted) {
    return state.rejectCommand(user.index, "duplicate_client_withdrawal_id");
  }
  if (known !== undefined) {
    state.outcome.id = known.id;
    return;
  }
  const refusal = judgeRequest(state, user, command, tools.judges);
  if (refusal !== undefined) return state.rejectCommand(user.index, refusal);
  const terms = state.chains[chain];
  if (terms === undefined) throw new Error("a judged request names a chain");
  const { debit, fee } = costOf(terms, size);
  const { currency } = terms;
  const source = state.account(user.index, wallet, currency, undefined);
  const hold = state.account(user.index, "withdrawing", currency, undefined);
  tools.move(source, hold, { reason: "withdrawal_hold", amount: debit });
  const id = state.nextId();
  const day = Math.floor(state.timeMs / DAY);
  const today = state.custody.unattended
    .filter((one) => one.parent === user.parent && one.currency === currency && one.day === day)
    .reduce((sum, one) => sum + one.debit, 0n);
  const isFree = today + debit <= terms.unattendedMax;
  if (isFree) state.custody.unattended.push({ parent: user.parent, currency, day, debit });
  if (clientId !== "") state.custody.named.push({ user: user.index, clientId, id, terms: wanted });
  const withdrawal: NaiveWithdrawal = {
    ...{ id, user: user.index, chain, wallet, debit, fee, clientId, address, tag },
    createdAtMs: state.timeMs,
    ...{ status: isFree ? "approved" : "review", confirmations: 0, transactionId: "" },
  };
  state.custody.withdrawals.push(withdrawal);
  tellWithdrawal(state, withdrawal);
  const record = { recordId: id, user: user.index, isDeposit: false };
  tellNote(state, record, "address", address);
  tellNote(state, record, "tag", tag);
  tellNote(state, record, "client_id", clientId);
}

export function internally(
  state: NaiveState,
  command: CommandOf<"withdraw_internally">,
  tools: { readonly move: Mover; readonly judges: Judges },
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (user.realm === "demo") return refuse("realm_mismatch");
  const { amount, clientWithdrawalId: clientId, currency, toUser, wallet } = command;
  const wanted = JSON.stringify(["to", toUser, wallet, currency, `${amount}`]);
  const known = namedBefore(state, user.index, clientId);
  if (known !== undefined && known.terms !== wanted) {
    return refuse("duplicate_client_withdrawal_id");
  }
  if (known !== undefined) {
    state.outcome.id = known.id;
    return;
  }
  if (state.currencies[currency] === undefined) return refuse("currency_not_found");
  if (!walletsOf(user).includes(wallet)) return refuse("wallet_not_allowed");
  if (amount <= 0n) return refuse("amount_not_positive");
  const isListed = state.custody.addresses.some(
    (one) => one.owner === user.parent && one.addressKind === "internal" && one.toUser === toUser,
  );
  if (!isListed) return refuse("address_not_in_book");
  const to = state.ordinary(toUser);
  if (to === undefined || to === user || to.realm !== "live") return refuse("user_not_found");
  const { isFrozen, isHeld, spendable } = tools.judges;
  if (isHeld(user)) return refuse("account_under_review");
  const isShut = hasFreeze(state, user.index, "withdrawals", "transfersOut");
  if (isShut || state.frozen.has(user.index)) return refuse("account_frozen");
  const target = receivingWallet(state, to, currency);
  if (isFrozen(user.index, wallet, currency) || isFrozen(to.index, target, currency)) {
    return refuse("account_liquidating");
  }
  if (spendable(user, wallet, currency) < amount) return refuse("insufficient_available");
  const receiving = { user: to.index, wallet: target };
  const line = judgeLeavingUnit(state, user.index, receiving, { wallet, currency, amount });
  if (line !== undefined) return refuse(line);
  const source = state.account(user.index, wallet, currency, undefined);
  const receiver = state.account(to.index, target, currency, undefined);
  tools.move(source, receiver, { reason: "internal_transfer", amount });
  const [id, depositId] = [state.nextId(), state.nextId()];
  state.outcome.id = id;
  if (clientId !== "") state.custody.named.push({ user: user.index, clientId, id, terms: wanted });
  const both = {
    ...({ chain: 0, currency, custodyKind: "internal", confirmations: 0 } as const),
    ...{ createdAtMs: state.timeMs, transactionId: "" },
  } as const;
  const sent = { withdrawalId: id, user: user.index, debit: amount, fee: 0n, toUser: to.index };
  state.emit("withdrawal_changed", { ...both, ...sent, status: "confirmed" });
  const record = { recordId: id, user: user.index, isDeposit: false };
  tellNote(state, record, "client_id", clientId);
  const got = { depositId, user: to.index, amount, wallet: target, fromUser: user.index };
  state.emit("deposit_changed", { ...both, ...got, status: "credited" });
}

function giveBack(
  state: NaiveState,
  withdrawal: NaiveWithdrawal,
  status: WithdrawalStatus,
  move: Mover,
): void {
  const currency = coinOf(state, withdrawal.chain);
  const hold = state.account(withdrawal.user, "withdrawing", currency, undefined);
  const to = state.account(withdrawal.user, withdrawal.wallet, currency, undefined);
  withdrawal.status = status;
  move(hold, to, { reason: "withdrawal_refund", amount: withdrawal.debit });
  tellWithdrawal(state, withdrawal);
}

export function cancel(
  state: NaiveState,
  command: CommandOf<"cancel_withdrawal">,
  move: Mover,
): void {
  const { clientWithdrawalId, user, withdrawal: id } = command;
  const named = namedBefore(state, user, clientWithdrawalId)?.id;
  const found = openWithdrawals(state).find(
    (one) => one.user === user && one.id === (id === 0 ? named : id),
  );
  if (found === undefined) return state.rejectCommand(user, "withdrawal_not_found");
  if (!["review", "approved"].includes(found.status)) {
    return state.rejectCommand(user, "withdrawal_status_blocked");
  }
  giveBack(state, found, "cancelled", move);
}

/** The operator decides on a withdrawal. */
export function decide(
  state: NaiveState,
  command: CommandOf<"review_withdrawal">,
  move: Mover,
): void {
  const found = foundOpen(state, command.withdrawal);
  if (found === undefined) return;
  if (found.status !== "review") {
    return state.rejectCommand(found.user, "withdrawal_status_blocked");
  }
  if (!command.isApproved) return giveBack(state, found, "rejected", move);
  if (!isInBook(state, state.userAt(found.user), found)) {
    return state.rejectCommand(found.user, "address_not_in_book");
  }
  found.status = "approved";
  tellWithdrawal(state, found);
}

/** Withdrawals that lost their address wait for the operator until they are signed. */
export function askAgain(state: NaiveState): void {
  for (const one of openWithdrawals(state)) {
    if (one.status !== "approved" || isInBook(state, state.userAt(one.user), one)) continue;
    one.status = "review";
    const { id } = state.outcome;
    tellWithdrawal(state, one);
    state.outcome.id = id;
  }
}

/** An open withdrawal; the command is rejected where there is none. */
function foundOpen(state: NaiveState, id: number): NaiveWithdrawal | undefined {
  const found = openWithdrawals(state).find((one) => one.id === id);
  if (found === undefined) state.rejectCommand(0, "withdrawal_not_found");
  return found;
}

export function sign(
  state: NaiveState,
  command: CommandOf<"sign_withdrawal">,
  judges: Judges,
): void {
  const found = foundOpen(state, command.withdrawal);
  if (found === undefined) return;
  const refuse = (reason: Rejection): void => state.rejectCommand(found.user, reason);
  if (found.status !== "approved") return refuse("withdrawal_status_blocked");
  const { rawTransaction, transactionId } = command;
  const isBad = transactionId === "" || !isWord(transactionId) || rawTransaction.length === 0;
  if (isBad) return refuse("transaction_out_of_bounds");
  if (judges.isHeld(state.userAt(found.user))) return refuse("account_under_review");
  const isShut = state.frozen.has(found.user) || hasFreeze(state, found.user, "withdrawals");
  if (isShut) return refuse("account_frozen");
  found.status = "signed";
  found.transactionId = transactionId;
  tellWithdrawal(state, found);
}

export function report(
  state: NaiveState,
  command: CommandOf<"report_withdrawal">,
  move: Mover,
): void {
  const found = foundOpen(state, command.withdrawal);
  if (found === undefined) return;
  const isSent = found.status === "broadcast";
  if (found.status !== "signed" && !isSent) {
    return state.rejectCommand(found.user, "withdrawal_status_blocked");
  }
  if (command.report === "refused") {
    if (isSent) return state.rejectCommand(found.user, "withdrawal_status_blocked");
    return giveBack(state, found, "failed", move);
  }
  const terms = state.chains[found.chain];
  if (terms === undefined) throw new Error("a withdrawal names a chain");
  found.confirmations = command.confirmations;
  found.status = command.confirmations < terms.withdrawConfirmations ? "broadcast" : "confirmed";
  if (found.status === "confirmed") {
    const { currency } = terms;
    const user = state.userAt(found.user);
    const hold = state.account(found.user, "withdrawing", currency, undefined);
    const sent = found.debit - found.fee;
    move(hold, outside(state, user, currency), { reason: "withdrawal", amount: sent });
    const fees = state.account(0, "fees", currency, undefined);
    if (found.fee > 0n) move(hold, fees, { reason: "withdrawal_fee", amount: found.fee });
  }
  tellWithdrawal(state, found);
}
