/** Moving funds between wallets, and from the outside world into wallets. */
import { isMoveFrozen, isTradingFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import { exchangeUserOf, type RememberedTransfer, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CLIENT_TRANSFER_IDS_MAX, CREDIT_ATOMS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { MARGIN_WALLETS, type MarginWallet, type Wallet } from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { transferRefusals } from "../borrowing/transfer-refusals.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isCollateralWallet } from "../institutional/unit-figures.ts";
import { collateralStays, outflowRefusal } from "../institutional/unit-refusals.ts";
import { emitFundsMoved, type FundsMove } from "../ledger/funds-moved.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { largestAmount } from "../lending/largest-amount.ts";
import {
  hasLoan,
  isUnwinding,
  ledgerAccountOf,
  type MarginAccount,
  marginAccount,
  marginWalletOf,
  termsOf,
} from "../lending/margin-account.ts";
import { isWithinRisk } from "../lending/margin-account-risk.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { committedFiguresOf } from "../lending/spot-open-loss.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { negated } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";

/** Whether credits and transfers may reach a wallet of the user without further conditions. */
export function isOpenTo(user: User, wallet: Wallet): boolean {
  return WALLET_TRAITS[wallet].opensTo.includes(user.accountKind);
}

/** Whether a wallet belongs to margin accounts. */
function isMarginAccountWallet(wallet: Wallet): wallet is MarginWallet {
  return (MARGIN_WALLETS as readonly Wallet[]).includes(wallet);
}

/** Source or target of a transfer; `instrument` is an index + 1 for isolated margin, else 0. */
type End = {
  readonly user: User;
  readonly wallet: Wallet;
  readonly instrument: number;
  readonly margin: MarginAccount | undefined;
};

/** Source or target of a transfer of a coin; `undefined` if the user has no such wallet for it. */
function endOf(
  state: State,
  user: User,
  key: { readonly wallet: Wallet; readonly instrument: number; readonly currency: number },
): End | undefined {
  const { currency, instrument, wallet } = key;
  if (!isMarginAccountWallet(wallet)) {
    const isOwn = instrument === 0 && isOpenTo(user, wallet);
    return isOwn ? { user, wallet, instrument, margin: undefined } : undefined;
  }
  const margin = marginAccount(state, user, wallet, instrument);
  if (margin === undefined || termsOf(state, margin, currency) === undefined) return undefined;
  return { user, wallet, instrument, margin };
}

/**
 * Returns the reason why a margin account cannot send or receive an amount, if any. After sending,
 * its risk with the open loss of its orders may not exceed the warning level.
 */
function marginRefusal(
  state: State,
  ends: { readonly from: End; readonly to: End },
  moved: { readonly currency: number; readonly amount: Atoms },
): Rejection | undefined {
  for (const { margin } of [ends.from, ends.to]) {
    if (margin !== undefined && isUnwinding(state, margin)) return "account_unwinding";
  }
  const { margin } = ends.from;
  if (margin === undefined) return undefined;
  const { amount, currency } = moved;
  if (!hasLoan(state, margin)) return undefined;
  const { ledger } = state;
  const available = ledger.available(ledgerAccountOf(state, margin, currency));
  if (amount > available) return "insufficient_available";
  const change = {
    principal: ZERO_ATOMS,
    interest: ZERO_ATOMS,
    currency,
    balance: negated(amount),
  };
  const figures = committedFiguresOf(state, margin, change);
  if (figures === undefined) return "collateral_price_missing";
  const isSafe = isWithinRisk(figures, state.lending.rules.warningRisk);
  return isSafe ? undefined : "collateral_insufficient";
}

/** Largest amount of a coin, in atoms, that may be transferred out of a margin account. */
export function movableOf(state: State, margin: MarginAccount, currency: number): Atoms {
  const available = state.ledger.available(ledgerAccountOf(state, margin, currency));
  const wallet = marginWalletOf(margin);
  const from: End = { user: margin.user, wallet, instrument: margin.instrument, margin };
  const to: End = { user: margin.user, wallet: "spot", instrument: 0, margin: undefined };
  return largestAmount(
    available,
    (amount) => marginRefusal(state, { from, to }, { currency, amount }) === undefined,
  );
}

/** Posts a movement of funds and records the debts that it changes. Emits `funds_moved`. */
export function moveFunds(state: State, move: FundsMove, emit: Emit): void {
  const { debts, ledger } = state;
  assert(move.amount > 0n, "a movement of funds has an amount above zero");
  assert(move.from !== move.to, "a movement of funds has two ends");
  if (debts.nextUser !== 0) {
    for (const end of [move.from, move.to]) {
      chargeDebtInterest(state, userAt(state, ledger.userOf(end)), emit);
    }
  }
  ledger.post(move.from, move.to, move.amount);
  state.outcome.id = emitFundsMoved(state, move, emit);
  for (const end of [move.from, move.to]) if (mayOwe(state, end)) recordDebt(state, end, emit);
}

/** Emits `funds_moved` from the outside world, or `command_rejected`. */
export function credit(state: State, command: DraftOf<"credit">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (state.currencies[command.currency] === undefined) return reject("currency_not_found");
  if (!isOpenTo(user, command.wallet)) return reject("wallet_not_allowed");
  const { amount } = command;
  if (amount <= 0n) return reject("amount_not_positive");
  const ledger = state.ledger;
  const outside = WALLET_INDEX.outside_world;
  const from = ledger.account(exchangeUserOf(user.realm), outside, command.currency);
  if (amount - ledger.balance(from) > CREDIT_ATOMS_MAX) return reject("amount_too_large");
  const to = ledger.account(user.index, WALLET_INDEX[command.wallet], command.currency);
  moveFunds(state, { from, to, amount, reason: "credit", clientTransferId: "" }, emit);
}

/** Emits `funds_moved` from the outside world into a fund, or `command_rejected`. */
export function endow(state: State, command: DraftOf<"endow">, emit: Emit): void {
  const { amount, currency, realm, wallet } = command;
  const reject = (reason: Rejection): void => rejectCommand(state, 0, reason, emit);
  if (state.currencies[currency] === undefined) return reject("currency_not_found");
  if (!WALLET_TRAITS[wallet].isEndowed) return reject("wallet_not_allowed");
  if (amount <= 0n) return reject("amount_not_positive");
  const { ledger } = state;
  const owner = exchangeUserOf(realm);
  const from = ledger.account(owner, WALLET_INDEX.outside_world, currency);
  if (amount - ledger.balance(from) > CREDIT_ATOMS_MAX) return reject("amount_too_large");
  const to = ledger.account(owner, WALLET_INDEX[wallet], currency);
  if (wallet === "lending_pool") state.lending.poolFunds.add(realm, currency, amount);
  moveFunds(state, { from, to, amount, reason: "credit", clientTransferId: "" }, emit);
}

type Transfer = DraftOf<"transfer">;

/** Whether a command repeats a remembered transfer exactly. */
function isRepeat(known: RememberedTransfer, command: Transfer): boolean {
  return (
    known.fromWallet === WALLET_INDEX[command.fromWallet] &&
    known.toUser === command.toUser &&
    known.toWallet === WALLET_INDEX[command.toWallet] &&
    known.currency === command.currency &&
    known.amount === command.amount &&
    known.fromInstrument === command.fromInstrument &&
    known.toInstrument === command.toInstrument &&
    known.mayBorrow === command.mayBorrow
  );
}

/** Remembers a transfer by its client id; forgets the oldest one at the limit. */
function remember(from: User, command: Transfer, transferId: number): void {
  if (command.clientTransferId === "") return;
  from.transfers ??= new Map();
  const { transfers } = from;
  if (transfers.size >= CLIENT_TRANSFER_IDS_MAX) {
    for (const oldest of transfers.keys()) {
      transfers.delete(oldest);
      break;
    }
  }
  assert(transfers.size < CLIENT_TRANSFER_IDS_MAX, "a user's transfers are remembered in bounds");
  assert(transferId > 0, "a transfer that is remembered has an id");
  transfers.set(command.clientTransferId, {
    transferId,
    fromWallet: WALLET_INDEX[command.fromWallet],
    toUser: command.toUser,
    toWallet: WALLET_INDEX[command.toWallet],
    currency: command.currency,
    amount: command.amount,
    fromInstrument: command.fromInstrument,
    toInstrument: command.toInstrument,
    mayBorrow: command.mayBorrow,
  });
}

/**
 * Source and target of a transfer. `undefined` if one is no wallet of its user, if both are the
 * same, or if the transfer may borrow and its source is not a unified account.
 */
function endsOf(
  state: State,
  command: Transfer,
  users: { readonly from: User; readonly to: User },
): { readonly from: End; readonly to: End } | undefined {
  const { currency, fromInstrument, fromWallet, toInstrument, toWallet } = command;
  if (command.mayBorrow && fromWallet !== "unified") return undefined;
  const source = { wallet: fromWallet, instrument: fromInstrument, currency };
  const target = { wallet: toWallet, instrument: toInstrument, currency };
  const from = endOf(state, users.from, source);
  const to = endOf(state, users.to, target);
  if (from === undefined || to === undefined) return undefined;
  const isSame = from.user === to.user && fromWallet === toWallet;
  return isSame && fromInstrument === toInstrument ? undefined : { from, to };
}

/** Refuses transfers from and to an account that is being liquidated as a whole. */
function liquidationRefusal(state: State, command: Transfer): Rejection | undefined {
  const { currency, fromUser, fromWallet, toUser, toWallet } = command;
  const isRunning =
    isAccountLiquidating(state, fromUser, WALLET_INDEX[fromWallet], currency) ||
    isAccountLiquidating(state, toUser, WALLET_INDEX[toWallet], currency);
  return isRunning ? "account_liquidating" : undefined;
}

/** Whether a freeze prevents a transfer: between users, or of what would be borrowed. */
function isTransferFrozen(
  { mayBorrow }: Transfer,
  { from, to }: { readonly from: User; readonly to: User },
): boolean {
  return isMoveFrozen(from, to) || (mayBorrow && isTradingFrozen(from));
}

/** Refuses transfers out of the collateral of a risk unit in debt (decision 0067). */
function unitOutflowRefusal(
  state: State,
  { from, to }: { readonly from: End; readonly to: End },
  moved: { readonly currency: number; readonly amount: Atoms },
): Rejection | undefined {
  const isCounted = [from, to].map(({ wallet }) => isCollateralWallet(WALLET_INDEX[wallet]));
  if (isCounted[0] === false) return undefined;
  const isWithin = isCounted[1] === true && collateralStays(state, from.user, to.user);
  return isWithin ? undefined : outflowRefusal(state, from.user, moved);
}

/**
 * Emits `funds_moved`, or `command_rejected`. Both users must belong to one parent account and
 * realm. Funds that margin needs or orders reserve cannot move, unless a unified account may borrow
 * the amount. While an account is under review, nothing moves between its users. A repeat under a
 * remembered client id emits nothing and gets the outcome of the first transfer (trading-rules.md
 * section 9).
 */
export function transfer(state: State, command: DraftOf<"transfer">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.fromUser, reason, emit);
  const from = ordinaryUser(state, command.fromUser);
  const to = ordinaryUser(state, command.toUser);
  if (from === undefined || to === undefined) return reject("user_not_found");
  if (from.parent !== to.parent) return reject("user_not_found");
  const known = from.transfers?.get(command.clientTransferId);
  if (known !== undefined) {
    if (!isRepeat(known, command)) return reject("duplicate_client_transfer_id");
    state.outcome.id = known.transferId;
    return;
  }
  if (from.realm !== to.realm) return reject("realm_mismatch");
  if (state.currencies[command.currency] === undefined) return reject("currency_not_found");
  const ends = endsOf(state, command, { from, to });
  if (ends === undefined) return reject("wallet_not_allowed");
  if (command.amount <= 0n) return reject("amount_not_positive");
  if (from !== to && isUnderReview(state, from)) return reject("account_under_review");
  if (isTransferFrozen(command, { from, to })) return reject("account_frozen");
  const refusal = liquidationRefusal(state, command) ?? marginRefusal(state, ends, command);
  if (refusal !== undefined) return reject(refusal);
  const { amount, clientTransferId, currency, fromInstrument, toInstrument } = command;
  const { ledger } = state;
  const fromWallet = WALLET_INDEX[command.fromWallet];
  const account = ledger.find(from.index, fromWallet, currency, fromInstrument);
  const isOnCredit = spendable(state, from, account) < amount;
  if (isOnCredit) {
    const spendRefusal = command.mayBorrow
      ? transferRefusals(state, from, currency)(amount)
      : "insufficient_available";
    if (spendRefusal !== undefined) return reject(spendRefusal);
  }
  const unitRefusal = unitOutflowRefusal(state, ends, command);
  if (unitRefusal !== undefined) return reject(unitRefusal);
  // From here on the transfer must succeed: nothing below may reject.
  assert(!isOnCredit || from.isUnified, "only unified accounts transfer what they borrow");
  if (isOnCredit) from.borrows = true;
  const source = ledger.account(from.index, fromWallet, currency, fromInstrument);
  const toWallet = WALLET_INDEX[command.toWallet];
  const target = ledger.account(to.index, toWallet, currency, toInstrument);
  const reason = from === to ? "transfer" : "sub_transfer";
  moveFunds(state, { from: source, to: target, amount, reason, clientTransferId }, emit);
  remember(from, command, state.outcome.id);
}
