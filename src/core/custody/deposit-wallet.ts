/** The wallet in which a user receives deposits of a coin. */
import type { User } from "../accounts/user.ts";
import { WALLETS, type Wallet, wordAt } from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { coinKeyOf } from "./coin-key.ts";

function isOpen(user: User, wallet: Wallet): boolean {
  return WALLET_TRAITS[wallet].opensTo.includes(user.accountKind);
}

/**
 * Returns the wallet that the user has set, unless it is of the other kind of account, else the one
 * that the user trades from on spot.
 */
export function depositWalletOf(state: State, user: User, currency: number): Wallet {
  const set = state.custody.depositWallets.get(coinKeyOf(user.index, currency));
  if (set !== undefined && isOpen(user, wordAt(WALLETS, set))) return wordAt(WALLETS, set);
  return user.isUnified ? "unified" : "spot";
}

/** Emits `deposit_wallet_changed`, or `command_rejected`. Applies to deposits credited later. */
export function setDepositWallet(
  state: State,
  command: DraftOf<"set_deposit_wallet">,
  emit: Emit,
): void {
  const { currency, wallet } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, user.index, "currency_not_found", emit);
  }
  if (!isOpen(user, wallet)) {
    return rejectCommand(state, user.index, "wallet_not_allowed", emit);
  }
  state.custody.depositWallets.set(coinKeyOf(user.index, currency), WALLET_INDEX[wallet]);
  emit.write("deposit_wallet_changed", { user: user.index, currency, wallet });
}
