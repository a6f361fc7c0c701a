/** Deposits and address books, by the written rule. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type {
  AddressKind,
  CustodyNote,
  DepositStatus,
  MoveReason,
  Wallet,
  WithdrawalStatus,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { isPlain } from "./naive-chains.ts";
import type { NaiveAccount, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Posts between two accounts and tells it; given by the exchange, which transfers likewise. */
export type Mover = (
  from: NaiveAccount,
  to: NaiveAccount,
  terms: { readonly reason: MoveReason; readonly amount: bigint },
) => void;

const MEMORY_BLOCKS = 1_000;
const PENDING_MAX = 20;
const BOOK_MAX = 50;

/** A deposit with all that ever happened to it; settled when credited or too small. */
export type NaiveDeposit = {
  readonly id: number;
  readonly user: number;
  readonly chain: number;
  readonly amount: bigint;
  readonly transactionId: string;
  readonly output: number;
  readonly createdAtMs: number;
  height: number;
  confirmations: number;
  status: DepositStatus;
};

export type NaiveWithdrawal = {
  readonly id: number;
  readonly user: number;
  readonly chain: number;
  readonly wallet: Wallet;
  readonly debit: bigint;
  readonly fee: bigint;
  readonly clientId: string;
  readonly address: string;
  readonly tag: string;
  readonly createdAtMs: number;
  status: WithdrawalStatus;
  confirmations: number;
  transactionId: string;
};

export type NaiveAddress = {
  readonly id: number;
  readonly owner: number;
  readonly addressKind: AddressKind;
  readonly chain: number;
  readonly address: string;
  readonly tag: string;
  readonly toUser: number;
};

/** Everything about deposits and withdrawals, ended ones included. */
export class NaiveCustody {
  readonly deposits: NaiveDeposit[] = [];
  /** Heights that blocks of deposits were reported at, by network. */
  readonly heights: { readonly network: string; readonly height: number }[] = [];
  readonly withdrawals: NaiveWithdrawal[] = [];
  readonly addresses: NaiveAddress[] = [];
  readonly wallets: { readonly user: number; readonly currency: number; wallet: Wallet }[] = [];
  /** Withdrawals under client ids, oldest first. */
  readonly named: {
    readonly user: number;
    readonly clientId: string;
    readonly id: number;
    readonly terms: string;
  }[] = [];
  /** Withdrawals that needed no operator. */
  readonly unattended: {
    readonly parent: number;
    readonly currency: number;
    readonly day: number;
    readonly debit: bigint;
  }[] = [];
}

export function networkOf(state: NaiveState, chain: number): string {
  return (state.chains[chain]?.chain ?? "").toLowerCase();
}

export function coinOf(state: NaiveState, chain: number): number {
  return state.chains[chain]?.currency ?? 0;
}

export function walletsOf(user: NaiveUser): readonly Wallet[] {
  if (user.accountKind === "unified") return ["unified", "funding"];
  return ["spot", "funding", "usdt_futures", "usdc_futures", "coin_futures"];
}

export function receivingWallet(state: NaiveState, user: NaiveUser, currency: number): Wallet {
  const set = state.custody.wallets.find(
    (one) => one.user === user.index && one.currency === currency,
  );
  if (set !== undefined && walletsOf(user).includes(set.wallet)) return set.wallet;
  return user.accountKind === "unified" ? "unified" : "spot";
}

export function isWord(text: string): boolean {
  return isPlain(text) && text.length <= 128;
}

export function hasSpacesAtMost(text: string): boolean {
  return isWord(text.replaceAll(" ", "")) && text.length <= 128;
}

function tellDeposit(state: NaiveState, deposit: NaiveDeposit): void {
  const currency = coinOf(state, deposit.chain);
  state.emit("deposit_changed", {
    depositId: deposit.id,
    user: deposit.user,
    chain: deposit.chain + 1,
    currency,
    amount: deposit.amount,
    status: deposit.status,
    custodyKind: "on_chain",
    confirmations: deposit.confirmations,
    wallet: receivingWallet(state, state.userAt(deposit.user), currency),
    fromUser: 0,
    createdAtMs: deposit.createdAtMs,
    transactionId: deposit.transactionId,
  });
}

export function tellNote(
  state: NaiveState,
  record: { readonly recordId: number; readonly user: number; readonly isDeposit: boolean },
  note: CustodyNote,
  text: string,
): void {
  if (text.length > 0) state.emit("custody_noted", { ...record, note, text });
}

function topOf(state: NaiveState, network: string): number {
  const own = state.custody.heights.filter((one) => one.network === network);
  return Math.max(0, ...own.map(({ height }) => height));
}

export function outside(state: NaiveState, user: NaiveUser, currency: number): NaiveAccount {
  return state.account(user.realm === "live" ? 0 : 1, "outside_world", currency, undefined);
}

function isTooMuch(state: NaiveState, user: number, currency: number, amount: bigint): boolean {
  const { balance } = outside(state, state.userAt(user), currency);
  return amount - balance > CREDIT_ATOMS_MAX;
}

