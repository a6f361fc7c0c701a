/**
 * Deposits: a transaction of a chain that pays a user is observed, confirmed by further blocks, and
 * credited once it is final. Until then it is a record and no money (decision 0061).
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CREDIT_ATOMS_MAX, DEPOSIT_MEMORY_BLOCKS, DEPOSITS_PENDING_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DepositStatus } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { ChainTerms } from "../instruments/chain-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import type { Custody, Deposit } from "./custody-state.ts";
import { emitNote, isName } from "./custody-text.ts";
import { depositWalletOf } from "./deposit-wallet.ts";

/** Returns the network of a chain: coins share transactions on chains of one name. */
function networkOf(terms: ChainTerms): string {
  return terms.chain.toUpperCase();
}

type Payment = Pick<Deposit, "transactionId" | "output">;

function keyOf(terms: ChainTerms, { output, transactionId }: Payment): string {
  return `${networkOf(terms)} ${transactionId} ${output}`;
}

/** Returns the terms of a coin on a chain at an index that a record holds. */
export function chainAt(state: State, index: number): ChainTerms {
  const terms = state.chains[index];
  assert(terms !== undefined, "a record names a listed chain");
  return terms;
}

function isSamePayment(state: State, deposit: Deposit, key: string): boolean {
  return keyOf(chainAt(state, deposit.chain), deposit) === key;
}

/** Returns the id of a payment that is known; `undefined` for a new one. */
function knownId(state: State, key: string): number | undefined {
  const { deposits, settled } = state.custody;
  const known = settled.get(key);
  if (known !== undefined) return known.id;
  for (const deposit of deposits.values()) {
    if (isSamePayment(state, deposit, key)) return deposit.id;
  }
  return undefined;
}

function pendingOf({ deposits }: Custody, user: number): number {
  let count = 0;
  for (const deposit of deposits.values()) if (deposit.user === user) count += 1;
  return count;
}

/** Whether the ledger can hold a further amount from outside. */
function isBeyondLedger(state: State, user: number, currency: number, amount: Atoms): boolean {
  const { realm } = userAt(state, user);
  const { outside_world: outside } = WALLET_INDEX;
  const source = state.ledger.find(exchangeUserOf(realm), outside, currency);
  return amount - state.ledger.balance(source) > CREDIT_ATOMS_MAX;
}

function emitDeposit(state: State, deposit: Deposit, status: DepositStatus, emit: Emit): void {
  const { currency } = chainAt(state, deposit.chain);
  const user = userAt(state, deposit.user);
  emit.write("deposit_changed", {
    depositId: deposit.id,
    user: deposit.user,
    chain: deposit.chain + 1,
    currency,
    amount: deposit.amount,
    status,
    custodyKind: "on_chain",
    confirmations: deposit.confirmations,
    wallet: depositWalletOf(state, user, currency),
    fromUser: 0,
    createdAtMs: deposit.createdAtMs,
    transactionId: deposit.transactionId,
  });
}

/** Remembers a settled deposit; one beyond the horizon is refused by its height. */
function settle(state: State, deposit: Deposit): void {
  const terms = chainAt(state, deposit.chain);
  const { height, id } = deposit;
  if (height < horizonOf(state, networkOf(terms))) return;
  state.custody.settled.set(keyOf(terms, deposit), { id, height });
}

/** Returns the height below which payments are too old to be compared with settled ones. */
function horizonOf(state: State, network: string): number {
  return (state.custody.heights.get(network) ?? 0) - DEPOSIT_MEMORY_BLOCKS;
}

/** Notes a height of a network; forgets the settled deposits that it moves beyond the horizon. */
function noteHeight(state: State, terms: ChainTerms, height: number): void {
  const { heights, settled } = state.custody;
  const network = networkOf(terms);
  if (height <= (heights.get(network) ?? 0)) return;
  heights.set(network, height);
  const horizon = horizonOf(state, network);
  for (const [key, one] of settled) {
    if (one.height < horizon && key.startsWith(`${network} `)) settled.delete(key);
  }
}

