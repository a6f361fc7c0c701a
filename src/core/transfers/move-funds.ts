/** Funds between wallets and from the outside world. */
import { exchangeUserOf, type RememberedTransfer, type User } from "../accounts/user.ts";
import type { CommandOf } from "../commands.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { CLIENT_TRANSFER_IDS_MAX, CREDIT_ATOMS_MAX } from "../limits.ts";
import { spendable } from "../margin/margin.ts";
import type { Atoms } from "../money/units.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { indexIn, MOVE_REASONS, type MoveReason, type Wallet } from "../vocabulary.ts";

/** Wallets of classic users that plain transfers reach; margin wallets open with lending. */
const CLASSIC_WALLETS: readonly Wallet[] = [
  "spot",
  "funding",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
];
const UNIFIED_WALLETS: readonly Wallet[] = ["unified", "funding"];

/** The wallets a user of this kind owns. */
export function walletsOf(user: User): readonly Wallet[] {
  return user.accountKind === "unified" ? UNIFIED_WALLETS : CLASSIC_WALLETS;
}

type Move = {
  readonly from: number;
  readonly to: number;
  readonly amount: Atoms;
  readonly reason: MoveReason;
  readonly clientTransferId: string;
};

function move(state: State, terms: Move, emit: Emit): void {
  const ledger = state.ledger;
  ledger.post(terms.from, terms.to, terms.amount);
  state.outcome.id = nextId(state);
  emit.begin(EVENT_INDEX.funds_moved);
  emit.num(state.outcome.id);
  emit.num(indexIn(MOVE_REASONS, terms.reason));
  emit.num(ledger.currencyOf(terms.from));
  emit.money(terms.amount);
  for (const account of [terms.from, terms.to]) {
    emit.num(ledger.userOf(account));
    emit.num(ledger.walletOf(account));
    emit.money(ledger.balance(account));
  }
  emit.text(terms.clientTransferId);
  emit.end();
}

/** Emits `funds_moved` from the outside world, or `command_rejected`. */
export function credit(state: State, command: CommandOf<"credit">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (state.currencies[command.currency] === undefined) return reject("currency_not_found");
  if (!walletsOf(user).includes(command.wallet)) return reject("wallet_not_allowed");
  const { amount } = command;
  if (amount <= 0n) return reject("amount_not_positive");
  const ledger = state.ledger;
  const outside = WALLET_INDEX.outside_world;
  const from = ledger.account(exchangeUserOf(user.realm), outside, command.currency);
  if (amount - ledger.balance(from) > CREDIT_ATOMS_MAX) return reject("amount_too_large");
  const to = ledger.account(user.index, WALLET_INDEX[command.wallet], command.currency);
  move(state, { from, to, amount, reason: "credit", clientTransferId: "" }, emit);
}

type Transfer = CommandOf<"transfer">;

/** Whether a remembered transfer is the very same as this one. */
function isRepeat(known: RememberedTransfer, command: Transfer): boolean {
  return (
    known.fromWallet === WALLET_INDEX[command.fromWallet] &&
    known.toUser === command.toUser &&
    known.toWallet === WALLET_INDEX[command.toWallet] &&
    known.currency === command.currency &&
    known.amount === command.amount
  );
}

function remember(from: User, command: Transfer, transferId: number): void {
  if (command.clientTransferId === "") return;
  const { transfers } = from;
  if (transfers.size >= CLIENT_TRANSFER_IDS_MAX) {
    for (const oldest of transfers.keys()) {
      transfers.delete(oldest);
      break;
    }
  }
  transfers.set(command.clientTransferId, {
    transferId,
    fromWallet: WALLET_INDEX[command.fromWallet],
    toUser: command.toUser,
    toWallet: WALLET_INDEX[command.toWallet],
    currency: command.currency,
    amount: command.amount,
  });
}

/**
 * Emits `funds_moved`, or `command_rejected`. Both users belong to one parent account and realm;
 * what margin needs and what orders hold stays where it is. A repeat under a client id of late
 * emits nothing and is answered with the first transfer (trading-rules.md section 9).
 */
export function transfer(state: State, command: CommandOf<"transfer">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.fromUser, reason, emit);
  const from = ordinaryUser(state, command.fromUser);
  const to = ordinaryUser(state, command.toUser);
  if (from === undefined || to === undefined) return reject("user_not_found");
  if (from.parent !== to.parent) return reject("user_not_found");
  const known = from.transfers.get(command.clientTransferId);
  if (known !== undefined) {
    if (!isRepeat(known, command)) return reject("duplicate_client_transfer_id");
    state.outcome.id = known.transferId;
    return;
  }
  if (from.realm !== to.realm) return reject("realm_mismatch");
  if (state.currencies[command.currency] === undefined) return reject("currency_not_found");
  if (!walletsOf(from).includes(command.fromWallet)) return reject("wallet_not_allowed");
  if (!walletsOf(to).includes(command.toWallet)) return reject("wallet_not_allowed");
  if (from === to && command.fromWallet === command.toWallet) return reject("wallet_not_allowed");
  if (command.amount <= 0n) return reject("amount_not_positive");
  const ledger = state.ledger;
  const source = ledger.find(from.index, WALLET_INDEX[command.fromWallet], command.currency);
  if (spendable(state, from, source) < command.amount) return reject("insufficient_available");
  const target = ledger.account(to.index, WALLET_INDEX[command.toWallet], command.currency);
  const { amount, clientTransferId } = command;
  const reason = from === to ? "transfer" : "sub_transfer";
  move(state, { from: source, to: target, amount, reason, clientTransferId }, emit);
  remember(from, command, state.outcome.id);
}