export function observe(state: NaiveState, command: CommandOf<"observe_deposit">): void {
  const { amount, chain, height, output, source, transactionId } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (user.realm === "demo") return refuse("realm_mismatch");
  const terms = state.chains[chain];
  if (terms === undefined) return refuse("chain_not_found");
  const network = networkOf(state, chain);
  const known = state.custody.deposits.find(
    (one) =>
      networkOf(state, one.chain) === network &&
      one.transactionId === transactionId &&
      one.output === output &&
      one.status !== "reverted",
  );
  const horizon = topOf(state, network) - MEMORY_BLOCKS;
  const isRecalled = known?.status === "pending" || (known?.height ?? 0) >= horizon;
  if (known !== undefined && isRecalled) {
    state.outcome.id = known.id;
    return;
  }
  if (amount <= 0n) return refuse("amount_not_positive");
  if (transactionId.length === 0 || !isWord(transactionId) || !isWord(source)) {
    return refuse("deposit_out_of_bounds");
  }
  if (height < horizon) return refuse("deposit_too_old");
  const pending = state.custody.deposits.filter(
    (one) => one.user === user.index && one.status === "pending",
  );
  if (pending.length >= PENDING_MAX) return refuse("deposits_limit_reached");
  if (isTooMuch(state, user.index, terms.currency, amount)) return refuse("amount_too_large");
  const id = state.nextId();
  state.outcome.id = id;
  const deposit: NaiveDeposit = {
    ...{ id, user: user.index, chain, amount, transactionId, output, height },
    ...{ createdAtMs: state.timeMs, confirmations: 0 },
    status: amount < terms.depositMin ? "below_minimum" : "pending",
  };
  state.custody.deposits.push(deposit);
  state.custody.heights.push({ network, height });
  tellDeposit(state, deposit);
  tellNote(state, { recordId: id, user: user.index, isDeposit: true }, "source", source);
}

function pendingDeposit(state: NaiveState, id: number): NaiveDeposit | undefined {
  return state.custody.deposits.find((one) => one.id === id && one.status === "pending");
}

export function confirm(
  state: NaiveState,
  command: CommandOf<"confirm_deposit">,
  move: Mover,
): void {
  const deposit = pendingDeposit(state, command.deposit);
  if (deposit === undefined) return state.rejectCommand(0, "deposit_not_found");
  const terms = state.chains[deposit.chain];
  if (terms === undefined) throw new Error("a deposit names a chain");
  const isFinal = terms.isRechargeable && command.confirmations >= terms.depositConfirmations;
  const { amount, user: index } = deposit;
  const { currency } = terms;
  if (isFinal && isTooMuch(state, index, currency, amount)) {
    return state.rejectCommand(index, "amount_too_large");
  }
  deposit.confirmations = command.confirmations;
  deposit.height = command.height;
  const network = networkOf(state, deposit.chain);
  state.custody.heights.push({ network, height: command.height });
  if (isFinal) {
    deposit.status = "credited";
    const user = state.userAt(index);
    const to = state.account(index, receivingWallet(state, user, currency), currency, undefined);
    move(outside(state, user, currency), to, { reason: "deposit", amount });
  }
  state.outcome.id = deposit.id;
  tellDeposit(state, deposit);
}

export function revert(state: NaiveState, command: CommandOf<"revert_deposit">): void {
  const deposit = pendingDeposit(state, command.deposit);
  if (deposit === undefined) return state.rejectCommand(0, "deposit_not_found");
  deposit.status = "reverted";
  deposit.confirmations = 0;
  state.outcome.id = deposit.id;
  tellDeposit(state, deposit);
}

export function setWallet(state: NaiveState, command: CommandOf<"set_deposit_wallet">): void {
  const { currency, wallet } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(user.index, "currency_not_found");
  }
  if (!walletsOf(user).includes(wallet)) {
    return state.rejectCommand(user.index, "wallet_not_allowed");
  }
  const { wallets } = state.custody;
  const known = wallets.find((one) => one.user === user.index && one.currency === currency);
  if (known === undefined) wallets.push({ user: user.index, currency, wallet });
  else known.wallet = wallet;
  state.emit("deposit_wallet_changed", { user: user.index, currency, wallet });
}

export function addAddress(state: NaiveState, command: CommandOf<"add_address">): void {
  const { addressKind, address, chain, label, tag, toUser } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (user.realm === "demo") return refuse("realm_mismatch");
  const isInternal = addressKind === "internal";
  if (isInternal) {
    const recipient = state.ordinary(toUser);
    const isGood = recipient !== undefined && recipient !== user && recipient.realm === "live";
    if (!isGood) return refuse("user_not_found");
  } else {
    const terms = state.chains[chain];
    if (terms === undefined) return refuse("chain_not_found");
    const isBad = address.length === 0 || !isWord(address) || !isWord(tag);
    if (isBad) return refuse("address_out_of_bounds");
    if (terms.needsTag && tag.length === 0) return refuse("tag_missing");
  }
  if (!hasSpacesAtMost(label)) return refuse("address_out_of_bounds");
  const entry = isInternal
    ? { addressKind, chain: 0, address: "", tag: "", toUser }
    : { addressKind, chain, address, tag, toUser: 0 };
  const book = state.custody.addresses.filter((one) => one.owner === user.parent);
  const isKnown = book.some((one) =>
    (["addressKind", "chain", "address", "tag", "toUser"] as const).every(
      (name) => one[name] === entry[name],
    ),
  );
  if (isKnown) return refuse("address_exists");
  if (book.length >= BOOK_MAX) return refuse("address_limit_reached");
  const id = state.nextId();
  state.outcome.id = id;
  state.custody.addresses.push({ ...entry, id, owner: user.parent });
  state.emit("address_added", { addressId: id, user: user.parent });
}

export function removeAddress(state: NaiveState, command: CommandOf<"remove_address">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const { addresses } = state.custody;
  const at = addresses.findIndex((one) => one.id === command.address && one.owner === user.parent);
  if (at === -1) return state.rejectCommand(user.index, "address_not_found");
  addresses.splice(at, 1);
  state.emit("address_removed", { addressId: command.address, user: user.parent });
}