function observationRefusal(
  state: State,
  command: DraftOf<"observe_deposit">,
  terms: ChainTerms,
): Rejection | undefined {
  const { amount, height, source, transactionId, user } = command;
  if (amount <= 0n) return "amount_not_positive";
  if (transactionId === "" || !isName(transactionId) || !isName(source)) {
    return "deposit_out_of_bounds";
  }
  if (height < horizonOf(state, networkOf(terms))) return "deposit_too_old";
  if (pendingOf(state.custody, user) >= DEPOSITS_PENDING_MAX) return "deposits_limit_reached";
  return isBeyondLedger(state, user, terms.currency, amount) ? "amount_too_large" : undefined;
}

/**
 * Emits `deposit_changed`, or `command_rejected`. A payment that is known, by network, transaction
 * and output, emits nothing and gets the outcome of its first observation. A payment below the
 * minimum is recorded and never credited.
 */
export function observeDeposit(
  state: State,
  command: DraftOf<"observe_deposit">,
  emit: Emit,
): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (user.realm !== "live") return reject("realm_mismatch");
  const terms = state.chains[command.chain];
  if (terms === undefined) return reject("chain_not_found");
  const known = knownId(state, keyOf(terms, command));
  if (known !== undefined) {
    state.outcome.id = known;
    return;
  }
  const refusal = observationRefusal(state, command, terms);
  if (refusal !== undefined) return reject(refusal);
  const { amount, chain, height, output, source, transactionId } = command;
  const id = nextId(state);
  const deposit: Deposit = {
    ...{ id, user: user.index, chain, amount, transactionId, output, height },
    ...{ createdAtMs: state.timeMs, confirmations: 0 },
  };
  state.outcome.id = id;
  noteHeight(state, terms, height);
  const isTooSmall = amount < terms.depositMin;
  if (isTooSmall) settle(state, deposit);
  else state.custody.deposits.set(id, deposit);
  emitDeposit(state, deposit, isTooSmall ? "below_minimum" : "pending", emit);
  emitNote(emit, { recordId: id, user: user.index, isDeposit: true }, "source", source);
}

/**
 * Emits `deposit_changed`, or `command_rejected`. Credits the deposit, after `funds_moved`, once it
 * has the confirmations that its chain requires while the chain is open for deposits.
 */
export function confirmDeposit(
  state: State,
  command: DraftOf<"confirm_deposit">,
  emit: Emit,
): void {
  const deposit = state.custody.deposits.get(command.deposit);
  if (deposit === undefined) return rejectCommand(state, 0, "deposit_not_found", emit);
  const terms = chainAt(state, deposit.chain);
  const { amount, user } = deposit;
  const isFinal = command.confirmations >= terms.depositConfirmations && terms.isRechargeable;
  if (isFinal && isBeyondLedger(state, user, terms.currency, amount)) {
    return rejectCommand(state, user, "amount_too_large", emit);
  }
  deposit.height = command.height;
  deposit.confirmations = command.confirmations;
  noteHeight(state, terms, command.height);
  if (isFinal) credit(state, deposit, terms, emit);
  state.outcome.id = deposit.id;
  emitDeposit(state, deposit, isFinal ? "credited" : "pending", emit);
}

function credit(state: State, deposit: Deposit, terms: ChainTerms, emit: Emit): void {
  const { ledger } = state;
  const user = userAt(state, deposit.user);
  const { currency } = terms;
  const { outside_world: outside } = WALLET_INDEX;
  const from = ledger.account(exchangeUserOf(user.realm), outside, currency);
  const wallet = WALLET_INDEX[depositWalletOf(state, user, currency)];
  const to = ledger.account(user.index, wallet, currency);
  const { amount } = deposit;
  state.custody.deposits.delete(deposit.id);
  settle(state, deposit);
  moveFunds(state, { from, to, amount, reason: "deposit", clientTransferId: "" }, emit);
}

/**
 * Emits `deposit_changed`, or `command_rejected`: the transaction of a pending deposit is no longer
 * part of its chain. A credited deposit is final. The same payment may be observed again.
 */
export function revertDeposit(state: State, command: DraftOf<"revert_deposit">, emit: Emit): void {
  const deposit = state.custody.deposits.get(command.deposit);
  if (deposit === undefined) return rejectCommand(state, 0, "deposit_not_found", emit);
  state.custody.deposits.delete(deposit.id);
  deposit.confirmations = 0;
  state.outcome.id = deposit.id;
  emitDeposit(state, deposit, "reverted", emit);
}
