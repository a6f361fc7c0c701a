/** Switches of an account between the classic and the unified kind (decision 0073). */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { PositionRow } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import type { AccountKind, Wallet } from "../base/vocabulary.ts";
import { isUnified } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { resetMode } from "../margin/margin-mode.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { moveFunds } from "./move-funds.ts";

/** Wallets that only accounts of a kind have; the first takes the money of the other kind. */
const WALLETS_OF: Readonly<Record<AccountKind, readonly [Wallet, ...Wallet[]]>> = {
  classic: [
    ...(["spot", "usdt_futures", "usdc_futures", "coin_futures"] as const),
    ...(["crossed_margin", "isolated_margin"] as const),
  ],
  unified: ["unified"],
};

/** Instruments of a user's accounts in a wallet: each index + 1 in isolated margin, else 0. */
function instrumentsOf(
  state: State,
  user: User,
  wallet: Wallet,
  currency: number,
): readonly number[] {
  if (wallet !== "isolated_margin") return [0];
  const lent = state.lending.terms.instrumentsOf(user.realm, currency);
  return lent.filter((one) => one !== 0).sort((one, other) => one - other);
}

/** Opened accounts of a user in the wallets of its kind, by wallet, currency and instrument. */
function accountsOf(state: State, user: User): number[] {
  const { currencies, ledger } = state;
  return WALLETS_OF[user.accountKind].flatMap((wallet) =>
    currencies.flatMap(({ index }) =>
      instrumentsOf(state, user, wallet, index)
        .map((instrument) => ledger.find(user.index, WALLET_INDEX[wallet], index, instrument))
        .filter((account) => account !== 0),
    ),
  );
}

function isIndebted({ ledger, lending }: State, account: number): boolean {
  return ledger.balance(account) < 0n || lending.loans.find(account) !== 0;
}

function rowsOf({ positions }: State, user: User): PositionRow[] {
  const rows: PositionRow[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) rows.push(row);
  return rows;
}

/**
 * Whether an order, plan, position, liquidation, debt, loan, risk unit or withdrawal depends on the
 * wallets of the account. Quotes of conversions do not: they pay from the wallet of their time.
 */
function isInUse(state: State, user: User): boolean {
  const { custody, institutional, lending, liquidations, pledging, plans, positions } = state;
  if (user.ordersFirst !== 0 || plans.ofUser(user.index).size > 0) return true;
  if (rowsOf(state, user).some((row) => positions.isHeld(row))) return true;
  if (liquidations.ofUser(user.index).length > 0) return true;
  if (pledging.loans.ofUser(user.index).length > 0) return true;
  if (institutional.ofUser(user.index) !== undefined) return true;
  const inProgress = [...custody.withdrawals.values(), ...lending.unwinds.values()];
  if (inProgress.some((one) => one.user === user.index)) return true;
  return accountsOf(state, user).some((account) => isIndebted(state, account));
}

/** Whether a user has open orders or published ads: classic accounts cannot end either. */
function hasP2pDeals({ p2p }: State, user: User): boolean {
  if (p2p.orders.ofUser(user.index).length > 0) return true;
  return [...p2p.ads.values()].some((ad) => ad.user === user.index && ad.status === "published");
}

/** Why a user cannot switch to the other kind of account now, or `undefined`. */
export function switchRefusal(
  state: State,
  user: User,
  accountKind: AccountKind,
): Rejection | undefined {
  if (!isUnified(accountKind) && user.parent !== user.index) return "sub_account_stays_unified";
  if (!isUnified(accountKind) && hasP2pDeals(state, user)) return "account_in_use";
  return isInUse(state, user) ? "account_in_use" : undefined;
}

/** Settings of a new account, except that the leverages of futures stay. */
function resetSettings(state: State, user: User): void {
  user.level = "basic";
  user.hedgeCategories = 0;
  user.coinLeverages = undefined;
  user.borrows = false;
  state.countdowns.end(user.index);
  for (const row of rowsOf(state, user)) resetMode(state, row);
}

/**
 * Emits `account_kind_changed`, also for an unchanged kind, and `funds_moved` for each balance that
 * moves to the first wallet of the new kind; or `command_rejected` while something depends on the
 * wallets of the account, and for a sub-account that would become classic again (trading-rules.md
 * section 8). Money in the funding wallet stays.
 */
export function switchAccount(state: State, command: DraftOf<"switch_account">, emit: Emit): void {
  const { accountKind } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const isSame = user.accountKind === accountKind;
  const refusal = isSame ? undefined : switchRefusal(state, user, accountKind);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  const accounts = isSame ? [] : accountsOf(state, user);
  if (!isSame) resetSettings(state, user);
  user.accountKind = accountKind;
  user.isUnified = isUnified(accountKind);
  const { index, parent, realm } = user;
  emit.write("account_kind_changed", { user: index, accountKind, realm, parent });
  const { ledger } = state;
  for (const from of accounts) {
    const amount = ledger.balance(from);
    assert(ledger.hold(from) === 0n, "an account without orders has no hold");
    if (amount === 0n) continue;
    const wallet = WALLET_INDEX[WALLETS_OF[accountKind][0]];
    const to = ledger.account(index, wallet, ledger.currencyOf(from));
    moveFunds(state, { from, to, amount, reason: "transfer", clientTransferId: "" }, emit);
  }
}
